import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { getGuestConversation, listGuestConversations } from '#contracts/conversation/guest-conversation.ts'
import { addCustomerNote, changeCustomer, listCustomers, setCustomerBlock } from '#contracts/customer/customer.ts'
import { requestCustomerCode, signInWithCustomerCode } from '#contracts/customer/customer-account.ts'
import { getCustomerRecord, listCustomerTimeline } from '#contracts/customer/customer-record.ts'
import { listDuplicates, mergeCustomers, splitCustomer, undoMerge } from '#contracts/customer/merge.ts'
import type { CustomerId, CustomerMergeId, TicketId } from '#contracts/ids.ts'
import { getGuestMemory } from '#contracts/memory/memory.ts'
import { confirmEmail, listGuestTickets, submitTicket } from '#contracts/ticket/guest-ticket.ts'
import { makeCustomer } from '#server/customer/fixture.ts'
import { sinkMailer } from '#server/notification/fixture.ts'
import { confirmationToken } from '#server/ticket/email-confirmation.ts'
import { findTicket } from '#server/ticket/queries.ts'
import { clientOf, pathOf, type TestClient } from '#test/client.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { startChat } from '#test/proof/full-tenant.ts'

const sink = sinkMailer()
let h: Harness
beforeAll(async () => {
  h = await startHarness({ overrides: { mail: sink } })
})
afterAll(() => h.stop())

const newId = () => crypto.randomUUID() as never
const NOTHING = { name: false, plan: false, attributes: [] }

const merge = (
  into: { id: CustomerId; version: number },
  from: { id: CustomerId; version: number },
  take = NOTHING,
) => ({
  params: { customerId: into.id },
  body: { id: newId() as CustomerMergeId, version: into.version, from: from.id, fromVersion: from.version, take },
})

const recordOf = (agent: TestClient, customerId: CustomerId) =>
  agent.call(getCustomerRecord, { params: { customerId } })
const listed = async (agent: TestClient) =>
  (await agent.call(listCustomers, { query: { sort: 'name', direction: 'asc' } })).items

/** Every row of the customers of a business, without the versions, which only go up. */
const rowsOf = ({ tenant }: TestTenant) =>
  queryAsOwner(
    h.database.ownerUrl,
    `SELECT id, name, email, claimed_by, plan, attributes, blocked_at, part_of_id, joined_at, last_active_at
     FROM customer WHERE tenant_id = $1 ORDER BY id`,
    [tenant.id],
  )

async function submit(guest: TestClient, { slug }: TestTenant, email: string, name = 'Jo Poe') {
  const id: TicketId = newId()
  await guest.call(submitTicket, {
    params: { slug },
    body: { id, name, email, subject: `Bell of ${name}`, description: 'It does not ring' },
  })
  return id
}

/** A browser that is signed in with a verified address. */
async function signedIn(of: TestTenant, email: string): Promise<TestClient> {
  const guest = await h.guest(of)
  const browser = clientOf(h.url, { authorization: guest.headers.authorization ?? '' })
  const params = { slug: of.slug }
  await browser.call(requestCustomerCode, { params, body: { email } })
  const code = await vi.waitFor(
    () => {
      const mail = sink.mails.find(({ to }) => to === email)
      return /^(\d{6})$/m.exec(mail?.text ?? '')?.[1] ?? expect.fail('no code yet')
    },
    { timeout: 40_000 },
  )
  const response = await browser.raw(pathOf(signInWithCustomerCode, { params }), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, code, name: 'Ann Poe' }),
  })
  browser.headers.cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return browser
}

/** What a visitor of the portal sees of themselves. */
async function seenBy(guest: TestClient, { slug }: TestTenant) {
  const params = { slug }
  const [chats, tickets, memory] = await Promise.all([
    guest.call(listGuestConversations, { params, query: {} }),
    guest.call(listGuestTickets, { params, query: {} }),
    guest.call(getGuestMemory, { params }),
  ])
  return { chats: chats.items.map(({ id }) => id), tickets: tickets.items.map(({ number }) => number), memory }
}

