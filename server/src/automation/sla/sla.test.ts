import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dryRunSla, getSlaSettings, getTicketSla, saveSlaSettings } from '#contracts/automation/sla.ts'
import type { MessageId, TicketId } from '#contracts/ids.ts'
import { getSettings, saveSettings } from '#contracts/tenant/settings.ts'
import { submitTicket } from '#contracts/ticket/guest-ticket.ts'
import { changeTicket, getTicket, moveTicket, sendTicketMessage } from '#contracts/ticket/ticket.ts'
import { checkSla, workOnEvents } from '#server/automation/jobs.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { DEFAULT_SLA } from './defaults.ts'

// A Friday, ten in the morning in New York, the time zone of the test tenants.
const MORNING = Date.parse('2026-03-06T15:00:00Z')
let now = MORNING
const at = (instant: string) => {
  now = Date.parse(instant)
}

let h: Harness
beforeAll(async () => {
  h = await startHarness({ env: { ROLE: 'web' }, overrides: { clock: { now: () => new Date(now) } } })
})
beforeEach(() => {
  now = MORNING
})
afterAll(() => h.stop())

type Person = Awaited<ReturnType<Harness['member']>>

async function withSla(): Promise<{ acme: TestTenant; owner: Person }> {
  const acme = await h.tenant()
  const owner = await h.member(acme, 'owner')
  await owner.call(saveSlaSettings, { body: { version: 1, isOn: true, policy: DEFAULT_SLA } })
  return { acme, owner }
}

async function submit(acme: TestTenant): Promise<TicketId> {
  const id = crypto.randomUUID() as TicketId
  const body = { id, name: 'Jo', email: 'jo@example.com', subject: 'Help', description: 'D' }
  await (await h.guest(acme)).call(submitTicket, { params: { slug: acme.slug }, body })
  return id
}

const work = () => workOnEvents.run(h.platform)
const slaOf = async (who: Person, ticketId: TicketId) => (await who.call(getTicketSla, { params: { ticketId } })).sla
const versionOf = async (who: Person, ticketId: TicketId) =>
  (await who.call(getTicket, { params: { ticketId } })).ticket.version
const eventsOf = (acme: TestTenant) =>
  queryAsOwner<{ triggers: string[] }>(
    h.database.ownerUrl,
    'SELECT triggers FROM automation_event WHERE tenant_id = $1 ORDER BY id',
    [acme.tenant.id],
  )

