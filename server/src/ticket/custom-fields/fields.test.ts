import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import type { BulkChangeId, MacroId, MessageId, SavedViewId, TicketFieldId, TicketId } from '#contracts/ids.ts'
import { getBulkChange, startBulkChange, undoBulkChange } from '#contracts/ticket/bulk-change.ts'
import { listFormFields, submitTicket } from '#contracts/ticket/guest-ticket.ts'
import { applyMacro, createMacro } from '#contracts/ticket/macro.ts'
import { createSavedView, listSavedViews } from '#contracts/ticket/saved-view.ts'
import { changeTicket, createTicket, getTicket, listTickets, moveTicket } from '#contracts/ticket/ticket.ts'
import {
  archiveTicketField,
  changeTicketField,
  createTicketField,
  listTicketFields,
  MAX_TICKET_FIELDS,
  orderTicketFields,
} from '#contracts/ticket/ticket-field.ts'
import { change } from '#server/ticket/commands.ts'
import { measureCall } from '#test/database-use.ts'
import { type Harness, startHarness } from '#test/harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness({ env: { ROLE: 'web' } })
})
afterAll(() => h.stop())

const newId = <Id extends string>() => crypto.randomUUID() as Id
type Person = Awaited<ReturnType<Harness['member']>>
type Definition = Partial<z.input<typeof createTicketField.body>>

async function business() {
  const acme = await h.tenant()
  return { acme, admin: await h.member(acme, 'admin'), agent: await h.member(acme, 'agent', 'Ann') }
}

const field = (who: Person, key: string, given: Definition = {}) =>
  who.call(createTicketField, { body: { id: newId<TicketFieldId>(), key, name: key, type: 'text', ...given } })

const open = (who: Person) =>
  who.call(createTicket, { body: { id: newId<TicketId>(), subject: 'A lamp', description: 'D' } })

const read = async (who: Person, ticketId: TicketId) => who.call(getTicket, { params: { ticketId } })
const fill = async (who: Person, ticketId: TicketId, customFields: Record<TicketFieldId, unknown>) =>
  who.call(changeTicket, {
    params: { ticketId },
    body: { version: (await read(who, ticketId)).ticket.version, customFields: customFields as never },
  })
const refusal = async (who: Person, ticketId: TicketId, customFields: Record<TicketFieldId, unknown>) =>
  who.fail(changeTicket, {
    params: { ticketId },
    body: { version: (await read(who, ticketId)).ticket.version, customFields: customFields as never },
  })

