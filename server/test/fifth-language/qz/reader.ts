import type { Reader } from '#server/language/types.ts'

export const reader: Reader = {
  detection: { ngramsFile: new URL('./ngrams.json', import.meta.url), shortWords: 'zalviko krendovo vultarro' },
  search: {
    stemmer: null,
    elides: false,
    stopWords: 'plonti umo tos',
    weakWords: 'drenka',
    questionWords: '',
    spellings: {},
  },
}
