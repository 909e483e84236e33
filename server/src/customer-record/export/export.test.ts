import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendGuestMessage } from '#contracts/conversation/guest-conversation.ts'
import { createAttribute } from '#contracts/customer/attribute.ts'
import { addCustomerNote, changeCustomer, listCustomers } from '#contracts/customer/customer.ts'
import { exportCustomer as endpoint } from '#contracts/customer/customer-export.ts'
import { getCustomerRecord } from '#contracts/customer/customer-record.ts'
import type { CustomerId, TicketId } from '#contracts/ids.ts'
import { submitTicket } from '#contracts/ticket/guest-ticket.ts'
import { sendTicketMessage } from '#contracts/ticket/ticket.ts'
import { makeMerge } from '#server/customer/fixture.ts'
import { pathOf, type TestClient } from '#test/client.ts'
import { measureCall } from '#test/database-use.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { startChat } from '#test/proof/full-tenant.ts'
import { exportCustomer } from './export.ts'

let h: Harness
beforeAll(async () => {
  // No jobs: a statement of theirs that waited for a connection would be counted.
  h = await startHarness({ env: { ROLE: 'web' } })
})
afterAll(() => h.stop())

const newId = () => crypto.randomUUID() as never
const pathFor = (customerId: CustomerId) => pathOf(endpoint, { params: { customerId } })
const query = <Row extends object>(text: string, values: unknown[]) =>
  queryAsOwner<Row & Record<string, unknown>>(h.database.ownerUrl, text, values)

type Message = { body: string; visibility: string; files: { name: string; base64: string | null }[] }
type Exported = Record<'customers' | 'visits' | 'notes' | 'memories', Record<string, unknown>[]> & {
  conversations: { channel: string; ticket: Record<string, unknown> | null; messages: Message[] }[]
}
const read = async (who: TestClient, id: CustomerId) => (await (await who.raw(pathFor(id))).json()) as Exported

/** A person with a chat, a file in it, a ticket with a note about it, an attribute, a note, and a merged customer. */
async function arrange(acme: TestTenant, text: Buffer, name = 'Quentin') {
  const [agent, admin, guest] = [
    await h.member(acme, 'agent', 'Kim'),
    await h.member(acme, 'admin'),
    await h.guest(acme),
  ]
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(text)]), 'bell.txt')
  const uploaded = await guest.raw(`/api/portal/${acme.slug}/files`, { method: 'POST', body: form })
  const { id: fileId } = (await uploaded.json()) as { id: never }
  const chat = await startChat(guest, acme.slug)
  const message = { id: newId(), body: 'The bell', fileIds: [fileId] }
  await guest.call(sendGuestMessage, { params: chat.params, body: message })
  const ticketId: TicketId = newId()
  const body = { id: ticketId, name, email: `${name}@example.org`, subject: 'Bell', description: 'Dull' }
  await guest.call(submitTicket, { params: { slug: acme.slug }, body })
  const note = { id: newId(), body: 'He rings often', visibility: 'note' as const }
  await agent.call(sendTicketMessage, { params: { ticketId }, body: note })
  await query('UPDATE ticket SET rating = 4, rating_comment = $2, rated_at = now() WHERE id = $1', [ticketId, 'Loud'])
  const { items } = await agent.call(listCustomers, { query: { search: name } })
  const customerId = items[0]?.id as CustomerId
  await agent.call(addCustomerNote, { params: { customerId }, body: { id: newId(), body: 'Likes brass' } })
  const attribute = { id: newId(), name: `Bell of ${name}`, type: 'text' as const }
  await admin.call(createAttribute, { body: attribute })
  const attributes = { [attribute.id]: 'XL' }
  await agent.call(changeCustomer, { params: { customerId }, body: { version: 1, attributes } })
  return { agent, admin, customerId, ticketId, merged: await makeMerge(acme.tenant, agent.actor, customerId) }
}