describe('a merge of two customers', () => {
  it('[C2] shows both as one with what was chosen of each, finds it by every address, and is undone exactly', async () => {
    const acme = await h.tenant()
    const agent = await h.member(acme)
    const [guest, other] = [await h.guest(acme), await h.guest(acme)]
    await startChat(guest, acme.slug)
    await submit(guest, acme, 'jo@example.com')
    await submit(other, acme, 'jo.home@example.org', 'Jo at home')
    await submit(other, acme, 'jo.home@example.org', 'Jo at home')
    const [home, work] = await listed(agent)
    if (!home || !work) throw new Error('two customers are expected')
    const note = (customerId: CustomerId, body: string) =>
      agent.call(addCustomerNote, { params: { customerId }, body: { id: newId(), body } })
    await note(home.id, 'Rings twice')
    await note(work.id, 'Rings once')
    const plan = { params: { customerId: home.id }, body: { version: 1, plan: 'Pro' as const } }
    await agent.call(changeCustomer, plan)
    const before = await rowsOf(acme)
    const request = merge({ id: work.id, version: 1 }, { id: home.id, version: 2 }, { ...NOTHING, plan: true })
    const merged = await agent.call(mergeCustomers, request)
    expect(merged).toMatchObject({ id: work.id, name: 'Jo Poe', plan: 'Pro', emailStatus: 'claimed', version: 2 })
    const found = async (search: string) => (await agent.call(listCustomers, { query: { search } })).items
    for (const search of ['jo@example.com', 'jo.home@example.org', 'at home', 'poe jo'])
      expect(await found(search), search).toMatchObject([{ id: work.id, tickets: 3 }])
    expect((await agent.call(listCustomers, { query: { sort: 'tickets' } })).items).toMatchObject([{ tickets: 3 }])
    for (const id of [work.id, home.id]) {
      const record = await recordOf(agent, id)
      expect(record.customer.id).toBe(work.id)
      expect(record.statistics).toMatchObject({ tickets: 3, openTickets: 3, chats: 1 })
      expect(record.memory?.visitCount).toBe(1)
      expect(record.merged).toMatchObject([{ email: 'jo.home@example.org', emailStatus: 'claimed' }])
    }
    const { items } = await agent.call(listCustomerTimeline, { params: { customerId: work.id }, query: {} })
    expect(items.flatMap((item) => (item.kind === 'note' ? item.note.body : item.kind)).toSorted()).toEqual(
      ['Rings once', 'Rings twice', 'chat', 'ticket', 'ticket', 'ticket'].toSorted(),
    )
    const undo = { params: { ...request.params, customerMergeId: request.body.id }, body: { version: 2 } }
    await agent.call(undoMerge, undo)
    expect(await rowsOf(acme)).toEqual(before)
    expect((await agent.call(undoMerge, undo)).id).toBe(work.id)
    expect(await listed(agent)).toMatchObject([
      { name: 'Jo at home', tickets: 2, plan: 'Pro' },
      { name: 'Jo Poe', tickets: 1, plan: 'Basic' },
    ])
  })

  it('[C2] is carried out once by a double click, and refused with the customer as it is now where somebody was first', async () => {
    const acme = await h.tenant()
    const [agent, other] = [await h.member(acme), await h.member(acme)]
    const [a, b, c] = [
      await makeCustomer(acme.tenant),
      await makeCustomer(acme.tenant),
      await makeCustomer(acme.tenant),
    ]
    const request = merge(a, b)
    const answers = await Promise.all([agent.call(mergeCustomers, request), agent.call(mergeCustomers, request)])
    expect(answers.map(({ version }) => version)).toEqual([2, 2])
    expect((await recordOf(agent, a.id)).merges).toHaveLength(1)
    const late = await other.fail(mergeCustomers, merge(a, c))
    expect(late.error).toMatchObject({ code: 'conflict', reason: 'version', current: { version: 2 } })
    const chain = await other.fail(mergeCustomers, merge(c, { id: b.id, version: 2 }))
    expect(chain.error).toMatchObject({ code: 'conflict', reason: 'merged' })
    const cycle = await other.fail(mergeCustomers, merge({ id: b.id, version: 2 }, { id: a.id, version: 2 }))
    expect(cycle.error).toMatchObject({ code: 'conflict' })
    expect((await other.fail(mergeCustomers, merge(c, c))).status).toBe(400)
    const change = { params: { customerId: b.id }, body: { version: 2, plan: 'Pro' as const } }
    expect((await other.fail(changeCustomer, change)).error.reason).toBe('merged')
    const stranger = await h.member(await h.tenant())
    expect((await stranger.fail(mergeCustomers, merge(a, c))).status).toBe(404)
    const foreign = await makeCustomer((await h.tenant()).tenant)
    expect((await agent.fail(mergeCustomers, merge({ id: a.id, version: 2 }, foreign))).status).toBe(404)
  })

  it('[C2] of a merged customer moves all its addresses, and its undo gives them back to it', async () => {
    const acme = await h.tenant()
    const agent = await h.member(acme)
    const [a, b, c] = [
      await makeCustomer(acme.tenant),
      await makeCustomer(acme.tenant),
      await makeCustomer(acme.tenant),
    ]
    await agent.call(mergeCustomers, merge(b, c))
    const before = await rowsOf(acme)
    const second = merge(a, { id: b.id, version: 2 })
    await agent.call(mergeCustomers, second)
    expect((await recordOf(agent, c.id)).merged.map(({ id }) => id).toSorted()).toEqual([b.id, c.id].toSorted())
    const params = { customerId: a.id, customerMergeId: second.body.id }
    await agent.call(undoMerge, { params, body: { version: 2 } })
    expect(await rowsOf(acme)).toEqual(before)
    expect((await recordOf(agent, c.id)).customer.id).toBe(b.id)
  })

  it('[C2] keeps what members changed since when it is undone, and a split takes one address off', async () => {
    const acme = await h.tenant()
    const agent = await h.member(acme)
    const [a, b, c] = [
      await makeCustomer(acme.tenant, { name: 'Ann' }),
      await makeCustomer(acme.tenant, { name: 'Bea' }),
      await makeCustomer(acme.tenant, { name: 'Cleo' }),
    ]
    const first = merge(a, b, { ...NOTHING, name: true, plan: true })
    await agent.call(mergeCustomers, first)
    await agent.call(mergeCustomers, merge({ id: a.id, version: 2 }, c))
    const params = { customerId: a.id }
    await agent.call(changeCustomer, { params, body: { version: 3, name: 'Beatrix' } })
    const split = { params, body: { version: 4, part: c.id } }
    expect(await agent.call(splitCustomer, split)).toMatchObject({ name: 'Beatrix', version: 5 })
    expect((await listed(agent)).map(({ name }) => name)).toEqual(['Beatrix', 'Cleo'])
    expect((await agent.fail(splitCustomer, split)).status).toBe(404)
    const undo = { params: { ...params, customerMergeId: first.body.id }, body: { version: 5 } }
    await agent.call(undoMerge, undo)
    expect((await listed(agent)).map(({ name }) => name)).toEqual(['Bea', 'Beatrix', 'Cleo'])
  })

  it('[C2] passes the activity under a merged address on, and a block refuses all of them until it ends', async () => {
    const acme = await h.tenant()
    const agent = await h.member(acme)
    const guest = await h.guest(acme)
    await submit(guest, acme, 'jo@example.com')
    const [claim] = await listed(agent)
    const into = await makeCustomer(acme.tenant, { name: 'Ann' })
    await agent.call(mergeCustomers, merge(into, { id: claim!.id, version: 1 }))
    const earlier = (await recordOf(agent, into.id)).customer.lastActiveAt
    await submit(guest, acme, 'jo@example.com')
    const { customer } = await recordOf(agent, into.id)
    expect(customer.lastActiveAt > earlier).toBe(true)
    const block = (isBlocked: boolean) =>
      agent.call(setCustomerBlock, { params: { customerId: into.id }, body: { isBlocked } })
    await block(true)
    const form = { name: 'Jo', email: 'jo@example.com', subject: 'Bell', description: 'It does not ring' }
    const again = { params: { slug: acme.slug }, body: { ...form, id: newId() } }
    expect((await guest.fail(submitTicket, again)).error.reason).toBe('blocked')
    await block(false)
    await guest.call(submitTicket, again)
  })
})

