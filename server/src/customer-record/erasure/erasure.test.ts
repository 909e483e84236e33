import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { sendGuestMessage } from '#contracts/conversation/guest-conversation.ts'
import { createAttribute } from '#contracts/customer/attribute.ts'
import { addCustomerNote, changeCustomer, listCustomers, setCustomerBlock } from '#contracts/customer/customer.ts'
import { getCustomerRecord } from '#contracts/customer/customer-record.ts'
import { eraseCustomer } from '#contracts/customer/erasure.ts'
import { mergeCustomers } from '#contracts/customer/merge.ts'
import type { CustomerErasureId, CustomerId, TicketId } from '#contracts/ids.ts'
import { getAssistantReport, getTicketReport } from '#contracts/report/report.ts'
import { listGuestTickets, submitTicket } from '#contracts/ticket/guest-ticket.ts'
import { changeTicket, createTicket, getTicket, sendTicketMessage } from '#contracts/ticket/ticket.ts'
import { sinkMailer } from '#server/notification/fixture.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { startChat, uploadText } from '#test/proof/full-tenant.ts'
import { eraseNext } from './erase-next.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness({ overrides: { mail: sinkMailer() } })
})
afterAll(() => h.stop())

const newId = () => crypto.randomUUID() as never
/** A word that nothing else has, in every text about the person. */
const WORD = 'zebrowski'
const EMAIL = `quentin@${WORD}.example`
const query = <Row extends object>(text: string, values: unknown[] = []) =>
  queryAsOwner<Row & Record<string, unknown>>(h.database.ownerUrl, text, values)

/** The tables in whose rows, all columns as text, the word occurs. */
async function tablesWith(word: string): Promise<string[]> {
  const tables = await query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const [row] = await query<{ n: number }>(`SELECT count(*)::int AS n FROM ${name} x WHERE x::text ILIKE $1`, [
      `%${word}%`,
    ])
    if (row && row.n > 0) found.push(name)
  }
  return found
}

async function filesWith(word: string): Promise<string[]> {
  const all = await readdir(h.platform.config.dataDir, { recursive: true, withFileTypes: true })
  const found: string[] = []
  for (const entry of all.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name)
    if ((await readFile(path)).toString('latin1').toLowerCase().includes(word)) found.push(path)
  }
  return found
}

/** A person with all that the product keeps of one, under two merged customers. */
async function arrange(acme: TestTenant) {
  const [agent, admin, guest] = [
    await h.member(acme, 'agent', 'Kim'),
    await h.member(acme, 'admin'),
    await h.guest(acme),
  ]
  const params = { slug: acme.slug }
  const form = new FormData()
  form.append('file', new Blob([`The bell of ${WORD}`]), `${WORD}.txt`)
  await uploadText(guest, acme.slug)
  const uploaded = await guest.raw(`/api/portal/${acme.slug}/files`, { method: 'POST', body: form })
  const { id: fileId } = (await uploaded.json()) as { id: never }
  const chat = await startChat(guest, acme.slug)
  const message = { id: newId(), body: `Where is the bell of ${WORD}?`, fileIds: [fileId] }
  await guest.call(sendGuestMessage, { params: chat.params, body: message })
  const visit = { page: `https://${WORD}.example/`, source: null, medium: null, campaign: null }
  await query(
    `INSERT INTO message_translation (tenant_id, message_id, language, body)
     SELECT tenant_id, id, 'de', $2 FROM message WHERE id = $1`,
    [message.id, `Wo ist die Klingel von ${WORD}?`],
  )
  await query('UPDATE guest SET visit = $2 WHERE id = $1', [guest.actor.guestId, visit])
  const ticketId: TicketId = newId()
  const name = `Quentin ${WORD}`
  const body = { id: ticketId, name, email: EMAIL, subject: `Bell of ${WORD}`, description: `${WORD} wants a bell` }
  await guest.call(submitTicket, { params, body })
  const original = `Sehr geehrter Herr ${name}, sie kommt.`
  const reply = { id: newId(), body: `Dear ${name}, it comes.`, original, visibility: 'public' as const }
  await agent.call(sendTicketMessage, { params: { ticketId }, body: reply })
  const note = { ...reply, id: newId(), visibility: 'note' as const }
  await agent.call(sendTicketMessage, { params: { ticketId }, body: note })
  const { version } = (await agent.call(getTicket, { params: { ticketId } })).ticket
  await agent.call(changeTicket, { params: { ticketId }, body: { version, priority: 'high' } })
  await query(`UPDATE ticket SET rating = 4, rating_comment = $2, rated_at = now() WHERE id = $1`, [
    ticketId,
    `${WORD}!`,
  ])
  const desk = {
    id: newId(),
    subject: `Horn of ${WORD}`,
    description: 'Too loud',
    customerName: name,
    customerEmail: EMAIL,
  }
  await agent.call(createTicket, { body: desk })
  const { items } = await agent.call(listCustomers, { query: { search: EMAIL } })
  const [one, other] = [items[0]!, items[1]!]
  await agent.call(addCustomerNote, { params: { customerId: one.id }, body: { id: newId(), body: `${WORD} rings` } })
  const attribute = { id: newId(), name: `Size ${crypto.randomUUID()}`, type: 'text' as const }
  await admin.call(createAttribute, { body: attribute })
  const attributes = { [attribute.id]: WORD }
  await agent.call(changeCustomer, { params: { customerId: one.id }, body: { version: 1, attributes } })
  const take = { name: false, plan: false, attributes: [] }
  const merged = { id: newId(), version: 2, from: other.id, fromVersion: 1, take }
  await agent.call(mergeCustomers, { params: { customerId: one.id }, body: merged as never })
  for (const isBlocked of [true, false])
    await agent.call(setCustomerBlock, { params: { customerId: one.id }, body: { isBlocked } })
  return { agent, admin, guest, ticketId, customerId: one.id as CustomerId }
}

