import { describe, expect, it } from 'vitest'
import type { BusinessHours, Weekday } from '#contracts/tenant/tenant.ts'
import { openingAt } from './hours.ts'

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
