import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MessageId, TicketId, TicketMergeId } from '#contracts/ids.ts'
import { submitTicket } from '#contracts/ticket/guest-ticket.ts'
import { getTicket } from '#contracts/ticket/ticket.ts'
import { measureCall } from '#test/database-use.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'
import { assign, change, handBack, move, reply, take } from './commands.ts'
import { merge } from './merge/merge.ts'
import { undoMerge } from './merge/undo.ts'
import { listDeskTickets, readTicket } from './reads.ts'
import { snooze } from './snooze/snooze.ts'

let h: Harness
let acme: TestTenant
let guest: Awaited<ReturnType<Harness['guest']>>
let agent: Awaited<ReturnType<Harness['member']>>

beforeAll(async () => {
  // No jobs: a statement of theirs that waited for a connection would be counted.
  h = await startHarness({ env: { ROLE: 'web' } })
  acme = await h.tenant()
  guest = await h.guest(acme)
  agent = await h.member(acme, 'agent', 'Ann')
})
afterAll(() => h.stop())

async function newTicket() {
  const id = crypto.randomUUID() as TicketId
  const form = { id, name: 'Jo', email: 'jo@example.com', subject: 'S', description: 'D' }
  await guest.call(submitTicket, { params: { slug: acme.slug }, body: form })
  const version = async () => (await agent.call(getTicket, { params: { ticketId: id } })).ticket.version
  return { id, version, ready: { id, version: await version() } }
}

/** The statements of an action without BEGIN and COMMIT; transactions are counted separately. */
async function measure(action: () => Promise<unknown>) {
  const { texts, transactions, statements } = await measureCall(action)
  // The first table of a SELECT is what it reads rows of; a subselect only finds an id.
  const reads = (table: string) => texts.filter((text) => /^select .*? from "(\w+)"/s.exec(text)?.[1] === table).length
  return {
    transactions,
    statements,
    ticketReads: reads('ticket'),
    conversationReads: reads('conversation'),
  }
}

const message = (body: string) => ({ id: crypto.randomUUID() as MessageId, body, fileIds: [] })

describe('an action on a ticket reads ticket and conversation once each, in one transaction', () => {
  const once = { transactions: 1, ticketReads: 1, conversationReads: 1 }

  it('a change of fields takes five statements', async () => {
    const { ready } = await newTicket()
    const given = { version: ready.version, priority: 'high' } as const
    expect(await measure(() => change(acme.tenant, agent.actor, ready.id, given))).toEqual({ ...once, statements: 5 })
  })

  it('a step of the status takes seven statements; resolving takes nine: the conversation closes with it, and the fields are read that it requires', async () => {
    const { id, version, ready } = await newTicket()
    const step = (status: 'in-progress' | 'resolved', at: number) => move(acme.tenant, agent.actor, id, at, status)
    expect(await measure(() => step('in-progress', ready.version))).toEqual({ ...once, statements: 7 })
    const next = await version()
    expect(await measure(() => step('resolved', next))).toEqual({ ...once, statements: 9 })
  })

  it('taking a ticket takes eight statements', async () => {
    const { ready } = await newTicket()
    const taking = measure(() => take(acme.tenant, agent.actor, ready.id, ready.version))
    expect(await taking).toEqual({ ...once, statements: 8 })
  })

  it('a snooze takes five statements: one reads the time zone of the business', async () => {
    const { ready } = await newTicket()
    const until = new Date(Date.now() + 3_600_000).toISOString()
    const snoozing = measure(() => snooze(acme.tenant, agent.actor, ready.id, { version: ready.version, until }))
    expect(await snoozing).toEqual({ ...once, statements: 5 })
  })

  it('an assignment takes six statements', async () => {
    const { ready } = await newTicket()
    const assigning = measure(() =>
      assign(acme.tenant, agent.actor, ready.id, { version: ready.version, assigneeId: agent.actor.userId }),
    )
    expect(await assigning).toEqual({ ...once, statements: 6 })
  })

  it('handing back to the assistant takes six statements', async () => {
    const { ready } = await newTicket()
    expect(await measure(() => handBack(acme.tenant, agent.actor, ready.id))).toEqual({ ...once, statements: 6 })
  })

  it('a note takes five statements, one of them for its draft, and does not read the ticket', async () => {
    const { ready } = await newTicket()
    const note = { ...message('a note'), visibility: 'note' } as const
    const sending = measure(() => reply(acme.tenant, agent.actor, ready.id, note))
    expect(await sending).toEqual({ ...once, ticketReads: 0, statements: 5 })
  })

  it('a reply to the customer reads the ticket once and the conversation once more for the notification, whether or not it starts the work', async () => {
    const { ready } = await newTicket()
    const send = (body: string) => measure(() => reply(acme.tenant, agent.actor, ready.id, message(body)))
    // The notification reads the conversation's language and whether the customer's e-mail is verified.
    const notified = { ...once, conversationReads: 2 }
    expect(await send('first')).toMatchObject(notified)
    expect(await send('second')).toMatchObject(notified)
  })
})

it('[T10] a search of the list takes at most three statements in one transaction, whatever it finds', async () => {
  await newTicket()
  for (const words of ['jo', 'jo example', 'exmaple', 'nothing', '#1'])
    expect(await measure(() => listDeskTickets(acme.tenant, agent.actor, { words, limit: 100 })), words).toMatchObject({
      transactions: 1,
      statements: words === '#1' || words === 'jo' ? 2 : 3,
    })
})

it('[T11] a merge takes at most 28 statements in one transaction, its undo at most 26, and a thread without a merge none more', async () => {
  const [source, target] = [await newTicket(), await newTicket()]
  const given = { id: crypto.randomUUID() as TicketMergeId, version: source.ready.version, targetId: target.id }
  const merging = await measureCall(() => merge(acme.tenant, agent.actor, source.id, given))
  expect(merging.transactions).toBe(1)
  expect(merging.statements, merging.texts.join('\n')).toBeLessThanOrEqual(28)
  const joined = await measureCall(() => readTicket(acme.tenant, agent.actor, target.id, undefined, 'en'))
  const undoing = await measureCall(() => undoMerge(acme.tenant, agent.actor, given.id))
  expect(undoing.transactions).toBe(1)
  expect(undoing.statements, undoing.texts.join('\n')).toBeLessThanOrEqual(26)
  const alone = await measureCall(() => readTicket(acme.tenant, agent.actor, target.id, undefined, 'en'))
  expect(joined.statements - alone.statements, joined.texts.join('\n')).toBeLessThanOrEqual(4)
})

it('an event without a handler costs no statement', async () => {
  const { ready } = await newTicket()
  const { domainEvents } = await import('#server/domain-events.ts')
  const undone = domainEvents.find(({ name }) => name === 'ticket.merge_undone')
  const emitted = await measure(() =>
    acme.tenant.tx(async (t) => {
      if (undone) await t.emit(undone, { ticket: ready, actor: agent.actor } as never)
    }),
  )
  expect(undone).toBeDefined()
  expect(emitted).toMatchObject({ transactions: 1, statements: 0 })
})
