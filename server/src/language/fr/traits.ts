import type { TraitWords } from '#server/language/types.ts'

export const traits: TraitWords = {
  wantsShort: 'bref|brievement|en deux mots',
  wantsLong: String.raw`expli(?:ca|que|car)\w*|en detail|etape par etape`,
  expert: '',
  beginner: 'je suis debutante?|je ne (?:sais|comprends) pas|comment on fait',
  angry: String.raw`furieux|furieuse|inadmissible|enerve\w*|inacceptable`,
  hurried: 'd?urgence|au plus vite',
  happy: 'merci|parfait|super',
  polite: 's il vous plait|sil vous plait|merci',
  preferences: {
    steps: 'etape par etape',
    article: 'notice|mode demploi',
    person: 'parler a (?:une personne|quelquun|un conseiller)',
    examples: 'par exemple|exemples?',
    pictures: 'captures? decran',
    videos: '',
  },
}
