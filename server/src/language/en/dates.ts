import type { DateWords } from '#server/language/types.ts'

export const dates: DateWords = {
  weekdays: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
  months: [
    'january',
    'february',
    'march',
    'april',
    'may',
    'june',
    'july',
    'august',
    'september',
    'october',
    'november',
    'december',
  ],
  ambiguousMonths: 'may march august',
  tomorrow: 'tomorrow',
  tomorrowOrMorning: '',
  beforeMorning: '',
  tonight: 'tonight overnight',
  until: 'to|through|until|till',
  dayEndsWithStop: false,
}