describe('whoever only claims an address', () => {
  it.each(['into the verified customer', 'the other way round'])(
    '[C2] reads nothing of the verified customer with whom members merged them %s, nor the customer of them',
    async (direction) => {
      const acme = await h.tenant()
      const agent = await h.member(acme)
      const email = `ann${crypto.randomUUID().slice(0, 8)}@example.com`
      const owner = await signedIn(acme, email)
      const secret = await startChat(owner, acme.slug)
      await submit(owner, acme, email, 'Ann Poe')
      const claimant = await h.guest(acme)
      const own = await startChat(claimant, acme.slug)
      await submit(claimant, acme, email, 'Ann?')
      const items = await listed(agent)
      const of = (status: string) => items.find(({ emailStatus }) => emailStatus === status)!
      const [verified, claimed] = [of('verified'), of('claimed')]
      const seen = [await seenBy(owner, acme), await seenBy(claimant, acme)]
      const version = async ({ id }: { id: CustomerId }) => ({
        id,
        version: (await recordOf(agent, id)).customer.version,
      })
      const [one, two] = [await version(verified), await version(claimed)]
      await agent.call(mergeCustomers, direction === 'the other way round' ? merge(two, one) : merge(one, two))
      expect([await seenBy(owner, acme), await seenBy(claimant, acme)]).toEqual(seen)
      const chat = (conversationId: typeof own.conversationId) => ({ params: { slug: acme.slug, conversationId } })
      expect((await claimant.fail(getGuestConversation, chat(secret.conversationId))).status).toBe(404)
      expect((await owner.fail(getGuestConversation, chat(own.conversationId))).status).toBe(404)
      // What they write next is under their claim still, and not the customer's.
      await submit(claimant, acme, email, 'Ann?')
      expect(await seenBy(owner, acme)).toEqual(seen[0])
      expect((await seenBy(claimant, acme)).tickets.length).toBe((seen[1]?.tickets.length ?? 0) + 1)
      const record = await recordOf(agent, verified.id)
      expect([record.customer.emailStatus, record.merged[0]?.emailStatus].toSorted()).toEqual(['claimed', 'verified'])
    },
  )

  it('[C2] and then confirms it becomes the customer with that address, with notes and merged addresses', async () => {
    const acme = await h.tenant()
    const agent = await h.member(acme)
    const guest = await h.guest(acme)
    const ticketId = await submit(guest, acme, 'jo@example.com')
    const claim = (await listed(agent))[0]!
    const other = await makeCustomer(acme.tenant, { name: 'Jo elsewhere' })
    await agent.call(mergeCustomers, merge({ id: claim.id, version: 1 }, other))
    const note = { id: newId(), body: 'Rings twice' }
    await agent.call(addCustomerNote, { params: { customerId: claim.id }, body: note })
    const row = await acme.tenant.read((t) => findTicket(t, ticketId))
    const token = confirmationToken(h.platform, row!, h.platform.clock.now())
    await guest.call(confirmEmail, { params: { slug: acme.slug }, body: { token } })
    const [customer, ...rest] = await listed(agent)
    expect([customer, rest]).toMatchObject([{ emailStatus: 'verified', tickets: 1 }, []])
    const { merged } = await recordOf(agent, customer!.id)
    expect(merged.map(({ name }) => name)).toEqual(['Jo elsewhere'])
    const timeline = await agent.call(listCustomerTimeline, { params: { customerId: customer!.id }, query: {} })
    expect(timeline.items.map(({ kind }) => kind).toSorted()).toEqual(['note', 'ticket'])
  })
})

