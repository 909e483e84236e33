import type { DateWords } from '#server/language/types.ts'

export const dates: DateWords = {
  weekdays: [
    'montag montags',
    'dienstag dienstags',
    'mittwoch mittwochs',
    'donnerstag donnerstags',
    'freitag freitags',
    'samstag samstags sonnabend',
    'sonntag sonntags',
  ],
  months: [
    'januar',
    'februar',
    'märz',
    'april',
    'mai',
    'juni',
    'juli',
    'august',
    'september',
    'oktober',
    'november',
    'dezember',
  ],
  ambiguousMonths: 'august',
  tomorrow: '',
  tomorrowOrMorning: 'morgen',
  beforeMorning: 'guten gute heute am diesen jeden',
  tonight: '',
  until: 'bis',
  dayEndsWithStop: true,
}
