import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startGuestSession } from '#contracts/customer/guest-session.ts'
import type { TicketId, UserId } from '#contracts/ids.ts'
import { setAvailability } from '#contracts/team/staff.ts'
import { listMembers } from '#contracts/tenant/member.ts'
import { getPortal } from '#contracts/tenant/portal.ts'
import { getTenant } from '#contracts/tenant/tenant.ts'
import { domainParts } from '#server/domains.ts'
import { makeMember } from '#server/identity/fixture.ts'
import { assistant, system } from '#server/platform/actor.ts'
import { buildPlatform } from '#server/platform/build.ts'
import { onEvent, payloadOf } from '#server/platform/event.ts'
import { type Platform, tenantOf } from '#server/platform/platform.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { memberChanged } from './events.ts'
import { makeTenant } from './fixture.ts'
import {
  addMember,
  createTenant,
  findPortal,
  getMember,
  listTicketActivity,
  portalSlugOf,
  recordActivity,
} from './service.ts'

let aheadMs = 0
const clock = { now: () => new Date(Date.now() + aheadMs) }

let h: Harness
beforeAll(async () => {
  h = await startHarness({ overrides: { clock } })
})
afterAll(() => h.stop())

const withConfig = (config: Partial<Platform['config']>, baseUrl = 'https://desk.example.com'): Platform => ({
  ...h.platform,
  baseUrl,
  config: { ...h.platform.config, ...config },
})

