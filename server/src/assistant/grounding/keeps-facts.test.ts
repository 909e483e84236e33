import { describe, expect, it } from 'vitest'
import { keepsFacts } from './keeps-facts.ts'

const SOURCE = 'Lift the boat first, then open the valve for 20 minutes; it costs 14 euros at Quay East.'

describe('a sentence in other words', () => {
  it.each([
    'First lift the boat, then open the valve for twenty minutes.',
    'Opening the valve at Quay East costs €14.',
    'It costs 14 euros.',
  ])('keeps the facts of its source: %s', (claim) => {
    expect(keepsFacts(claim, SOURCE)).toBe(true)
  })

  it.each([
    ['another number', 'Open the valve for 25 minutes.'],
    ['another unit', 'Open the valve for 20 hours.'],
    ['swapped numbers', 'It costs 14 euros; open the valve for 20 minutes.'],
    ['a denial', 'Do not open the valve.'],
    ['a name', 'It costs 14 euros at Harbour Nine.'],
    ['a code', 'Open the valve with XK90-2.'],
    ['a day', 'Open the valve on Tuesday for 20 minutes.'],
    ['another order', 'Open the valve for 20 minutes, then lift the boat.'],
  ])('does not keep them with %s', (_, claim) => {
    expect(keepsFacts(claim, SOURCE)).toBe(false)
  })

  it('is compared across languages by its figures and denials, none of which may be missing', () => {
    const german = 'Das Becken ist 30 Minuten lang geöffnet und kostet 6 Euro.'
    expect(keepsFacts('The pool is open for 30 minutes and costs 6 euros.', german)).toBe(true)
    expect(keepsFacts('The pool is open for 30 minutes.', german)).toBe(false)
    expect(keepsFacts('The pool is not open for 30 minutes and costs 6 euros.', german)).toBe(false)
  })
})