describe('possible duplicates', () => {
  it('[C2] are those with the same e-mail, one at another provider, or the same name, in the own business only', async () => {
    const acme = await h.tenant()
    const agent = await h.member(acme)
    const ann = await makeCustomer(acme.tenant, { name: 'Ann Poe', email: 'ann.poe@example.com' })
    await makeCustomer(acme.tenant, { name: 'Cleo', email: 'annpoe+shop@example.org' })
    await makeCustomer(acme.tenant, { name: 'ann poe', email: 'x@example.org' })
    await makeCustomer(acme.tenant, { name: 'Dora', email: 'dora@example.org' })
    await submit(await h.guest(acme), acme, 'ann.poe@example.com', 'Ann Poe')
    await makeCustomer((await h.tenant()).tenant, { name: 'Ann Poe', email: 'ann.poe@example.com' })
    const { items } = await agent.call(listDuplicates, { params: { customerId: ann.id } })
    expect(items.map(({ email, reasons }) => [email, reasons.toSorted()])).toEqual([
      ['ann.poe@example.com', ['same_email', 'same_name']],
      expect.any(Array),
      expect.any(Array),
    ])
    expect(Object.fromEntries(items.slice(1).map(({ email, reasons }) => [email, reasons]))).toEqual({
      'annpoe+shop@example.org': ['similar_email'],
      'x@example.org': ['same_name'],
    })
  })
})

