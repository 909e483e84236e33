import type { Detection } from '#server/language/types.ts'

export const detection: Detection = {
  ngramsFile: new URL('./ngrams.json', import.meta.url),
  shortWords: 'hello thanks thank thx yes please bye goodbye help human yeah yep nope sure order',
}