const isDone = (id: CustomerErasureId) =>
  vi.waitFor(
    async () => {
      const [row] = await query<{ done: boolean }>(
        `SELECT finished_at IS NOT NULL AS done FROM customer_erasure WHERE id = $1`,
        [id],
      )
      expect(row?.done).toBe(true)
    },
    { timeout: 60_000 },
  )

it('[C2] an erased customer is in no table and no file any more, and tickets, ratings and figures stay as they were', async () => {
  const acme = await h.tenant()
  const { agent, admin, guest, ticketId, customerId } = await arrange(acme)
  expect((await tablesWith(WORD)).length).toBeGreaterThan(8)
  expect(await filesWith(WORD)).toHaveLength(1)
  const today = h.platform.clock.now().toISOString().slice(0, 10)
  const days = { query: { from: today, to: today } as never }
  const figures = async () => [await admin.call(getTicketReport, days), await admin.call(getAssistantReport, days)]
  const before = await figures()
  const { customer } = await agent.call(getCustomerRecord, { params: { customerId } })
  const id: CustomerErasureId = newId()
  const request = { params: { customerId }, body: { id, version: customer.version, confirmation: EMAIL.toUpperCase() } }
  expect((await agent.fail(eraseCustomer, request)).error.code).toBe('forbidden')
  const mistyped = { ...request, body: { ...request.body, confirmation: 'Quentin' } }
  expect(Object.keys((await admin.fail(eraseCustomer, mistyped)).error.fields ?? {})).toEqual(['body.confirmation'])
  const replies = await Promise.all([admin.call(eraseCustomer, request), admin.call(eraseCustomer, request)])
  expect(replies.map((reply) => reply.id)).toEqual([id, id])
  expect((await agent.call(listCustomers, { query: {} })).items).toEqual([])
  expect((await agent.fail(getCustomerRecord, { params: { customerId } })).status).toBe(404)
  await isDone(id)
  expect(await tablesWith(WORD)).toEqual([])
  await vi.waitFor(async () => expect(await filesWith(WORD)).toEqual([]), { timeout: 60_000 })
  expect(await figures()).toEqual(before)
  const { ticket } = await agent.call(getTicket, { params: { ticketId } })
  expect(ticket).toMatchObject({ subject: '[erased]', customerName: 'Erased customer', customerEmail: null, rating: 4 })
  expect((await guest.fail(listGuestTickets, { params: { slug: acme.slug }, query: {} })).status).toBe(401)
  const [audit] = await query<{ n: number }>(
    `SELECT count(*)::int AS n FROM auth.audit_log WHERE action = 'customer_erased' AND tenant_id = $1`,
    [acme.tenant.id],
  )
  expect(audit?.n).toBe(1)
}, 120_000)

it('[D6] a chat of an erased person has ended, so that an answer that was being prepared is not written to it', async () => {
  const acme = await h.tenant()
  const { agent, admin, customerId } = await arrange(acme)
  const { customer } = await agent.call(getCustomerRecord, { params: { customerId } })
  const id: CustomerErasureId = newId()
  const body = { id, version: customer.version, confirmation: EMAIL }
  await admin.call(eraseCustomer, { params: { customerId }, body })
  await isDone(id)
  const states = await query<{ state: string }>(
    `SELECT state FROM conversation WHERE tenant_id = $1 AND channel = 'chat' AND ticket_id IS NULL`,
    [acme.tenant.id],
  )
  expect(states).toEqual([{ state: 'closed' }])
}, 120_000)

it('[C2] an erasure that a killed process left is finished by its next attempt, and a finished one changes nothing', async () => {
  const acme = await h.tenant()
  const { admin, customerId } = await arrange(acme)
  const other = await arrange(await h.tenant())
  const { customer } = await admin.call(getCustomerRecord, { params: { customerId } })
  const id: CustomerErasureId = newId()
  await admin.call(eraseCustomer, {
    params: { customerId },
    body: { id, version: customer.version, confirmation: EMAIL },
  })
  await isDone(id)
  // As if the process had ended before the last conversation: the row is as it was begun.
  await query(`UPDATE customer_erasure SET finished_at = NULL, cleaned_at = NULL, erased_up_to = NULL WHERE id = $1`, [
    id,
  ])
  while (!(await eraseNext(acme.tenant, id)));
  expect(await eraseNext(acme.tenant, id)).toBe(true)
  // The same address at another business is another customer.
  const record = await other.agent.call(getCustomerRecord, { params: { customerId: other.customerId } })
  expect(record.customer.email).toBe(EMAIL)
}, 120_000)
