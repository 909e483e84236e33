import { describe, expect, it } from 'vitest'
import { sentencesOfResult } from './action-result.ts'

const said = (answer: unknown, more: object = { ok: true, status: 200 }) =>
  sentencesOfResult(JSON.stringify({ ...more, answer: typeof answer === 'string' ? answer : JSON.stringify(answer) }), {
    language: 'en',
  })

describe('what a customer is told of an action’s result', () => {
  it('[H7] is each field of a JSON answer with its name', () => {
    expect(said({ order_status: 'shipped', eta: '2026-03-04', parcel: { trackingNumber: 'AB12' }, note: null })).toBe(
      'Order status: shipped\nEta: 2026-03-04\nParcel, tracking number: AB12',
    )
    expect(said([{ seat: 'A1' }, { seat: 'A2' }])).toBe('Seat: A1\nSeat: A2')
  })

  it('[H7] is the text of an answer in words', () => {
    expect(said('Your order left us on Monday.')).toBe('Your order left us on Monday.')
  })

  it('[H7] is nothing of a failed call, and that the team decides where it has to confirm', () => {
    expect(said('Not found', { ok: false, status: 404 })).toBeNull()
    expect(sentencesOfResult('no JSON', { language: 'en' })).toBeNull()
    expect(said('Ask the team', { ok: false, isRequested: true })).toBe(
      'I have passed your request on to the team, who will decide about it.',
    )
  })
})
