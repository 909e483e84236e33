import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  getGuestConversation,
  listGuestConversations,
  sendGuestMessage,
} from '#contracts/conversation/guest-conversation.ts'
import type { ConversationId, MessageId, SavedViewId, TicketId, TicketMergeId } from '#contracts/ids.ts'
import { startBulkChange } from '#contracts/ticket/bulk-change.ts'
import { getGuestTicket, listGuestTickets, submitTicket } from '#contracts/ticket/guest-ticket.ts'
import { mergeTicket, undoTicketMerge } from '#contracts/ticket/merge.ts'
import { createSavedView, listSavedViews } from '#contracts/ticket/saved-view.ts'
import {
  changeTicket,
  createTicket,
  deleteTicket,
  getTicket,
  listTickets,
  moveTicket,
  sendTicketMessage,
} from '#contracts/ticket/ticket.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

const newId = <Id extends string>() => crypto.randomUUID() as Id
type Person = Awaited<ReturnType<Harness['member']>>
type Visitor = Awaited<ReturnType<Harness['guest']>>

async function submit(guest: Visitor, { slug }: TestTenant, subject: string) {
  const id = newId<TicketId>()
  const form = { id, name: 'Jo', email: 'jo@example.com', subject, description: `About ${subject}` }
  const { conversationId, number } = await guest.call(submitTicket, { params: { slug }, body: form })
  return { id, conversationId, number }
}

/** A guest with two tickets. */
async function twoTickets() {
  const acme = await h.tenant()
  const [agent, guest] = [await h.member(acme, 'agent', 'Ann'), await h.guest(acme)]
  const [lamp, bulb] = [await submit(guest, acme, 'lamp'), await submit(guest, acme, 'bulb')]
  return { acme, agent, guest, lamp, bulb }
}

const read = (who: Person, ticketId: TicketId) => who.call(getTicket, { params: { ticketId } })
const versionOf = async (who: Person, id: TicketId) => (await read(who, id)).ticket.version

async function merge(who: Person, sourceId: TicketId, targetId: TicketId, id = newId<TicketMergeId>()) {
  const body = { id, version: await versionOf(who, sourceId), targetId }
  await who.call(mergeTicket, { params: { ticketId: sourceId }, body })
  return id
}
const undo = (who: Person, ticketMergeId: TicketMergeId) => who.call(undoTicketMerge, { params: { ticketMergeId } })

const write = (guest: Visitor, { slug }: TestTenant, conversationId: ConversationId, body: string) =>
  guest.call(sendGuestMessage, {
    params: { slug, conversationId },
    body: { id: newId<MessageId>(), body, fileIds: [] },
  })
const reply = (who: Person, ticketId: TicketId, body: string) =>
  who.call(sendTicketMessage, {
    params: { ticketId },
    body: { id: newId<MessageId>(), body, visibility: 'public', fileIds: [] },
  })
const bodiesIn = (thread: { messages: { body: string; author: string }[] }) =>
  thread.messages.filter(({ author }) => author !== 'system').map(({ body }) => body)
const chatOf = (guest: Visitor, { slug }: TestTenant, conversationId: ConversationId) =>
  guest.call(getGuestConversation, { params: { slug, conversationId } })

