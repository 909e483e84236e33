import type { Detection } from '#server/language/types.ts'

export const detection: Detection = {
  ngramsFile: new URL('./ngrams.json', import.meta.url),
  shortWords: 'hallo danke ja nein bitte tschüss moin servus hilfe guten gut genau doch rechnung paket bestellung',
}