describe('agreed times', () => {
  it('[T12] are off at first, and nothing of a ticket is stored for them', async () => {
    const acme = await h.tenant()
    const owner = await h.member(acme, 'owner')
    expect(await owner.call(getSlaSettings)).toMatchObject({ isOn: false, version: 1, policy: DEFAULT_SLA })
    const id = await submit(acme)
    expect(await eventsOf(acme)).toEqual([])
    await work()
    expect(await slaOf(owner, id)).toBeNull()
  })

  it('[T12] follow what happens to a ticket: reply, waiting, priority, resolution', async () => {
    const { acme, owner } = await withSla()
    const id = await submit(acme)
    const params = { ticketId: id }
    await work()
    expect(await slaOf(owner, id)).toMatchObject({
      state: 'running',
      // Eight hours of business from ten on Friday: seven until five, one on Monday from nine, in daylight saving time.
      clocks: { firstReply: { dueAt: '2026-03-09T14:00:00.000Z' } },
    })
    at('2026-03-06T16:00:00Z')
    await owner.call(changeTicket, { params, body: { version: await versionOf(owner, id), priority: 'high' } })
    await work()
    expect((await slaOf(owner, id))?.clocks.firstReply?.dueAt).toBe('2026-03-06T19:00:00.000Z')
    const message = { id: crypto.randomUUID() as MessageId, body: 'Hello', visibility: 'public' as const }
    await owner.call(sendTicketMessage, { params, body: message })
    await owner.call(moveTicket, { params, body: { version: await versionOf(owner, id), status: 'waiting' } })
    await work()
    expect(await slaOf(owner, id)).toMatchObject({
      state: 'paused',
      clocks: { firstReply: { endedAt: '2026-03-06T16:00:00.000Z' }, resolution: { dueAt: null } },
    })
    await owner.call(moveTicket, { params, body: { version: await versionOf(owner, id), status: 'resolved' } })
    await work()
    expect((await slaOf(owner, id))?.state).toBe('met')
    expect(await eventsOf(acme)).toEqual([])
  })

  it('[T12] are reported once each as a warning and a breach, also by two processes at once', async () => {
    const { acme, owner } = await withSla()
    const id = await submit(acme)
    await work()
    const check = () => Promise.all([checkSla.run(h.platform), checkSla.run(h.platform)])
    at('2026-03-06T21:00:00Z')
    await check()
    await check()
    expect((await slaOf(owner, id))?.state).toBe('soon')
    expect((await eventsOf(acme)).map(({ triggers }) => triggers)).toEqual([['sla_warned']])
    at('2026-03-09T14:00:00Z')
    await check()
    await check()
    expect((await slaOf(owner, id))?.state).toBe('breached')
    expect((await eventsOf(acme)).map(({ triggers }) => triggers)).toEqual([['sla_warned'], ['sla_breached']])
  })

  it('[T12] are worked on once by two processes, and again where the first was ended in between', async () => {
    const { acme, owner } = await withSla()
    const id = await submit(acme)
    const stopped = acme.tenant.tx(async (t) => {
      await t.sql('DELETE FROM automation_event WHERE tenant_id = $1', [t.tenantId])
      throw new Error('the process ended')
    })
    await expect(stopped).rejects.toThrow('the process ended')
    await Promise.all([work(), work()])
    expect((await slaOf(owner, id))?.state).toBe('running')
    expect(await eventsOf(acme)).toEqual([])
  })

  it('[T12] are due later with a new holiday', async () => {
    const { acme, owner } = await withSla()
    const id = await submit(acme)
    await work()
    const { version } = await owner.call(getSettings)
    const holidays = [{ day: '2026-03-09', name: 'Founders’ day', everyYear: true }]
    await owner.call(saveSettings, { body: { version, businessInfo: { holidays } } })
    expect((await owner.call(getSettings)).businessInfo.holidays).toEqual(holidays)
    const { recalculateSla } = await import('./recalculate.ts')
    await recalculateSla.run(h.platform, { tenantId: acme.tenant.id })
    expect((await slaOf(owner, id))?.clocks.firstReply?.dueAt).toBe('2026-03-10T14:00:00.000Z')
  })

  it('[T12] are tried over past tickets before they are switched on, without a change of any', async () => {
    const acme = await h.tenant()
    const owner = await h.member(acme, 'owner')
    const answered = await submit(acme)
    const late = await submit(acme)
    const message = (body: string) => ({ id: crypto.randomUUID() as MessageId, body, visibility: 'public' as const })
    at('2026-03-06T16:00:00Z')
    await owner.call(sendTicketMessage, { params: { ticketId: answered }, body: message('In time') })
    at('2026-03-09T15:00:00Z')
    await owner.call(sendTicketMessage, { params: { ticketId: late }, body: message('An hour late') })
    const tried = await owner.call(dryRunSla, { body: { policy: DEFAULT_SLA, days: 30 } })
    expect(tried).toMatchObject({
      tickets: 2,
      isPartial: false,
      results: { firstReply: { met: 1, breached: 1, open: 0 }, resolution: { met: 0, breached: 0, open: 2 } },
      rows: [{ ticketId: late, target: 'firstReply', dueAt: '2026-03-09T14:00:00.000Z' }],
    })
    expect(await slaOf(owner, late)).toBeNull()
  })

  it('[T12] are tried over tickets whose thread does not say that they were resolved, too', async () => {
    const acme = await h.tenant()
    const owner = await h.member(acme, 'owner')
    await submit(acme)
    at('2026-03-06T16:00:00Z')
    await acme.tenant.tx((t) =>
      t.sql(`UPDATE ticket SET status = 'resolved', resolved_at = $2 WHERE tenant_id = $1`, [t.tenantId, t.now]),
    )
    const { results } = await owner.call(dryRunSla, { body: { policy: DEFAULT_SLA, days: 30 } })
    expect(results.resolution).toEqual({ met: 1, breached: 0, open: 0 })
  })

  it('[T12] are changed by owners and admins, of two who save at once by the first', async () => {
    const { acme, owner } = await withSla()
    const agent = await h.member(acme, 'agent')
    const body = { version: 2, isOn: false, policy: DEFAULT_SLA }
    await expect(agent.call(saveSlaSettings, { body })).rejects.toMatchObject({ status: 403 })
    expect((await agent.call(getSlaSettings)).can.edit).toBe(false)
    const id = await submit(acme)
    await work()
    await owner.call(saveSlaSettings, { body })
    await expect(owner.call(saveSlaSettings, { body })).rejects.toMatchObject({ status: 409 })
    expect(await slaOf(owner, id)).toBeNull()
  })
})
