import type { Detection } from '#server/language/types.ts'

export const detection: Detection = {
  ngramsFile: new URL('./ngrams.json', import.meta.url),
  shortWords: 'hola gracias sí buenas buenos vale adiós ayuda claro bueno agente pedido devolución',
}