describe('the fields of a business on its tickets', () => {
  it('[T5] take values that fit their type, and refuse others with a sentence at the field', async () => {
    const { admin, agent } = await business()
    const { id: ticketId } = await open(agent)
    const options = ['new', 'used']
    const cases = [
      ['text', [], 'A-1', 7, 'text'],
      ['number', [], 12.5, 'twelve', 'number'],
      ['date', [], '2026-11-23', '23.11.2026', 'date'],
      ['yes_no', [], false, 'no', 'yes or no'],
      ['choice', options, 'used', 'broken', 'options'],
      ['choices', options, ['new', 'used'], ['new', 'broken'], 'options'],
      ['link', [], 'https://example.com/a', 'javascript:alert(1)', 'web address'],
    ] as const
    for (const [type, choices, good, wrong, words] of cases) {
      const { id } = await field(admin, `f_${type}`, { type, options: [...choices] })
      expect((await fill(agent, ticketId, { [id]: good })).customFields[id]).toEqual(good)
      const refused = await refusal(agent, ticketId, { [id]: wrong })
      expect(refused.status).toBe(400)
      expect(refused.error.fields?.[`body.customFields.${id}`]).toContain(words)
    }
    const { activity } = await read(agent, ticketId)
    expect(activity.map(({ action }) => action)).toContain('f_choices set to new, used')
  })

  it('[T5] of two members who change a ticket at once the second gets the ticket as it is now; nothing is lost', async () => {
    const { admin, agent } = await business()
    const { id } = await field(admin, 'order')
    const { id: other } = await field(admin, 'product')
    const { id: ticketId, version } = await open(agent)
    const set = (customFields: Record<string, string>) => ({
      params: { ticketId },
      body: { version, customFields: customFields as never },
    })
    await agent.call(changeTicket, set({ [id]: 'A-1' }))
    const refused = await admin.fail(changeTicket, set({ [other]: 'Lamp' }))
    expect(refused.error).toMatchObject({ code: 'conflict', current: { customFields: { [id]: 'A-1' } } })
    expect((await fill(admin, ticketId, { [other]: 'Lamp' })).customFields).toEqual({ [id]: 'A-1', [other]: 'Lamp' })
    expect((await fill(admin, ticketId, { [id]: null })).customFields).toEqual({ [other]: 'Lamp' })
  })

  it('[T5] a field that is required later keeps existing tickets as they are, and names itself when one is resolved', async () => {
    const { admin, agent } = await business()
    const one = await field(admin, 'order', { name: 'Order number' })
    const { id: ticketId } = await open(agent)
    await agent.call(moveTicket, { params: { ticketId }, body: { version: 1, status: 'in-progress' } })
    const content = { name: 'Order number', required: 'resolve' } as const
    await admin.call(changeTicketField, { params: { ticketFieldId: one.id }, body: { version: 1, ...content } })
    const resolve = async () => ({
      params: { ticketId },
      body: { version: (await read(agent, ticketId)).ticket.version, status: 'resolved' as const },
    })
    const refused = await agent.fail(moveTicket, await resolve())
    expect(refused.error).toMatchObject({
      code: 'conflict',
      message: 'Fill in "Order number" before you resolve this ticket.',
    })
    await fill(agent, ticketId, { [one.id]: 'A-1' })
    expect((await agent.call(moveTicket, await resolve())).status).toBe('resolved')
  })

  it('[T5] belong to their business: another one’s is not found, and agents may not change them', async () => {
    const { admin, agent } = await business()
    const stranger = await business()
    const { id } = await field(stranger.admin, 'order')
    const { id: ticketId } = await open(agent)
    expect((await refusal(agent, ticketId, { [id]: 'A-1' })).status).toBe(404)
    const body = { id: newId<TicketFieldId>(), key: 'order', name: 'Order', type: 'text' as const }
    expect((await agent.fail(createTicketField, { body })).status).toBe(403)
    expect((await agent.call(listTicketFields)).can.edit).toBe(false)
    expect((await admin.fail(orderTicketFields, { body: { ids: [id] } })).status).toBe(404)
  })

  it('[T5] are at most fifty, have names and keys of their own, an order, and a version that two admins at once cannot lose', async () => {
    const { admin } = await business()
    const first = await field(admin, 'first')
    const second = await field(admin, 'second')
    const taken = { id: newId<TicketFieldId>(), key: 'third', name: 'FIRST', type: 'text' as const }
    expect((await admin.fail(createTicketField, { body: taken })).error.reason).toBe('name_taken')
    const sameKey = { ...taken, key: 'first', name: 'Third' }
    expect((await admin.fail(createTicketField, { body: sameKey })).error.reason).toBe('key_taken')
    const ordered = await admin.call(orderTicketFields, { body: { ids: [second.id, first.id] } })
    expect(ordered.items.map(({ key }) => key)).toEqual(['second', 'first'])
    expect((await admin.fail(orderTicketFields, { body: { ids: [first.id] } })).status).toBe(409)
    const changing = { params: { ticketFieldId: first.id }, body: { version: 1, name: 'Changed' } }
    await admin.call(changeTicketField, changing)
    expect((await admin.fail(changeTicketField, changing)).error).toMatchObject({
      code: 'conflict',
      current: { name: 'Changed', version: 2 },
    })
    for (let n = 2; n < MAX_TICKET_FIELDS; n += 1) await field(admin, `more_${n}`)
    const tooMany = { body: { ...taken, key: 'more', name: 'More' } }
    expect((await admin.fail(createTicketField, tooMany)).error.message).toContain('at most 50')
  })
})

describe('an archived field', () => {
  it('[T11] keeps its values, is no longer required, and a view that filters by it says so', async () => {
    const { admin, agent } = await business()
    const options = ['new', 'used']
    const { id } = await field(admin, 'state', { type: 'choice', options, required: 'resolve' })
    const { id: ticketId } = await open(agent)
    await fill(agent, ticketId, { [id]: 'used' })
    await open(agent)
    const filter = { fields: [`${id}:used`] }
    const listed = async () => (await agent.call(listTickets, { query: filter })).items.map((row) => row.id)
    expect(await listed()).toEqual([ticketId])
    const body = { id: newId<SavedViewId>(), name: 'Used', audience: 'own' as const, filter }
    expect(await agent.call(createSavedView, { body })).toMatchObject({ count: 1, problem: null })
    const archive = (version: number, isArchived: boolean) =>
      admin.call(archiveTicketField, { params: { ticketFieldId: id }, body: { version, isArchived } })
    await archive(1, true)
    expect((await agent.call(listSavedViews)).items[0]).toMatchObject({ count: 1, problem: 'archived_field' })
    expect((await read(agent, ticketId)).ticket.customFields).toEqual({ [id]: 'used' })
    expect((await refusal(agent, ticketId, { [id]: 'new' })).status).toBe(400)
    await archive(2, false)
    expect((await agent.call(listSavedViews)).items[0]?.problem).toBeNull()
    const stranger = await business()
    expect((await stranger.agent.fail(createSavedView, { body: { ...body, id: newId() } })).status).toBe(404)
  })
})

