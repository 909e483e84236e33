import type { TraitWords } from '#server/language/types.ts'

export const traits: TraitWords = {
  wantsShort: 'en resumen|brevemente|rapido',
  wantsLong: String.raw`en detalle|paso a paso|expli(?:ca|que|car)\w*`,
  expert: '',
  beginner: 'no se como|soy nuevo|soy nueva|no entiendo',
  angry: String.raw`frustrad\w+|enfadad\w+|inaceptable`,
  hurried: 'urgente|cuanto antes',
  happy: 'gracias|perfecto|genial',
  polite: 'por favor|gracias',
  preferences: {
    steps: 'paso a paso|instrucciones',
    article: 'articulo|guia|documentacion',
    person: 'hablar con (?:una persona|alguien|un agente)',
    examples: 'por ejemplo|ejemplos?',
    pictures: 'captura|imagenes',
    videos: '',
  },
}