describe('[T11] a merge', () => {
  it('joins both conversations by time, says where each message is from, and names both tickets', async () => {
    const { acme, agent, guest, lamp, bulb } = await twoTickets()
    await write(guest, acme, lamp.conversationId, 'the lamp again')
    await write(guest, acme, bulb.conversationId, 'the bulb again')
    await merge(agent, lamp.id, bulb.id)
    const { thread, merged, mergedInto, activity } = await read(agent, bulb.id)
    expect(bodiesIn(thread)).toEqual(['About lamp', 'About bulb', 'the lamp again', 'the bulb again'])
    const fromLamp = thread.messages.filter(({ mergedFrom }) => mergedFrom === lamp.conversationId)
    expect(bodiesIn({ messages: fromLamp })).toEqual(['About lamp', 'the lamp again'])
    expect(merged).toMatchObject([{ ticket: { number: lamp.number, subject: 'lamp' }, mergedBy: 'Ann' }])
    expect(mergedInto).toBeNull()
    expect(activity[0]?.action).toBe(`#${lamp.number} “lamp” was merged into this ticket`)
    // Each message stands at the number of an event of the target, so that a screen keeps the order by it.
    const numbers = thread.messages.map(({ seq }) => seq)
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b))
    const source = await read(agent, lamp.id)
    expect(source.mergedInto?.ticket).toMatchObject({ id: bulb.id, number: bulb.number })
    expect(source.ticket).toMatchObject({
      status: 'closed',
      mergedIntoId: bulb.id,
      can: { reply: false, moveTo: [], merge: false },
    })
    expect(source.activity[0]?.changes).toContainEqual({ field: 'merge', from: null, to: `#${bulb.number}` })
  })

  it('leads the customer on: the old window, its ticket and what is written there are the target’s', async () => {
    const { acme, agent, guest, lamp, bulb } = await twoTickets()
    await merge(agent, lamp.id, bulb.id)
    const chat = await chatOf(guest, acme, lamp.conversationId)
    expect(chat.conversation).toMatchObject({ id: bulb.conversationId, ticketId: bulb.id })
    await write(guest, acme, lamp.conversationId, 'still dark')
    await reply(agent, lamp.id, 'We look into it')
    expect(bodiesIn((await read(agent, bulb.id)).thread).slice(-2)).toEqual(['still dark', 'We look into it'])
    const window = await chatOf(guest, acme, lamp.conversationId)
    expect(bodiesIn(window)).toEqual(['About lamp', 'About bulb', 'still dark', 'We look into it'])
    const params = { slug: acme.slug, ticketId: lamp.id }
    expect(await guest.call(getGuestTicket, { params })).toMatchObject({ id: bulb.id, number: bulb.number })
    const chats = await guest.call(listGuestConversations, { params: { slug: acme.slug } })
    expect(chats.items.map(({ id }) => id)).toEqual([bulb.conversationId])
    const tickets = await guest.call(listGuestTickets, { params: { slug: acme.slug } })
    expect(tickets.items.map(({ id }) => id)).toEqual([bulb.id])
  })

  it('pages the joined thread backwards without a gap', async () => {
    const { acme, agent, guest, lamp, bulb } = await twoTickets()
    for (let n = 0; n < 60; n += 1) await write(guest, acme, (n % 2 ? lamp : bulb).conversationId, `message ${n}`)
    for (let n = 60; n < 130; n += 1) await write(guest, acme, lamp.conversationId, `message ${n}`)
    await merge(agent, lamp.id, bulb.id)
    const newest = await read(agent, bulb.id)
    const cursor = newest.thread.olderCursor ?? undefined
    const older = await agent.call(getTicket, { params: { ticketId: bulb.id }, query: { cursor } })
    const bodies = [...bodiesIn(older.thread), ...bodiesIn(newest.thread)].filter((body) => body.startsWith('message'))
    expect(bodies).toEqual(Array.from({ length: 130 }, (_, n) => `message ${n}`))
    expect(older.thread.olderCursor).toBeNull()
  }, 120_000)
})

