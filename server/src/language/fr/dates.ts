import type { DateWords } from '#server/language/types.ts'

export const dates: DateWords = {
  weekdays: ['lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi', 'dimanche'],
  months: [
    'janvier',
    'février',
    'mars',
    'avril',
    'mai',
    'juin',
    'juillet',
    'août',
    'septembre',
    'octobre',
    'novembre',
    'décembre',
  ],
  ambiguousMonths: 'mars',
  tomorrow: 'demain',
  tomorrowOrMorning: '',
  beforeMorning: '',
  tonight: '',
  until: 'à|au|jusqu',
  dayEndsWithStop: false,
}
