import type { InjectionPatterns } from '#server/language/types.ts'

export const injection: InjectionPatterns = {
  patterns: [
    /\b(ignora|ignore[zn]?|olvida|olvide|omite|descarta|desobedece)\b.{0,40}\b(instruccion|indicacion|regla|norma|orden(es)?|mensaje|prompt)/,
    /\b(ahora|a partir de ahora|desde ahora)\b.{0,20}\b(eres|actua|responde|responderas|debes)\b/,
    /\b(muestra|revela|repite|imprime|dime)\w*\b.{0,40}\b(prompt|instrucciones|clave api|mensaje de sistema)/,
    /\b(responde|contesta|escribe|di)\b.{0,24}\b(exactamente|solo|solamente|unicamente|siempre|literalmente|la palabra)/,
    /\bmodo desarrollador\b/,
  ],
  insert: { verbs: 'incluye|anade|agrega|inserta', objects: 'enlace|imagen|respuesta' },
  address: { heads: 'nota|mensaje|atencion', prepositions: 'para|al', machines: 'asistente|ia|modelo' },
  renewed: { adjectives: 'nueva|nuevas', nouns: 'instruccion' },
}
