import { describe, expect, it, vi } from 'vitest'
import type { PortalView } from '#contracts/tenant/portal.ts'
import { daysText, hoursText, openingText, usualReply } from './business-hours.ts'

const portal = (more: object) =>
  ({
    isOpenNow: false,
    opensAt: null,
    closesAt: null,
    isTeamAway: false,
    usualReplyMinutes: null,
    businessInfo: { timezone: 'America/New_York' },
    customerExperience: { showResponseTime: true },
    ...more,
  }) as unknown as PortalView
const plain = (text: string) => text.replace(/\s/g, ' ')

describe('texts of business hours', () => {
  it('name days as ranges, in the order of the week', () => {
    expect(daysText(['friday', 'monday', 'wednesday', 'tuesday', 'thursday'])).toBe('Monday to Friday')
    expect(daysText(['sunday', 'monday', 'tuesday'])).toBe('Monday, Tuesday, Sunday')
    expect(daysText(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'])).toBe('Every day')
    const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const
    const hours = hoursText({ start: '09:00', end: '17:00', days: [...weekdays] })
    expect(hours.days).toBe('Monday to Friday')
    expect(plain(hours.times)).toBe('9:00 AM to 5:00 PM')
  })

  it('name the next opening in the business’s time zone, which they name too', () => {
    const now = new Date('2026-11-21T12:00:00Z')
    expect(openingText(portal({ isOpenNow: true }), now)).toBe('Open now')
    expect(plain(openingText(portal({ opensAt: '2026-11-21T14:00:00Z' }), now))).toBe('Opens 9:00 AM EST')
    expect(plain(openingText(portal({ opensAt: '2026-11-23T14:00:00Z' }), now))).toBe('Opens Monday 9:00 AM EST')
    expect(plain(openingText(portal({ opensAt: '2026-11-28T14:00:00Z' }), now))).toBe('Opens Saturday 9:00 AM EST')
    expect(openingText(portal({}), now)).toBe('Closed')
  })

  it('name London’s winter time GMT in every language', () => {
    vi.stubGlobal('document', { cookie: '', documentElement: { lang: 'de' } })
    const london = portal({ opensAt: '2026-11-21T09:00:00Z', businessInfo: { timezone: 'Europe/London' } })
    expect(openingText(london, new Date('2026-11-21T07:00:00Z'))).toMatch(/09:00 GMT$/)
    vi.unstubAllGlobals()
  })

  it('say that it is open only while it is: until its end, in its time zone, and not while the whole team is away', () => {
    const open = portal({ isOpenNow: true, closesAt: '2026-11-21T22:00:00Z' })
    expect(plain(openingText(open, new Date('2026-11-21T21:59:00Z')))).toBe('Open now, until 5:00 PM EST')
    expect(openingText(open, new Date('2026-11-21T22:00:00Z'))).toBe('Closed')
    const opening = portal({ opensAt: '2026-11-21T14:00:00Z' })
    expect(openingText(opening, new Date('2026-11-21T14:00:00Z'))).toBe('Open now')
    expect(openingText({ ...open, isTeamAway: true }, new Date('2026-11-21T21:00:00Z'))).toBe(
      'Nobody is available right now',
    )
  })

  it('name a reply time only where it was measured', () => {
    expect(usualReply(portal({}))).toBe(null)
    expect(usualReply(portal({ usualReplyMinutes: 12.4 }))).toBe('A person usually replies in 12 minutes')
    expect(usualReply(portal({ usualReplyMinutes: 170 }))).toBe('A person usually replies in 3 hours')
    expect(usualReply(portal({ usualReplyMinutes: 12, customerExperience: { showResponseTime: false } }))).toBe(null)
  })
})