describe('[T11] the undo of a merge', () => {
  it('gives the ticket its status and its thread back; what was written since stays with the target', async () => {
    const { acme, agent, guest, lamp, bulb } = await twoTickets()
    const before = await read(agent, lamp.id)
    const id = await merge(agent, lamp.id, bulb.id)
    await write(guest, acme, lamp.conversationId, 'still dark')
    await undo(agent, id)
    const after = await read(agent, lamp.id)
    const changing = { version: 0, updatedAt: '' }
    expect({ ...after.ticket, ...changing }).toEqual({ ...before.ticket, ...changing })
    expect(bodiesIn(after.thread)).toEqual(['About lamp'])
    const target = await read(agent, bulb.id)
    expect(bodiesIn(target.thread)).toEqual(['About bulb', 'still dark'])
    expect(target.merged).toEqual([])
    expect(target.activity[0]?.action).toBe(`#${lamp.number} “lamp” was separated again`)
    expect((await chatOf(guest, acme, lamp.conversationId)).conversation.id).toBe(lamp.conversationId)
  })

  it('is possible once: again it changes nothing, also after another merge', async () => {
    const { agent, lamp, bulb } = await twoTickets()
    const id = await merge(agent, lamp.id, bulb.id)
    await undo(agent, id)
    const version = await versionOf(agent, lamp.id)
    await undo(agent, id)
    expect(await versionOf(agent, lamp.id)).toBe(version)
    await merge(agent, lamp.id, bulb.id)
    expect((await undo(agent, id)).mergedIntoId).toBe(bulb.id)
    await expect(undo(agent, newId<TicketMergeId>())).rejects.toMatchObject({ status: 404 })
  })

  it('of the first of two merges in a row separates that one alone', async () => {
    const { acme, agent, guest, lamp, bulb } = await twoTickets()
    const fuse = await submit(guest, acme, 'fuse')
    const first = await merge(agent, lamp.id, bulb.id)
    await merge(agent, bulb.id, fuse.id)
    expect(bodiesIn((await read(agent, fuse.id)).thread)).toEqual(['About lamp', 'About bulb', 'About fuse'])
    expect((await read(agent, lamp.id)).mergedInto?.ticket.number).toBe(fuse.number)
    expect((await chatOf(guest, acme, lamp.conversationId)).conversation.id).toBe(fuse.conversationId)
    await undo(agent, first)
    expect(bodiesIn((await read(agent, fuse.id)).thread)).toEqual(['About bulb', 'About fuse'])
    expect((await read(agent, lamp.id)).ticket).toMatchObject({ status: 'open', mergedIntoId: null })
  })
})

describe('[T11] a merge is refused', () => {
  const refused = (who: Person, sourceId: TicketId, targetId: TicketId) =>
    expect(merge(who, sourceId, targetId)).rejects

  it('into itself, into a finished ticket, and of what was merged or into that', async () => {
    const { acme, agent, guest, lamp, bulb } = await twoTickets()
    const fuse = await submit(guest, acme, 'fuse')
    await refused(agent, lamp.id, lamp.id).toMatchObject({ status: 409 })
    await merge(agent, lamp.id, bulb.id)
    await refused(agent, lamp.id, fuse.id).toMatchObject({ status: 409, error: { reason: 'merged' } })
    await refused(agent, bulb.id, lamp.id).toMatchObject({ status: 409, error: { reason: 'merged' } })
    for (const status of ['in-progress', 'resolved'] as const) {
      const body = { version: await versionOf(agent, bulb.id), status }
      await agent.call(moveTicket, { params: { ticketId: bulb.id }, body })
    }
    await refused(agent, fuse.id, bulb.id).toMatchObject({ status: 409 })
    expect((await read(agent, fuse.id)).ticket.status).toBe('open')
  })

  it('of another version than the stored one, with the current ticket', async () => {
    const { agent, lamp, bulb } = await twoTickets()
    const body = { id: newId<TicketMergeId>(), version: 7, targetId: bulb.id }
    const merging = agent.call(mergeTicket, { params: { ticketId: lamp.id }, body })
    await expect(merging).rejects.toMatchObject({ status: 409, error: { reason: 'version', current: { id: lamp.id } } })
  })

  it('for tickets of different customers: neither sees a message of the other', async () => {
    const { acme, agent, guest, lamp } = await twoTickets()
    const other = await h.guest(acme)
    const theirs = await submit(other, acme, 'secret')
    await refused(agent, theirs.id, lamp.id).toMatchObject({ status: 409 })
    await refused(agent, lamp.id, theirs.id).toMatchObject({ status: 409 })
    expect(JSON.stringify(await chatOf(guest, acme, lamp.conversationId))).not.toContain('secret')
  })

  it('for tickets of another business, like those that do not exist', async () => {
    const [here, there] = [await twoTickets(), await twoTickets()]
    await refused(here.agent, here.lamp.id, there.lamp.id).toMatchObject({ status: 404 })
    const body = { id: newId<TicketMergeId>(), version: 1, targetId: here.lamp.id }
    const theirs = here.agent.call(mergeTicket, { params: { ticketId: there.lamp.id }, body })
    await expect(theirs).rejects.toMatchObject({ status: 404 })
  })
})

