import { describe, expect, test } from 'vitest'
import type { Language } from '#contracts/languages.ts'
import { compareStatements, type Difference } from './compare.ts'
import { statementsOf } from './statements.ts'

type Given = readonly [title: string, text: string]

/** The first difference between two entries, with the words that are marked in each. */
function differ(language: Language, one: Given, other: Given) {
  const read = ([title, text]: Given) =>
    statementsOf({ language, title, isQuestion: title.includes('?'), passages: [{ heading: null, text }] })
  for (const first of read(one)) {
    for (const second of read(other)) {
      const found: Difference | null = compareStatements(first, second)
      const words = (text: string, places: Difference['first']) =>
        places.map(({ start, end }) => text.slice(start, end))
      if (found)
        return { kind: found.kind, first: words(first.text, found.first), second: words(second.text, found.second) }
    }
  }
  return null
}

describe('two statements on the same subject', () => {
  test.each<[Language, Given, Given, string, string[], string[]]>([
    ['en', ['Price?', 'A tour costs 14 euros.'], ['Tours', 'Our tour costs €16.'], 'money', ['14 euros'], ['€16']],
    [
      'en',
      ['Tours', 'A tour takes two hours.'],
      ['About', 'The tour takes 90 minutes.'],
      'duration',
      ['two hours'],
      ['90 minutes'],
    ],
    [
      'en',
      ['Desk', 'The desk closes at 6 pm.'],
      ['Visit', 'The desk is open until 5 pm.'],
      'clock',
      ['6 pm'],
      ['5 pm'],
    ],
    [
      'en',
      ['Desk', 'The desk is closed on Mondays.'],
      ['Visit', 'The desk is closed on Sundays.'],
      'weekday',
      ['Mondays'],
      ['Sundays'],
    ],
    [
      'en',
      ['Where?', 'The depot is at 12 Mill Lane.'],
      ['Depot', 'Find the depot at 21 Mill Lane.'],
      'address',
      ['12 Mill Lane'],
      ['21 Mill Lane'],
    ],
    [
      'en',
      ['Dogs?', 'Yes, dogs are allowed in the hall.'],
      ['Hall', 'Dogs are not allowed in the hall.'],
      'rule',
      ['allowed'],
      ['not', 'allowed'],
    ],
    [
      'de',
      ['Führung', 'Die Führung kostet 6,50 Euro.'],
      ['Preise', 'Die Führung kostet 7 €.'],
      'money',
      ['6,50 Euro'],
      ['7 €'],
    ],
    [
      'de',
      ['Parken', 'Das Parken am Bahnhof ist kostenlos.'],
      ['Anfahrt', 'Das Parken am Bahnhof kostet 3 Euro.'],
      'rule',
      ['kostenlos'],
      ['3 Euro'],
    ],
    [
      'de',
      ['Frist', 'Die Anmeldung endet am 1. April.'],
      ['Anmeldung', 'Die Anmeldung endet am 15. April.'],
      'date',
      ['1. April'],
      ['15. April'],
    ],
    [
      'es',
      ['Taller', 'El taller cierra a las 20:00.'],
      ['Horario', 'El taller cierra a las ocho y media.'],
      'clock',
      ['20:00'],
      ['ocho y media'],
    ],
    [
      'es',
      ['Perros', 'En la sala se admiten perros.'],
      ['Sala', 'En la sala no se admiten perros.'],
      'rule',
      ['admiten'],
      ['no', 'admiten'],
    ],
    [
      'fr',
      ['Atelier', "L'atelier ferme à 18 h."],
      ['Horaires', "L'atelier ferme à 19 h 30."],
      'clock',
      ['18 h'],
      ['19 h 30'],
    ],
    [
      'fr',
      ['Draps', 'Les draps sont compris dans le prix.'],
      ['Gîte', 'Les draps ne sont pas compris dans le prix.'],
      'rule',
      ['compris'],
      ['ne', 'pas', 'compris'],
    ],
  ])(
    '[K5] contradict each other, and what differs is marked: %s %j %j',
    (language, one, other, kind, first, second) => {
      expect(differ(language, one, other)).toEqual({ kind, first, second })
      expect(differ(language, other, one)).toEqual({ kind, first: second, second: first })
    },
  )

  test.each<[string, Language, string, string]>([
    ['another audience', 'en', 'A tour costs 14 euros for adults.', 'A tour costs 9 euros for children.'],
    ['another place', 'en', 'The shop in Berlin closes at 7 pm.', 'The shop in Hamburg closes at 8 pm.'],
    ['a case of its own', 'en', 'Shipping costs 5 euros.', 'Express shipping costs 12 euros.'],
    ['another thing', 'en', 'The warranty on tyres is 1 year.', 'The warranty on motors is 3 years.'],
    ['another act', 'en', 'A tour can be cancelled up to 7 days before.', 'A tour can be booked up to 3 hours before.'],
    ['other days', 'en', 'Monday to Friday the pool closes at 9 pm.', 'On Sunday the pool closes at 6 pm.'],
    ['another month', 'de', 'Im Juli ist der Garten bis 21 Uhr offen.', 'Im Oktober ist der Garten bis 17 Uhr offen.'],
    ['another unit of time to pay for', 'en', 'A bike costs 5 euros per hour.', 'A bike costs 20 euros per day.'],
    [
      'an age, which is no period',
      'en',
      'Bikes up to 6 years old are taken in exchange.',
      'The exchange of a bike takes two weeks.',
    ],
    ['only their titles in common', 'en', 'The fee is matched for 14 days.', 'The refund comes off within 30 days.'],
    [
      'an amount from which a rule holds',
      'en',
      'Shipping costs 5 euros.',
      'Shipping is free for orders over 50 euros.',
    ],
    ['the same in another unit', 'en', 'A refund takes two weeks.', 'A refund takes 14 days.'],
    [
      'the same in other words',
      'en',
      'The archive is open from 14:00 to 18:00.',
      'The archive is open from 2 pm to 6 pm.',
    ],
    ['the same within a range', 'de', 'Die Lieferung dauert 3 Tage.', 'Die Lieferung dauert 2 bis 4 Tage.'],
    ['the beginning and the end', 'en', 'Check-in is from 3 pm.', 'Check-in is until 10 pm.'],
    [
      'what is allowed of another thing',
      'es',
      'En la sala se permiten cámaras.',
      'En la sala no se permiten trípodes.',
    ],
    ['the same number with its country', 'de', 'Telefon: 0221 5550 120.', 'Telefon: +49 221 5550 120.'],
  ])('[K5] do not contradict each other: %s', (_, language, one, other) => {
    expect(differ(language, ['Info', one], ['Info', other])).toBeNull()
  })

  test('[K5] a bare answer denies what its question asks', () => {
    const asked: Given = ['Is parking in the yard allowed?', 'No.']
    expect(differ('en', asked, ['Yard', 'Parking in the yard is allowed.'])?.kind).toBe('rule')
    expect(
      differ('en', ['Is parking in the yard allowed?', 'Yes.'], ['Yard', 'Parking in the yard is allowed.']),
    ).toBeNull()
  })

  test('[K5] a title of several subjects gives none to a sentence that names no thing', () => {
    const fitting: Given = [
      'Fitting',
      'If you buy a kayak over £500 from us within 30 days, the £20 comes off its price.',
    ]
    const matched = 'Prices are matched up to 14 days after the purchase.'
    expect(differ('en', ['Choosing a kayak: paddle, vest and trailer', matched], fitting)).toBe(null)
    expect(differ('en', ['Kayak', matched], ['Kayaks', 'A kayak is matched up to 30 days.'])?.kind).toBe('duration')
  })
})