describe('macros and changes of many tickets', () => {
  it('[T9] set a field of many tickets and are undone; a ticket that may not be resolved is counted with the sentence', async () => {
    const { admin, agent } = await business()
    const { id } = await field(admin, 'state', { type: 'choice', options: ['new', 'used'] })
    await field(admin, 'order', { name: 'Order number', required: 'resolve' })
    const tickets = [await open(agent), await open(agent)].map((ticket) => ticket.id)
    const [first] = tickets as [TicketId]
    await fill(agent, first, { [id]: 'new' })
    const bulk = (actions: z.input<typeof startBulkChange.body>['actions']) =>
      agent.call(startBulkChange, { body: { id: newId<BulkChangeId>(), actions, selection: { ticketIds: tickets } } })
    const set = await bulk([{ type: 'set_field', fieldId: id, value: 'used' }])
    expect(set).toMatchObject({ changed: 2, skipped: 0 })
    expect((await read(agent, first)).ticket.customFields[id]).toBe('used')
    await agent.call(undoBulkChange, { params: { bulkChangeId: set.id } })
    expect((await read(agent, first)).ticket.customFields[id]).toBe('new')
    const resolved = await bulk([{ type: 'set_status', status: 'resolved' }])
    expect(await agent.call(getBulkChange, { params: { bulkChangeId: resolved.id } })).toMatchObject({
      changed: 0,
      skipped: 2,
      reason: 'Fill in "Order number" before you resolve this ticket.',
    })
    expect((await read(agent, first)).ticket.status).toBe('open')
  })

  it('[T11] a macro fills in a field and resolves the ticket by it; a value that no longer fits is left out with the reason', async () => {
    const { admin, agent } = await business()
    const { id } = await field(admin, 'state', { type: 'choice', options: ['new', 'used'], required: 'resolve' })
    const macro = {
      id: newId<MacroId>(),
      name: 'Used',
      isShared: true,
      actions: [
        { type: 'set_status' as const, status: 'resolved' as const },
        { type: 'set_field' as const, fieldId: id, value: 'used' },
      ],
    }
    await agent.call(createMacro, { body: macro })
    const apply = async (ticketId: TicketId) =>
      agent.call(applyMacro, {
        params: { ticketId },
        body: { id: newId<MessageId>(), macroId: macro.id, visibility: 'note', fileIds: [] },
      })
    const done = await apply((await open(agent)).id)
    expect(done).toMatchObject({ skipped: [], ticket: { status: 'resolved', customFields: { [id]: 'used' } } })
    const content = { name: 'state', options: ['new'], required: 'resolve' as const }
    await admin.call(changeTicketField, { params: { ticketFieldId: id }, body: { version: 1, ...content } })
    const refused = await apply((await open(agent)).id)
    expect(refused.ticket.status).toBe('open')
    expect(refused.skipped.map(({ reason }) => reason)).toEqual([
      '"state" needs one of its options.',
      'Fill in "state" before you resolve this ticket.',
    ])
  })
})

describe('the ticket form', () => {
  it('[T5] shows customers the fields for them, requires what has to be there, and stores the values', async () => {
    const { acme, admin, agent } = await business()
    const internal = await field(admin, 'internal')
    const order = await field(admin, 'order', { name: 'Order number', required: 'form', isOnForm: true })
    const guest = await h.guest(acme)
    const params = { slug: acme.slug }
    const { items } = await guest.call(listFormFields, { params })
    expect(items).toMatchObject([{ id: order.id, name: 'Order number', isRequired: true }])
    const form = { name: 'Jo', email: 'jo@example.com', subject: 'S', description: 'D' }
    const id = newId<TicketId>()
    const missing = await guest.fail(submitTicket, { params, body: { id, ...form } })
    expect(missing.error.fields).toEqual({ [`body.customFields.${order.id}`]: 'Fill in "Order number".' })
    const ofTheTeam = { id, ...form, customFields: { [order.id]: 'A-1', [internal.id]: 'x' } as never }
    expect((await guest.fail(submitTicket, { params, body: ofTheTeam })).status).toBe(400)
    const filled = { id, ...form, customFields: { [order.id]: 'A-1' } as never }
    await guest.call(submitTicket, { params, body: filled })
    await guest.call(submitTicket, { params, body: filled })
    expect((await read(agent, id)).ticket.customFields).toEqual({ [order.id]: 'A-1' })
    const other = { ...filled, customFields: { [order.id]: 'B-2' } as never }
    expect((await guest.fail(submitTicket, { params, body: other })).status).toBe(409)
  })
})

it('a change of a field takes five statements in one transaction: one reads the fields', async () => {
  const { acme, admin, agent } = await business()
  const { id } = await field(admin, 'order')
  const ticket = await open(agent)
  const given = { version: ticket.version, customFields: { [id]: 'A-1' } as never }
  const { transactions, statements } = await measureCall(() => change(acme.tenant, agent.actor, ticket.id, given))
  expect({ transactions, statements }).toEqual({ transactions: 1, statements: 5 })
})