describe('the export of a customer', () => {
  it('[C2] holds all that is stored of the person: merged customers, attributes, notes, memory, every message, rating and file', async () => {
    const acme = await h.tenant()
    const text = Buffer.from(randomBytes(90_000).toString('hex'))
    const { admin, customerId, ticketId, merged } = await arrange(acme, text)
    await arrange(acme, Buffer.from('of another one'), 'Robin')
    await query(
      `INSERT INTO message (tenant_id, id, conversation_id, seq, changed_seq, author, body)
       SELECT k.tenant_id, gen_random_uuid(), k.conversation_id, n, n, 'customer', 'Ding ' || n
       FROM ticket k, generate_series(100, 219) n WHERE k.id = $1`,
      [ticketId],
    )
    const file = await read(admin, merged.part)
    expect(file.customers.map(({ id }) => id).sort()).toEqual([customerId, merged.part].sort())
    expect(file.customers).toContainEqual(
      expect.objectContaining({ name: 'Quentin', emailStatus: 'claimed', attributes: { 'Bell of Quentin': 'XL' } }),
    )
    expect(file.notes).toMatchObject([{ author: 'Kim', body: 'Likes brass' }])
    expect(file.visits).toHaveLength(1)
    expect(file.memories).toHaveLength(1)
    expect(file.conversations.map(({ channel }) => channel).sort()).toEqual(['chat', 'form'])
    const chat = file.conversations.find(({ channel }) => channel === 'chat')
    const attached = chat?.messages.flatMap(({ files }) => files)
    expect(attached).toMatchObject([{ name: 'bell.txt' }])
    const bytes = Buffer.from(attached?.[0]?.base64 ?? '', 'base64')
    const hash = (of: Buffer) => createHash('sha256').update(of).digest('hex')
    expect([bytes.length, hash(bytes)]).toEqual([text.length, hash(text)])
    const form = file.conversations.find(({ channel }) => channel === 'form')
    expect(form?.ticket).toMatchObject({ subject: 'Bell', rating: 4, ratingComment: 'Loud' })
    expect(form?.messages).toContainEqual(expect.objectContaining({ body: 'He rings often', visibility: 'note' }))
    const dings = form?.messages.filter(({ body }) => body.startsWith('Ding ')) ?? []
    expect(new Set(dings.map(({ body }) => body)).size).toBe(120)
    expect(dings).toHaveLength(120)
  })

  it('[C2] is for owners and admins of the business alone, is recorded, and says of a lost file that it is gone', async () => {
    const acme = await h.tenant()
    const { agent, admin, customerId } = await arrange(acme, Buffer.from('ding'))
    expect((await agent.raw(pathFor(customerId))).status).toBe(403)
    const can = async (who: typeof agent) => (await who.call(getCustomerRecord, { params: { customerId } })).can.export
    expect([await can(agent), await can(admin)]).toEqual([false, true])
    expect((await (await h.member(await h.tenant(), 'admin')).raw(pathFor(customerId))).status).toBe(404)
    await query(`UPDATE file SET storage_key = repeat('0', 32) WHERE tenant_id = $1`, [acme.tenant.id])
    const response = await admin.raw(pathFor(customerId))
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="customer-[0-9a-f]{8}\.json"$/)
    const { conversations } = (await response.json()) as Exported
    expect(conversations.flatMap(({ messages }) => messages.flatMap(({ files }) => files))).toMatchObject([
      { name: 'bell.txt', base64: null },
    ])
    const rows = await query<{ actor_id: string; detail: unknown }>(
      `SELECT actor_id, detail FROM auth.audit_log WHERE tenant_id = $1 AND action = 'customer_exported'`,
      [acme.tenant.id],
    )
    expect(rows).toEqual([{ actor_id: admin.actor.userId, detail: { customerId, customers: 2 } }])
  })

  it('[C2] reads as many pages as it has conversations and messages, and nothing before the file is asked for', async () => {
    const acme = await h.tenant()
    const { admin, customerId } = await arrange(acme, Buffer.from('ding'))
    const origin = { address: null, requestId: null }
    const begun = await measureCall(() => exportCustomer(acme.tenant, admin.actor, customerId, origin))
    expect(begun.statements).toBe(3)
    const whole = await measureCall(async () => {
      for await (const _ of await exportCustomer(acme.tenant, admin.actor, customerId, origin));
    })
    // Beside these: four of the person, one page of conversations, and one of messages for each of the two.
    expect(whole.statements - begun.statements).toBe(7)
  })
})
