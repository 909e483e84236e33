import type { DateWords } from '#server/language/types.ts'

export const dates: DateWords = {
  weekdays: [
    'lunes',
    'martes',
    'miércoles miercoles',
    'jueves',
    'viernes',
    'sábado sabado sábados',
    'domingo domingos',
  ],
  months: [
    'enero',
    'febrero',
    'marzo',
    'abril',
    'mayo',
    'junio',
    'julio',
    'agosto',
    'septiembre',
    'octubre',
    'noviembre',
    'diciembre',
  ],
  ambiguousMonths: '',
  tomorrow: 'mañana',
  tomorrowOrMorning: 'mañana',
  beforeMorning: 'la esta cada',
  tonight: '',
  until: 'a|al|hasta',
  dayEndsWithStop: false,
}
