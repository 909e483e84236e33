import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BusinessHours, Weekday } from '#contracts/tenant/tenant.ts'
import { businessCalendar, closesAt, type OpeningFacts, openingAt } from './hours.ts'

const WORKDAYS: Weekday[] = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday']
const EVERY_DAY: Weekday[] = [...WORKDAYS, 'saturday', 'sunday']
const hours = (start: string, end: string, days = WORKDAYS): BusinessHours => ({ start, end, days })
const office = hours('09:00', '17:00')

/** [case, time zone, hours, instant, whether open, next opening] */
const TABLE: [string, string, BusinessHours, string, boolean, string | null][] = [
  ['a winter morning before nine', 'America/New_York', office, '2026-01-05T13:59:59Z', false, '2026-01-05T14:00:00Z'],
  ['nine sharp', 'America/New_York', office, '2026-01-05T14:00:00Z', true, null],
  ['the last second', 'America/New_York', office, '2026-01-05T21:59:59Z', true, null],
  ['five sharp', 'America/New_York', office, '2026-01-05T22:00:00Z', false, '2026-01-06T14:00:00Z'],
  ['friday evening to monday', 'America/New_York', office, '2026-01-09T23:00:00Z', false, '2026-01-12T14:00:00Z'],
  ['summer time: nine is an hour earlier', 'America/New_York', office, '2026-07-06T13:00:00Z', true, null],
  [
    'over the night the clocks go forward',
    'America/New_York',
    office,
    '2026-03-07T12:00:00Z',
    false,
    '2026-03-09T13:00:00Z',
  ],
  ['over the night they go back', 'America/New_York', office, '2026-10-31T12:00:00Z', false, '2026-11-02T14:00:00Z'],
  ['london forward', 'Europe/London', office, '2026-03-28T12:00:00Z', false, '2026-03-30T08:00:00Z'],
  ['another day there than in UTC', 'Pacific/Auckland', office, '2026-06-07T21:30:00Z', true, null],
  ['half-hour zones', 'Asia/Kolkata', office, '2026-01-05T03:30:00Z', true, null],
  ['quarter-hour zones', 'Asia/Kathmandu', office, '2026-01-05T03:14:59Z', false, '2026-01-05T03:15:00Z'],
  [
    'an hour that the night takes away',
    'America/New_York',
    hours('02:30', '05:00', EVERY_DAY),
    '2026-03-08T06:59:00Z',
    false,
    '2026-03-08T07:30:00Z',
  ],
  [
    'an hour the night gives twice',
    'America/New_York',
    hours('01:30', '05:00', EVERY_DAY),
    '2026-11-01T05:00:00Z',
    false,
    '2026-11-01T05:30:00Z',
  ],
  ['night hours, before midnight', 'UTC', hours('22:00', '06:00', ['friday']), '2026-01-09T23:00:00Z', true, null],
  ['night hours, after midnight', 'UTC', hours('22:00', '06:00', ['friday']), '2026-01-10T05:59:00Z', true, null],
  [
    'night hours, over',
    'UTC',
    hours('22:00', '06:00', ['friday']),
    '2026-01-10T06:00:00Z',
    false,
    '2026-01-16T22:00:00Z',
  ],
  ['around the clock', 'Asia/Tokyo', hours('00:00', '00:00', EVERY_DAY), '2026-02-11T15:00:00Z', true, null],
  [
    'one day a week, just missed',
    'Asia/Tokyo',
    hours('09:00', '10:00', ['monday']),
    '2026-01-05T01:00:00Z',
    false,
    '2026-01-12T00:00:00Z',
  ],
  ['never', 'Asia/Tokyo', hours('09:00', '17:00', []), '2026-01-05T01:00:00Z', false, null],
  ['a zone nobody knows counts as UTC', 'Atlantis/Capital', office, '2026-01-05T09:00:00Z', true, null],
]

describe('business hours', () => {
  it.each(TABLE)('%s', (_what, timezone, businessHours, at, isOpenNow, opensAt) => {
    const opening = openingAt({ timezone, businessHours }, new Date(at))
    expect({ isOpenNow: opening.isOpenNow, opensAt: opening.opensAt?.toISOString() ?? null }).toEqual({
      isOpenNow,
      opensAt: opensAt && new Date(opensAt).toISOString(),
    })
  })
})

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const closedOn = (day: string, everyYear = false) => ({ day, name: 'Holiday', everyYear })
const newYork = (holidays: OpeningFacts['holidays'] = []): OpeningFacts => ({
  timezone: 'America/New_York',
  businessHours: office,
  ...(holidays ? { holidays } : {}),
})
const at = (instant: string) => new Date(instant)

describe('[T12] a holiday', () => {
  it('is closed all day, and the business opens on the next working day', () => {
    // Christmas Day 2026 is a Friday.
    const opening = openingAt(newYork([closedOn('2026-12-25')]), at('2026-12-25T15:00:00Z'))
    expect(opening).toEqual({ isOpenNow: false, opensAt: at('2026-12-28T14:00:00Z') })
  })

  it('counts once, or every year on its day', () => {
    const nextYear = at('2028-12-25T15:00:00Z')
    expect(openingAt(newYork([closedOn('2026-12-25')]), nextYear).isOpenNow).toBe(true)
    expect(openingAt(newYork([closedOn('2026-12-25', true)]), nextYear).isOpenNow).toBe(false)
  })

  it('adds no open time', () => {
    const calendar = businessCalendar(newYork([closedOn('2026-12-25')]))
    const thursday = at('2026-12-24T21:00:00Z')
    expect(calendar.addOpenTime(thursday, 2 * HOUR_MS)).toEqual(at('2026-12-28T15:00:00Z'))
    expect(calendar.openTimeBetween(thursday, at('2026-12-28T15:00:00Z'))).toBe(2 * HOUR_MS)
  })
})