it('[C2] merges, undos, splits and forms at the same moment never fail on a lock, and leave every customer alone or merged into one that is not', async () => {
  const acme = await h.tenant()
  const agents = [await h.member(acme), await h.member(acme), await h.member(acme)]
  const guests = await Promise.all(Array.from({ length: 4 }, () => h.guest(acme)))
  for (const [n, guest] of guests.entries()) await submit(guest, acme, `g${n}@example.com`, `Guest ${n}`)
  const all = await listed(agents[0]!)
  const ids = all.map(({ id }) => id)
  const any = <T>(of: readonly T[]): T => of[Math.floor(Math.random() * of.length)] as T
  const failures: number[] = []
  const attempt = (run: () => Promise<unknown>) =>
    run().catch((error: { status: number }) => {
      if (![404, 409, 400].includes(error.status)) failures.push(error.status)
    })
  const act = async (agent: TestClient) => {
    const [into, from] = [await recordOf(agent, any(ids)), await recordOf(agent, any(ids))]
    const params = { customerId: into.customer.id }
    const { version } = into.customer
    const last = into.merges[0]
    const part = into.merged[0]
    const which = Math.random()
    if (which < 0.4 || !last || !part) await agent.call(mergeCustomers, merge(into.customer, from.customer))
    else if (which < 0.7)
      await agent.call(undoMerge, { params: { ...params, customerMergeId: last.id }, body: { version } })
    else await agent.call(splitCustomer, { params, body: { version, part: part.id } })
  }
  const rounds = Array.from({ length: 15 }, (_, n) => n)
  await Promise.all([
    ...agents.map(async (agent) => {
      for (const _ of rounds) await attempt(() => act(agent))
    }),
    ...guests.map(async (guest, n) => {
      for (const _ of rounds) await attempt(() => submit(guest, acme, `g${n}@example.com`, `Guest ${n}`))
    }),
  ])
  expect(failures).toEqual([])
  const rows = (await rowsOf(acme)) as { id: string; part_of_id: string | null; last_active_at: Date }[]
  const roots = rows.filter((row) => row.part_of_id === null)
  for (const row of rows.filter(({ part_of_id }) => part_of_id !== null)) {
    const root = roots.find(({ id }) => id === row.part_of_id)
    expect(root).toBeDefined()
    expect(row.last_active_at <= root!.last_active_at).toBe(true)
  }
  expect((await listed(agents[0]!)).reduce((sum, { tickets }) => sum + tickets, 0)).toBe(4 + 4 * rounds.length)
}, 120_000)
