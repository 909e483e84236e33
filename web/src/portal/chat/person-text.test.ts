import { expect, it } from 'vitest'
import type { PortalView } from '#contracts/tenant/portal.ts'
import { personText } from './person-text.ts'

const portal = (more: Partial<PortalView>, days: string[] = ['monday']) =>
  ({
    isOpenNow: false,
    opensAt: '2026-03-09T09:00:00Z',
    usualReplyMinutes: 12,
    customerExperience: { showResponseTime: true },
    businessInfo: { timezone: 'UTC', businessHours: { start: '09:00', end: '17:00', days } },
    ...more,
  }) as unknown as PortalView
const FRIDAY = new Date('2026-03-06T20:00:00Z')
const USUAL = 'A person usually replies in 12 minutes'

it('[H5] who waits for a person is told how soon one replies, and outside hours when the business opens and that the answer comes by mail', () => {
  expect(personText(portal({ isOpenNow: true }), FRIDAY)).toBe(USUAL)
  expect(personText(portal({}), FRIDAY)).toMatch(/^Opens Monday 9:00.AM UTC\. The answer comes here and by email\.$/)
  expect(personText(portal({}), new Date('2026-03-09T09:01:00Z'))).toBe(USUAL)
  expect(personText(portal({ opensAt: null }, []), FRIDAY)).toBe(USUAL)
  expect(personText(portal({ isOpenNow: true, usualReplyMinutes: null }), FRIDAY)).toBeNull()
})
