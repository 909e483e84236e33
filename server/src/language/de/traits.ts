import type { TraitWords } from '#server/language/types.ts'

export const traits: TraitWords = {
  wantsShort: 'kurz|in kurze|knapp',
  wantsLong: 'ausfuhrlich|genau erklaren|schritt fur schritt|im detail',
  expert: '',
  beginner: 'ich bin neu|kenne mich nicht aus|verstehe (?:das )?nicht|anfanger',
  angry: 'wutend|verargert|frustriert|unverschamt',
  hurried: 'dringend|sofort|so schnell wie moglich',
  happy: 'danke|klasse|prima|geklappt',
  polite: 'bitte|danke',
  preferences: {
    steps: 'schritt fur schritt|anleitung',
    article: 'handbuch|artikel',
    person: 'mit (?:einem menschen|jemandem|einem mitarbeiter)',
    examples: 'zum beispiel|beispiele?',
    pictures: 'bildschirmfoto|bilder|screenshot',
    videos: '',
  },
}