it('[T11] a merged ticket cannot be changed or deleted, and many tickets at once leave it out with the reason', async () => {
  const { agent, lamp, bulb } = await twoTickets()
  await merge(agent, lamp.id, bulb.id)
  const params = { ticketId: lamp.id }
  const version = await versionOf(agent, lamp.id)
  const reason = { status: 409, error: { reason: 'merged' } }
  await expect(agent.call(changeTicket, { params, body: { version, priority: 'high' } })).rejects.toMatchObject(reason)
  await expect(agent.call(moveTicket, { params, body: { version, status: 'open' } })).rejects.toMatchObject(reason)
  await expect(agent.call(deleteTicket, { params })).rejects.toMatchObject(reason)
  const change = await agent.call(startBulkChange, {
    body: { id: newId(), actions: [{ type: 'add_tag', tag: 'red' }], selection: { ticketIds: [lamp.id, bulb.id] } },
  })
  expect(change).toMatchObject({ changed: 1, skipped: 1 })
  expect((await read(agent, lamp.id)).ticket.tags).toEqual([])
})

it('[T11] the list leaves a merged ticket out, a search by its number finds it', async () => {
  const { agent, lamp, bulb } = await twoTickets()
  await merge(agent, lamp.id, bulb.id)
  const ids = async (query: object) => (await agent.call(listTickets, { query })).items.map(({ id }) => id)
  expect(await ids({})).toEqual([bulb.id])
  expect(await ids({ words: `#${lamp.number}` })).toEqual([lamp.id])
})

it('[T11] deleting the target deletes what was merged into it', async () => {
  const { acme, agent, guest, lamp, bulb } = await twoTickets()
  await merge(agent, lamp.id, bulb.id)
  for (const status of ['in-progress', 'resolved'] as const) {
    const body = { version: await versionOf(agent, bulb.id), status }
    await agent.call(moveTicket, { params: { ticketId: bulb.id }, body })
  }
  await agent.call(deleteTicket, { params: { ticketId: bulb.id } })
  await expect(read(agent, lamp.id)).rejects.toMatchObject({ status: 404 })
  await expect(chatOf(guest, acme, lamp.conversationId)).rejects.toMatchObject({ status: 404 })
})

it('[T11] the same merge sent several times at once merges once', async () => {
  const { agent, lamp, bulb } = await twoTickets()
  const body = { id: newId<TicketMergeId>(), version: await versionOf(agent, lamp.id), targetId: bulb.id }
  const all = Array.from({ length: 5 }, () => agent.call(mergeTicket, { params: { ticketId: lamp.id }, body }))
  for (const view of await Promise.all(all)) expect(view.mergedIntoId).toBe(bulb.id)
  const { merged, activity } = await read(agent, bulb.id)
  expect(merged).toHaveLength(1)
  expect(activity.filter(({ action }) => action.includes('merged'))).toHaveLength(1)
})

