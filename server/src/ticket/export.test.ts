import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TicketId } from '#contracts/ids.ts'
import { createTicket, moveTicket } from '#contracts/ticket/ticket.ts'
import { exportTickets } from '#contracts/ticket/ticket-export.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { makeManyTickets } from './fixture.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

type Person = Awaited<ReturnType<Harness['member']>>

const open = (who: Person, subject: string, customerName = 'Jo') =>
  who.call(createTicket, { body: { id: crypto.randomUUID() as TicketId, subject, description: 'D', customerName } })
const file = async (who: Person, query = '') => (await who.raw(`${exportTickets.path}${query}`)).text()

describe('the export of tickets', () => {
  it('[T9] holds the tickets of the filter, in cells that no spreadsheet runs as a formula', async () => {
    const admin = await h.member(await h.tenant(), 'admin')
    await open(admin, '=HYPERLINK("http://example.com")', '@Jo, Bell')
    const { id } = await open(admin, 'Taken')
    await admin.call(moveTicket, { params: { ticketId: id }, body: { version: 1, status: 'in-progress' } })
    const [heading, row, ...rest] = (await file(admin, '?statuses=open')).trim().split('\r\n')
    expect(heading).toContain('number,subject,status,priority')
    expect(row).toContain(`"'=HYPERLINK(""http://example.com"")",open,medium`)
    expect(row).toContain(`"'@Jo, Bell"`)
    expect(rest).toEqual([])
    expect((await file(admin)).trim().split('\r\n')).toHaveLength(3)
  })

  it('[T9] is for owners and admins of the business alone, and is recorded with its filter', async () => {
    const acme = await h.tenant()
    const [admin, agent] = [await h.member(acme, 'admin'), await h.member(acme)]
    await open(agent, 'Private')
    expect((await agent.raw(exportTickets.path)).status).toBe(403)
    const stranger = await h.member(await h.tenant(), 'admin')
    expect(await file(stranger)).not.toContain('Private')
    expect(await file(admin, '?tags=a&tags=b')).not.toContain('Private')
    const rows = await queryAsOwner<{ actor_id: string; detail: unknown }>(
      h.database.ownerUrl,
      `SELECT actor_id, detail FROM auth.audit_log WHERE tenant_id = $1 AND action = 'tickets_exported'`,
      [acme.tenant.id],
    )
    expect(rows).toEqual([{ actor_id: admin.actor.userId, detail: { filter: { tags: ['a', 'b'] } } }])
  })

  it('[T9] holds each ticket once where they are more than one statement reads', async () => {
    const acme = await h.tenant()
    const admin = await h.member(acme, 'admin')
    await makeManyTickets(h, acme, 2100)
    const numbers = (await file(admin))
      .trim()
      .split('\r\n')
      .slice(1)
      .map((row) => row.split(',')[0])
    expect(numbers).toHaveLength(2100)
    expect(new Set(numbers).size).toBe(2100)
  })
})