describe('[T12] open time', () => {
  it('has twenty-three hours on the day the clocks go forward, twenty-five on the day they go back', () => {
    const around = { timezone: 'Europe/Berlin', businessHours: hours('00:00', '00:00', EVERY_DAY) }
    const calendar = businessCalendar(around)
    expect(calendar.openTimeBetween(at('2026-03-28T23:00:00Z'), at('2026-03-29T22:00:00Z'))).toBe(23 * HOUR_MS)
    expect(calendar.openTimeBetween(at('2026-10-24T22:00:00Z'), at('2026-10-25T23:00:00Z'))).toBe(25 * HOUR_MS)
    const night = businessCalendar({ ...around, businessHours: hours('00:00', '06:00', ['sunday']) })
    expect(night.openTimeBetween(at('2026-03-28T12:00:00Z'), at('2026-03-29T12:00:00Z'))).toBe(5 * HOUR_MS)
    expect(night.openTimeBetween(at('2026-10-24T12:00:00Z'), at('2026-10-25T12:00:00Z'))).toBe(7 * HOUR_MS)
  })

  it('never passes for a business without hours', () => {
    const calendar = businessCalendar({ timezone: 'UTC', businessHours: hours('09:00', '17:00', []) })
    expect(calendar.addOpenTime(at('2026-01-05T09:00:00Z'), 1)).toBeNull()
    expect(calendar.openTimeBetween(at('2026-01-05T09:00:00Z'), at('2027-01-05T09:00:00Z'))).toBe(0)
  })

  const clock = fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom(0, 15, 30))
    .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`)
  const zones = ['UTC', 'America/New_York', 'Europe/London', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Apia']
  const facts: fc.Arbitrary<OpeningFacts> = fc.record({
    timezone: fc.constantFrom(...zones),
    businessHours: fc.record({ start: clock, end: clock, days: fc.subarray(EVERY_DAY, { minLength: 1 }) }),
    holidays: fc.array(
      fc
        .integer({ min: 0, max: 730 })
        .map((n) => closedOn(new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10), n % 2 === 0)),
      { maxLength: 20 },
    ),
  })
  const minute = fc.integer({ min: 0, max: 500_000 }).map((n) => new Date(Date.UTC(2026, 0, 1) + n * MINUTE_MS))
  const spent = fc.integer({ min: 1, max: 40 * 60 }).map((minutes) => minutes * MINUTE_MS)

  it('that is added to an instant lies between it and the result, in every time zone', () => {
    fc.assert(
      fc.property(facts, minute, spent, (given, from, ms) => {
        const calendar = businessCalendar(given)
        const due = calendar.addOpenTime(from, ms)
        expect(due && calendar.openTimeBetween(from, due)).toBe(ms)
      }),
      { numRuns: 40 },
    )
  })

  it('of two neighbouring spans is that of both together', () => {
    const ahead = fc.integer({ min: 0, max: 20_000 })
    fc.assert(
      fc.property(facts, minute, ahead, ahead, (given, from, one, two) => {
        const calendar = businessCalendar(given)
        const between = new Date(from.getTime() + one * MINUTE_MS)
        const to = new Date(between.getTime() + two * MINUTE_MS)
        const parts = calendar.openTimeBetween(from, between) + calendar.openTimeBetween(between, to)
        expect(calendar.openTimeBetween(from, to)).toBe(parts)
      }),
      { numRuns: 40 },
    )
  })

  it('is as many quarters of an hour as the business is open at', () => {
    fc.assert(
      fc.property(facts, minute, (given, from) => {
        const calendar = businessCalendar(given)
        // Every opening begins and ends on a quarter of an hour, as these do.
        const begin = new Date(Math.ceil(from.getTime() / (15 * MINUTE_MS)) * 15 * MINUTE_MS)
        const quarters = Array.from({ length: 3 * 96 }, (_, n) => new Date(begin.getTime() + n * 15 * MINUTE_MS))
        const open = quarters.filter((quarter) => openingAt(given, quarter).isOpenNow)
        const end = new Date(begin.getTime() + 3 * 24 * HOUR_MS)
        expect(calendar.openTimeBetween(begin, end)).toBe(open.length * 15 * MINUTE_MS)
      }),
      { numRuns: 10 },
    )
  })
})

/** [case, time zone, hours, instant, when they end] */
const CLOSINGS: [string, string, BusinessHours, string, string | null][] = [
  ['in office hours', 'America/New_York', office, '2026-01-05T15:00:00Z', '2026-01-05T22:00:00Z'],
  ['outside them', 'America/New_York', office, '2026-01-05T23:00:00Z', null],
  ['over midnight', 'Europe/London', hours('22:00', '06:00'), '2026-01-05T23:00:00Z', '2026-01-06T06:00:00Z'],
  [
    'whole days that follow on each other',
    'UTC',
    hours('00:00', '00:00'),
    '2026-01-06T12:00:00Z',
    '2026-01-10T00:00:00Z',
  ],
  ['always open', 'UTC', hours('00:00', '00:00', EVERY_DAY), '2026-01-06T12:00:00Z', null],
  ['no day', 'UTC', hours('09:00', '17:00', []), '2026-01-06T12:00:00Z', null],
]

describe('[Y2] the end of business hours', () => {
  it.each(CLOSINGS)('%s', (_, timezone, businessHours, now, end) => {
    expect(closesAt({ timezone, businessHours }, new Date(now))).toEqual(end && new Date(end))
  })
})