it('[T11] random merges and undos at once make no circle, and counters stay what the list has', async () => {
  const acme = await h.tenant()
  const [agent, guest] = [await h.member(acme, 'agent'), await h.guest(acme)]
  const tickets: Awaited<ReturnType<typeof submit>>[] = []
  for (let n = 0; n < 8; n += 1) tickets.push(await submit(guest, acme, `ticket ${n}`))
  const save = (filter: object) =>
    agent.call(createSavedView, { body: { id: newId<SavedViewId>(), name: newId(), audience: 'own', filter } })
  for (const filter of [{ statuses: ['open'] }, { statuses: ['closed'] }, {}]) await save(filter)
  const some = () => tickets[Math.floor(Math.random() * tickets.length)]!.id
  const work = async () => {
    for (let n = 0; n < 12; n += 1) {
      const [source, target] = [some(), some()]
      const standing = (await read(agent, source)).mergedInto
      const acting = standing ? undo(agent, standing.id) : merge(agent, source, target)
      await acting.catch((error: { status: number }) => expect(error.status).toBe(409))
    }
  }
  await Promise.all([work(), work(), work(), work()])
  const details = await Promise.all(tickets.map(({ id }) => read(agent, id)))
  for (const { ticket, mergedInto, thread, merged } of details) {
    expect(ticket.status === 'closed').toBe(ticket.mergedIntoId !== null)
    expect(mergedInto !== null).toBe(ticket.mergedIntoId !== null)
    if (ticket.mergedIntoId === null) expect(bodiesIn(thread)).toHaveLength(merged.length + 1)
  }
  const leading = details.filter(({ ticket }) => ticket.mergedIntoId === null)
  expect(leading.flatMap(({ merged }) => merged)).toHaveLength(tickets.length - leading.length)
  const { items } = await agent.call(listSavedViews)
  const listed = await Promise.all(
    items.map(async ({ filter }) => (await agent.call(listTickets, { query: { ...filter, limit: 100 } })).items.length),
  )
  expect(items.map(({ count }) => count)).toEqual(listed)
}, 120_000)

it('[T11] a merge shows nobody what they could not read: two sessions of one customer keep to their own', async () => {
  const { acme, agent, guest, lamp } = await twoTickets()
  const laptop = await h.guest(acme)
  const theirs = await submit(laptop, acme, 'secret')
  const { ticket } = await read(agent, lamp.id)
  // As after a confirmation by the link of a mail: one customer, two sessions of which neither is signed in.
  await acme.tenant.tx(async (t) => {
    await t.sql('UPDATE ticket SET customer_id = $2 WHERE tenant_id = $1 AND id = $3', [
      acme.tenant.id,
      ticket.customerId,
      theirs.id,
    ])
    await t.sql('UPDATE conversation SET customer_id = $2 WHERE tenant_id = $1 AND id = $3', [
      acme.tenant.id,
      ticket.customerId,
      theirs.conversationId,
    ])
  })
  await merge(agent, theirs.id, lamp.id)
  await reply(agent, lamp.id, 'for the phone alone')
  expect(bodiesIn(await chatOf(laptop, acme, theirs.conversationId))).toEqual(['About secret'])
  await expect(chatOf(laptop, acme, lamp.conversationId)).rejects.toMatchObject({ status: 404 })
  expect(bodiesIn(await chatOf(guest, acme, lamp.conversationId))).toEqual(['About lamp', 'for the phone alone'])
  const params = { slug: acme.slug, ticketId: theirs.id }
  expect(await laptop.call(getGuestTicket, { params })).toMatchObject({ id: theirs.id, canRate: false })
  const own = await laptop.call(listGuestTickets, { params: { slug: acme.slug } })
  expect(own.items.map(({ id }) => id)).toEqual([theirs.id])
  const sending = write(laptop, acme, theirs.conversationId, 'hello?')
  await expect(sending).rejects.toMatchObject({ status: 409, error: { reason: 'merged' } })
})

it('[T11] a ticket that no customer reads may be merged into one of any customer', async () => {
  const acme = await h.tenant()
  const agent = await h.member(acme)
  const body = { id: newId<TicketId>(), subject: 'S', description: 'D' }
  const nobody = await agent.call(createTicket, { body })
  const lamp = await submit(await h.guest(acme), acme, 'lamp')
  await merge(agent, nobody.id, lamp.id)
  expect((await read(agent, lamp.id)).merged).toHaveLength(1)
})
