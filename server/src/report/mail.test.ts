import { afterAll, beforeAll, expect, it } from 'vitest'
import { getPreferences, type NotificationEvent, savePreferences } from '#contracts/notification/preferences.ts'
import { getSettings, saveSettings } from '#contracts/tenant/settings.ts'
import { unsubscribeUrl } from '#server/notification/unsubscribe.ts'
import { dayIn, startOfDay } from '#server/tenant/service.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { makeTickets } from './fixture.ts'
import { mailReports } from './mail.ts'
import { shiftDay } from './period.ts'
import { nextDue, type Rhythm, reportedDays } from './rhythm.ts'

let h: Harness
let aheadMs = 0
beforeAll(async () => {
  h = await startHarness({ overrides: { clock: { now: () => new Date(Date.now() + aheadMs) } } })
})
afterAll(() => h.stop())

/** Who was mailed a report of this rhythm, once for each mail. */
const mailed = async ({ tenant }: TestTenant, rhythm: Rhythm) =>
  queryAsOwner<{ to: string; text: string }>(
    h.database.ownerUrl,
    `SELECT "to", text FROM email_notification WHERE tenant_id = $1 AND type = $2 ORDER BY "to"`,
    [tenant.id, `report_${rhythm}`],
  )

it('[S6] reports are due at eight of the business’s time zone: each day, on Mondays, on the first; about the last whole period', () => {
  const berlin = 'Europe/Berlin'
  const from = new Date('2026-03-27T07:00:00Z')
  expect(nextDue('daily', from, berlin)).toEqual(new Date('2026-03-28T07:00:00Z'))
  // The clock is put forward on 29 March.
  expect(nextDue('weekly', from, berlin)).toEqual(new Date('2026-03-30T06:00:00Z'))
  expect(nextDue('monthly', from, berlin)).toEqual(new Date('2026-04-01T06:00:00Z'))
  const monday = new Date('2026-03-30T06:00:00Z')
  expect(reportedDays('daily', monday, berlin)).toEqual({ from: '2026-03-29', to: '2026-03-29' })
  expect(reportedDays('weekly', monday, berlin)).toEqual({ from: '2026-03-23', to: '2026-03-29' })
  expect(reportedDays('monthly', monday, berlin)).toEqual({ from: '2026-02-01', to: '2026-02-28' })
})

it('[S6] a report is mailed once to each member who chose it, also by two processes at once; not when nothing happened', async () => {
  const acme = await h.tenant()
  const [admin, agent] = [await h.member(acme, 'admin'), await h.member(acme)]
  const timezone = 'America/New_York'
  const runAt = async (due: Date) => {
    aheadMs = due.getTime() - Date.now()
    const other = await h.secondNode()
    await Promise.all([mailReports.run(h.platform), mailReports.run(other.platform), mailReports.run(h.platform)])
    await other.stop()
  }
  const choose = async (event: NotificationEvent, mail: boolean) => {
    const { choices, mailRhythm } = await agent.call(getPreferences, {})
    const chosen = { ...choices, [event]: { ...choices[event], mail } }
    await agent.call(savePreferences, { body: { mailRhythm: mailRhythm && 'daily', choices: chosen } })
  }
  await choose('daily_report', true)
  await choose('monthly_report', true)
  await mailReports.run(h.platform)
  const createdAt = new Date()
  await makeTickets(h, acme, [{ createdAt, firstResponseAt: new Date(createdAt.getTime() + 600_000) }])
  const dayAfter = startOfDay(timezone, shiftDay(dayIn(timezone, createdAt), 1))

  // Daily reports are switched off for the whole business by default.
  const { version } = await admin.call(getSettings, {})
  await admin.call(saveSettings, { body: { version, notifications: { dailyReports: true } } })
  await runAt(nextDue('daily', dayAfter, timezone))
  const daily = await mailed(acme, 'daily')
  expect(daily.map(({ to }) => to)).toEqual([admin.email, agent.email].sort())
  expect(daily[0]?.text).toContain('Tickets created: 1 (+1)')
  expect(daily[0]?.text).toContain('First response (median): 10 min')

  const url = unsubscribeUrl(h.platform, acme.tenant.id, { type: 'report_monthly', userId: admin.actor.userId })
  expect((await fetch(url ?? '', { method: 'POST' })).status).toBe(204)
  await runAt(nextDue('monthly', createdAt, timezone))
  expect((await mailed(acme, 'monthly')).map(({ to }) => to)).toEqual([agent.email])
  // The day before the first of the month had no ticket.
  expect(await mailed(acme, 'daily')).toHaveLength(2)
})