describe('[U1] the portal a link names', () => {
  it('shows the public fields of the business and no other', async () => {
    const { slug } = await makeTenant(h.platform, { name: 'Acme', businessInfo: { industry: 'Secret trade' } })
    const view = await h.visitor().call(getPortal, { params: { slug } })
    expect(view).toMatchObject({ slug, name: 'Acme', status: 'ACTIVE', isDemo: false, usualReplyMinutes: null })
    expect(view.businessInfo).toMatchObject({
      companyName: 'Acme',
      timezone: 'America/New_York',
      businessHours: { start: '09:00', end: '17:00', days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] },
    })
    expect(JSON.stringify(view)).not.toContain('Secret trade')
    expect(Object.keys(view)).not.toContain('id')
    expect(Object.keys(view)).not.toContain('aiSettings')
  })

  it('[Y2] says that nobody is there once every member is away', async () => {
    const made = await h.tenant()
    const [ada, ben] = [await h.member(made, 'owner'), await h.member(made, 'agent')]
    const isTeamAway = async () => (await h.visitor().call(getPortal, { params: { slug: made.slug } })).isTeamAway
    expect(await isTeamAway()).toBe(false)
    await ada.call(setAvailability, { body: { availability: 'away' } })
    expect(await isTeamAway()).toBe(false)
    await ben.call(setAvailability, { body: { availability: 'away' } })
    expect(await isTeamAway()).toBe(true)
    await ada.call(setAvailability, { body: { availability: 'available' } })
    expect(await isTeamAway()).toBe(false)
  })

  it('shows whether it is open now in its own time zone', async () => {
    const always = {
      start: '00:00',
      end: '00:00',
      days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const,
    }
    const open = await makeTenant(h.platform, {
      businessInfo: { businessHours: { ...always, days: [...always.days] } },
    })
    const closed = await makeTenant(h.platform, { businessInfo: { businessHours: { ...always, days: [] } } })
    const at = (slug: string) => h.visitor().call(getPortal, { params: { slug } })
    expect(await at(open.slug)).toMatchObject({ isOpenNow: true, opensAt: null })
    expect(await at(closed.slug)).toMatchObject({ isOpenNow: false, opensAt: null })
  })

  it('is found in upper or lower case; an unknown, malformed or hostile slug is not found', async () => {
    const { slug } = await makeTenant(h.platform)
    expect((await h.visitor().call(getPortal, { params: { slug: slug.toUpperCase() } })).slug).toBe(slug)
    for (const wrong of ['no-such', '-x', 'a b', "x'--", 'ä', '..', `${'a'.repeat(60)}-b`]) {
      expect((await h.visitor().fail(getPortal, { params: { slug: wrong } })).status).toBe(404)
    }
  })

  it('shows a suspension within five seconds and refuses guest sessions from then on', async () => {
    const { slug } = await makeTenant(h.platform)
    const start = { params: { slug }, body: {} }
    await h.visitor().call(startGuestSession, start)
    expect((await h.visitor().call(getPortal, { params: { slug } })).status).toBe('ACTIVE')
    await queryAsOwner(h.database.ownerUrl, "UPDATE tenant SET status = 'SUSPENDED' WHERE slug = $1", [slug])
    aheadMs += 5001
    expect((await h.visitor().call(getPortal, { params: { slug } })).status).toBe('SUSPENDED')
    expect((await h.visitor().fail(startGuestSession, start)).status).toBe(404)
  })

  it('is found right after its creation, also when its absence was just cached', async () => {
    const slug = `late-${Date.now()}`
    expect(await findPortal(h.platform, slug)).toBeNull()
    const tenant = await createTenant(h.platform, { slug, name: 'Late' })
    expect((await findPortal(h.platform, slug))?.tenant.id).toBe(tenant.id)
  })

  it('is read once for concurrent requests, and not again while it is cached', async () => {
    const { slug } = await makeTenant(h.platform)
    const query = vi.fn(h.platform.db.query)
    const counting: Platform = { ...h.platform, db: { ...h.platform.db, query } as Platform['db'] }
    await Promise.all(Array.from({ length: 50 }, () => findPortal(counting, slug)))
    await Promise.all(Array.from({ length: 50 }, () => findPortal(counting, 'never-there')))
    expect(query).toHaveBeenCalledTimes(2)
  })

  it('is read again after a database failure', async () => {
    const { slug } = await makeTenant(h.platform)
    let isDown = true
    const shaky: Platform = {
      ...h.platform,
      db: {
        ...h.platform.db,
        query: (text, values) => (isDown ? Promise.reject(new Error('down')) : h.platform.db.query(text, values)),
      },
    }
    await expect(findPortal(shaky, slug)).rejects.toThrow('down')
    isDown = false
    expect((await findPortal(shaky, slug))?.status).toBe('ACTIVE')
  })

  it('is chosen by the query, otherwise the host, otherwise the default', async () => {
    const host = `help-${Date.now()}.customer-domain.example`
    const { slug } = await makeTenant(h.platform, { customDomain: host })
    const platform = withConfig({ baseDomain: 'segue.example', defaultTenant: 'default-shop' })
    const chosen = (given: { query?: string; host: string }) => portalSlugOf(platform, given)
    expect(await chosen({ query: 'Other', host })).toBe('other')
    expect(await chosen({ host: `${host.toUpperCase()}:8443` })).toBe(slug)
    expect(await chosen({ host: 'acme.segue.example' })).toBe('acme')
    for (const elsewhere of [
      'segue.example',
      'desk.example.com',
      'a.b.segue.example',
      'unknown.example',
      '127.0.0.1:3000',
      '[::1]',
      'localhost',
      '',
      "x'.example",
    ])
      expect(await chosen({ host: elsewhere })).toBe('default-shop')
    expect(await portalSlugOf(withConfig({ defaultTenant: null }), { host: 'localhost' })).toBeNull()
  })
})

describe('the business and its team', () => {
  it('is shown to its team with its support link', async () => {
    const acme = await h.tenant('Acme')
    const member = await h.member(acme, 'owner')
    expect(await member.call(getTenant)).toMatchObject({
      slug: acme.slug,
      name: 'Acme',
      branding: { primaryColor: '#38beba', logo: null },
      aiSettings: { escalationThreshold: 3, confidenceThreshold: 0.8 },
      supportUrl: `${h.platform.baseUrl}/support?tenant=${acme.slug}`,
    })
  })

  it('refuses a slug that exists or is malformed', async () => {
    const { slug } = await makeTenant(h.platform)
    await expect(createTenant(h.platform, { slug, name: 'Again' })).rejects.toMatchObject({ code: 'conflict' })
    for (const wrong of ['', 'Ab', 'a b', '-a', 'a'.repeat(65)])
      await expect(createTenant(h.platform, { slug: wrong, name: 'X' })).rejects.toMatchObject({
        code: 'invalid_input',
      })
  })

  it('lists current members by name; removed members and those of other tenants are not found', async () => {
    const [acme, other] = [await h.tenant(), await h.tenant()]
    const bea = await h.member(acme, 'agent', 'Bea')
    const { actor: al } = await makeMember(acme.tenant, { name: 'Al', role: 'admin' })
    const { actor: cy } = await makeMember(acme.tenant, { name: 'Cy' })
    const { actor: di } = await makeMember(other.tenant, { name: 'Di' })
    await queryAsOwner(h.database.ownerUrl, 'UPDATE member SET removed_at = now() WHERE user_id = $1', [cy.userId])
    expect((await bea.call(listMembers)).items).toEqual([
      { id: al.userId, name: 'Al', email: al.email, role: 'admin', availability: 'available' },
      { id: bea.actor.userId, name: 'Bea', email: bea.email, role: 'agent', availability: 'available' },
    ])
    const found = (userId: UserId) => acme.tenant.tx((t) => getMember(t, userId))
    expect((await found(al.userId)).name).toBe('Al')
    for (const gone of [cy.userId, di.userId]) await expect(found(gone)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('emits member.changed when a member is added or gets another role', async () => {
    const { tenant } = await h.tenant()
    const payloads: unknown[] = []
    const record = onEvent(memberChanged, async (_, facts) => void payloads.push(payloadOf(memberChanged, facts)))
    const built = await buildPlatform(
      h.platform.config,
      { ...domainParts, eventHandlers: () => [record] },
      { isMigrated: true },
    )
    try {
      const person = { userId: randomUUID() as UserId, name: 'Kim', email: 'kim@example.com' }
      for (const role of ['agent', 'admin'] as const) {
        await tenantOf(built.platform, tenant.id).tx((t) => addMember(t, { ...person, role }))
      }
      const member = { id: person.userId, name: 'Kim', email: 'kim@example.com' }
      expect(payloads).toEqual([
        { member: { ...member, role: 'agent', availability: 'available' }, previousRole: null },
        { member: { ...member, role: 'admin', availability: 'available' }, previousRole: 'agent' },
      ])
    } finally {
      await built.close()
    }
  })
})

describe('the activity log', () => {
  it('[T2] lists actor and action of a ticket’s changes, newest first, for this tenant only', async () => {
    const [acme, other] = [await h.tenant(), await h.tenant()]
    const { actor } = await makeMember(acme.tenant, { name: 'Robin' })
    const ticketId = crypto.randomUUID() as TicketId
    const guest = { kind: 'guest', guestId: crypto.randomUUID(), isReturning: false } as never
    for (const who of [guest, assistant, actor, system]) {
      await acme.tenant.tx((t) =>
        recordActivity(t, who, { action: () => 'Did it', type: 'ticket_update', ticketId, ticketSubject: 'Help' }),
      )
      aheadMs += 10
    }
    const entries = await acme.tenant.tx((t) => listTicketActivity(t, ticketId))
    expect(entries.map((row) => [row.actorName, row.actorEmail])).toEqual([
      ['Segue', null],
      ['Robin', actor.email],
      ['AI assistant', null],
      ['Guest', null],
    ])
    expect(entries[1]).toMatchObject({ actorId: actor.userId, ticketSubject: 'Help', type: 'ticket_update' })
    expect(await acme.tenant.tx((t) => listTicketActivity(t, ticketId, 2))).toHaveLength(2)
    expect(await other.tenant.tx((t) => listTicketActivity(t, ticketId))).toEqual([])
  })

  it('is append-only for the serving role', async () => {
    const { tenant } = await h.tenant()
    for (const statement of ['UPDATE activity_log SET action = $1', 'DELETE FROM activity_log WHERE action = $1']) {
      await expect(tenant.tx((t) => t.sql(statement, ['x']))).rejects.toMatchObject({ code: '42501' })
    }
    for (const statement of ['SELECT 1 FROM auth.audit_log', 'DELETE FROM auth.audit_log']) {
      await expect(h.platform.db.query(statement)).rejects.toMatchObject({ code: '42501' })
    }
  })
})
