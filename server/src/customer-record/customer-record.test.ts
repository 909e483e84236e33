import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requestPerson, sendGuestMessage, startConversation } from '#contracts/conversation/guest-conversation.ts'
import { createAttribute, deleteAttribute } from '#contracts/customer/attribute.ts'
import {
  addCustomerNote,
  CustomerSort,
  changeCustomer,
  deleteCustomerNote,
  listCustomers,
  setCustomerBlock,
} from '#contracts/customer/customer.ts'
import { getCustomerRecord, listCustomerTimeline } from '#contracts/customer/customer-record.ts'
import type { CustomerAttributeId, CustomerId, TicketId } from '#contracts/ids.ts'
import { submitTicket } from '#contracts/ticket/guest-ticket.ts'
import { createTicket, listTickets } from '#contracts/ticket/ticket.ts'
import { makeCustomer } from '#server/customer/fixture.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { startChat } from '#test/proof/full-tenant.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

const newId = () => crypto.randomUUID() as never

/** Adds `count` customers by SQL; name, plan and times repeat, so that orders have ties. */
const addMany = ({ tenant }: TestTenant, count: number) =>
  queryAsOwner(
    h.database.ownerUrl,
    `INSERT INTO customer (tenant_id, id, name, email, plan, blocked_at, joined_at, last_active_at)
     SELECT $1, gen_random_uuid(), (ARRAY['Zoë', 'ann', 'Ben', ''])[1 + n % 4], 'c' || n || '@example.com',
       (ARRAY['Basic', 'Pro', 'Business', 'Enterprise'])[1 + n % 4], CASE WHEN n % 3 = 0 THEN now() END,
       timestamptz '2026-01-01' + n % 7 * interval '1 day', timestamptz '2026-02-01' + n % 5 * interval '1 hour'
     FROM generate_series(1, $2::int) n`,
    [tenant.id, count],
  )

describe('the list of customers', () => {
  it('[C1] is sorted by each of the seven columns, in both directions, and its pages hold every customer once', async () => {
    const acme = await h.tenant()
    const agent = await h.member(acme)
    await addMany(acme, 45)
    const body = { subject: 'Bell', description: 'It does not ring' }
    for (const [index, email] of ['c7@example.com', 'c7@example.com', 'c12@example.com'].entries())
      await agent.call(createTicket, {
        body: { ...body, id: newId(), subject: `${index}`, customerEmail: email },
      })
    for (const sort of CustomerSort.options) {
      const ids: string[][] = []
      for (const direction of ['asc', 'desc'] as const) {
        const rows: { id: string }[] = []
        let cursor: string | undefined
        do {
          const page = await agent.call(listCustomers, { query: { sort, direction, limit: 10, cursor } })
          expect(page.total).toBe(cursor ? null : 45)
          rows.push(...page.items)
          cursor = page.nextCursor ?? undefined
        } while (cursor)
        expect(new Set(rows.map(({ id }) => id)).size, `${sort} ${direction}`).toBe(45)
        ids.push(rows.map(({ id }) => id))
      }
      expect(ids[0], sort).toEqual(ids[1]?.toReversed())
    }
    const { items } = await agent.call(listCustomers, { query: { sort: 'tickets', limit: 3 } })
    expect(items.map(({ email, tickets }) => [email, tickets]).slice(0, 2)).toEqual([
      ['c7@example.com', 2],
      ['c12@example.com', 1],
    ])
    const plans = await agent.call(listCustomers, { query: { sort: 'plan', direction: 'asc' } })
    expect([...new Set(plans.items.map(({ plan }) => plan))]).toEqual(['Basic', 'Pro', 'Business', 'Enterprise'])
  })

  it('[C1] is searched by parts of name and e-mail without accents, and filtered by plan, in its own business only', async () => {
    const acme = await h.tenant()
    const agent = await h.member(acme)
    const ann = await makeCustomer(acme.tenant, { name: 'Zoë Groß', email: 'zoe_g%@example.org' })
    await makeCustomer(acme.tenant, { name: 'Ben Poe', email: 'ben@example.org' })
    const found = async (query: { search?: string; plan?: 'Pro' }) =>
      (await agent.call(listCustomers, { query })).items.map(({ name }) => name).toSorted()
    for (const search of ['zoe', 'ZOË', 'gross', 'oe gro', 'zoe_g', 'g%', 'example.org zoe'])
      expect(await found({ search }), search).toEqual(['Zoë Groß'])
    expect(await found({ search: 'example' })).toEqual(['Ben Poe', 'Zoë Groß'])
    expect(await found({ search: 'nobody' })).toEqual([])
    await agent.call(changeCustomer, { params: { customerId: ann.id }, body: { version: 1, plan: 'Pro' } })
    expect(await found({ plan: 'Pro' })).toEqual(['Zoë Groß'])
    const stranger = await h.member(await h.tenant())
    expect((await stranger.call(listCustomers, { query: {} })).items).toEqual([])
  })
})

describe('the page of a customer', () => {
  it('[C1] shows tickets, chats, ratings and notes in one order of time, page by page, and counts them', async () => {
    const acme = await h.tenant()
    const agent = await h.member(acme, 'agent', 'Kim Doe')
    const guest = await h.guest(acme)
    const params = { slug: acme.slug }
    await startChat(guest, acme.slug)
    const form = { name: 'Jo', email: 'jo@example.com', subject: 'Bell', description: 'It does not ring' }
    const ticketId: TicketId = newId()
    await guest.call(submitTicket, { params, body: { ...form, id: ticketId } })
    const { items } = await agent.call(listCustomers, { query: {} })
    const customerId = items[0]?.id as CustomerId
    expect(items).toMatchObject([{ name: 'Jo', emailStatus: 'claimed', tickets: 1, plan: 'Basic', status: 'Active' }])
    await queryAsOwner(
      h.database.ownerUrl,
      `UPDATE ticket SET rating = 4, rating_comment = 'Fine', rated_at = now() + interval '1 minute' WHERE id = $1`,
      [ticketId],
    )
    for (let n = 0; n < 60; n++)
      await agent.call(addCustomerNote, { params: { customerId }, body: { id: newId(), body: `Note ${n}` } })
    const first = await agent.call(listCustomerTimeline, { params: { customerId }, query: {} })
    const second = await agent.call(listCustomerTimeline, {
      params: { customerId },
      query: { cursor: first.nextCursor ?? '' },
    })
    const all = [...first.items, ...second.items]
    expect([first.items.length, second.items.length, second.nextCursor]).toEqual([50, 13, null])
    expect(all[0]).toMatchObject({ kind: 'rating', stars: 4, comment: 'Fine' })
    expect(all.filter(({ kind }) => kind === 'note').length).toBe(60)
    expect(all.map(({ at }) => at)).toEqual(
      all
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    )
    expect(
      all
        .slice(-2)
        .map(({ kind }) => kind)
        .toSorted(),
    ).toEqual(['chat', 'ticket'])
    const record = await agent.call(getCustomerRecord, { params: { customerId } })
    expect(record.statistics).toEqual({ tickets: 1, openTickets: 1, chats: 1, averageRating: 4, ratings: 1 })
    expect(record.memory?.visitCount).toBe(1)
  })

  it('[C2] names the others with the same address, each with what is known of it', async () => {
    const acme = await h.tenant()
    const agent = await h.member(acme)
    const entered = await makeCustomer(acme.tenant, { name: 'Ann', email: 'ann@example.com' })
    const form = { name: 'Ann?', email: 'ann@example.com', subject: 'Bell', description: 'It does not ring' }
    await (await h.guest(acme)).call(submitTicket, { params: { slug: acme.slug }, body: { ...form, id: newId() } })
    const { customer, sameEmail } = await agent.call(getCustomerRecord, { params: { customerId: entered.id } })
    expect(customer.emailStatus).toBe('entered')
    expect(sameEmail).toMatchObject([{ name: 'Ann?', emailStatus: 'claimed' }])
  })

  it('[C2] name and plan are set by a member; of two at once the second gets the customer as it is now', async () => {
    const acme = await h.tenant()
    const [one, other] = [await h.member(acme), await h.member(acme)]
    const params = { customerId: (await makeCustomer(acme.tenant)).id }
    const live = await other.stream('/api/stream')
    const changed = await one.call(changeCustomer, { params, body: { version: 1, plan: 'Enterprise', name: 'Ann' } })
    expect(changed).toMatchObject({ plan: 'Enterprise', name: 'Ann', version: 2 })
    await live.waitFor('customer.changed', ({ customerId }) => customerId === params.customerId)
    live.close()
    const { error } = await other.fail(changeCustomer, { params, body: { version: 1, plan: 'Pro' } })
    expect(error).toMatchObject({ code: 'conflict', reason: 'version', current: { plan: 'Enterprise', version: 2 } })
    expect((await other.call(changeCustomer, { params, body: { version: 2, plan: 'Enterprise' } })).version).toBe(2)
    expect((await other.call(listTickets, { query: {} })).items).toEqual([])
  })

  it('[C2] an attribute takes only values of its type, and goes with its values', async () => {
    const acme = await h.tenant()
    const [agent, admin] = [await h.member(acme), await h.member(acme, 'admin')]
    const params = { customerId: (await makeCustomer(acme.tenant)).id }
    const add = async (
      name: string,
      type: 'text' | 'number' | 'date' | 'yes_no' | 'choice',
      options: string[] = [],
    ) => {
      const id: CustomerAttributeId = newId()
      await admin.call(createAttribute, { body: { id, name, type, options } })
      return id
    }
    const cases = [
      [await add('Contract', 'text'), 'A-1', 5],
      [await add('Seats', 'number'), 12, 'twelve'],
      [await add('Renewal', 'date'), '2026-11-23', '2026-13-01'],
      [await add('Partner', 'yes_no'), true, 'true'],
      [await add('Size', 'choice', ['small', 'large']), 'large', 'huge'],
    ] as const
    let version = 1
    for (const [id, right, wrong] of cases) {
      const give = (value: string | number | boolean) => ({ params, body: { version, attributes: { [id]: value } } })
      const { error } = await agent.fail(changeCustomer, give(wrong))
      expect(Object.keys(error.fields ?? {})).toEqual([`body.attributes.${id}`])
      const changed = await agent.call(changeCustomer, give(right))
      expect(changed.attributes[id]).toBe(right)
      version = changed.version
    }
    const [gone] = cases[0]
    await admin.call(deleteAttribute, { params: { customerAttributeId: gone } })
    const { customer } = await agent.call(getCustomerRecord, { params })
    expect(Object.keys(customer.attributes).length).toBe(4)
    const late = { version: customer.version, attributes: { [gone]: 'A-2' } }
    expect((await agent.fail(changeCustomer, { params, body: late })).error.code).toBe('invalid_input')
    const same = { id: newId() as CustomerAttributeId, name: 'Seats', type: 'text' as const }
    expect((await admin.fail(createAttribute, { body: same })).error.reason).toBe('name_taken')
    expect((await admin.fail(createAttribute, { body: { ...same, name: 'X', type: 'choice' } })).status).toBe(400)
  })

  it('[C1] a note is deleted by its author or an admin, not by another agent', async () => {
    const acme = await h.tenant()
    const [author, other, admin] = [await h.member(acme), await h.member(acme), await h.member(acme, 'admin')]
    const { id: customerId } = await makeCustomer(acme.tenant)
    const add = () =>
      author.call(addCustomerNote, { params: { customerId }, body: { id: newId(), body: 'Rings twice' } })
    const [first, second] = [await add(), await add()]
    const of = (note: typeof first) => ({ params: { customerId, customerNoteId: note.id } })
    expect((await other.fail(deleteCustomerNote, of(first))).error.code).toBe('forbidden')
    await author.call(deleteCustomerNote, of(first))
    await admin.call(deleteCustomerNote, of(second))
    expect((await author.call(listCustomerTimeline, { params: { customerId }, query: {} })).items).toEqual([])
  })
})

describe('a blocked customer', () => {
  it('[C1] is refused in chat and form with a sentence, also under the address in another browser, until the block ends', async () => {
    const acme = await h.tenant()
    const agent = await h.member(acme)
    const guest = await h.guest(acme)
    const params = { slug: acme.slug }
    const form = { name: 'Jo', email: 'jo@example.com', subject: 'Bell', description: 'It does not ring' }
    const chat = await startChat(guest, acme.slug)
    await guest.call(submitTicket, { params, body: { ...form, id: newId() } })
    const { items } = await agent.call(listCustomers, { query: {} })
    const customerId = items[0]?.id as CustomerId
    const block = (isBlocked: boolean) => agent.call(setCustomerBlock, { params: { customerId }, body: { isBlocked } })
    expect(await block(true)).toMatchObject({ status: 'Blocked' })
    const message = { params: chat.params, body: { id: newId(), body: 'Hello?', fileIds: [] } }
    const refusals = [
      await guest.fail(submitTicket, { params, body: { ...form, id: newId() } }),
      await guest.fail(sendGuestMessage, message),
      await guest.fail(startConversation, { params, body: { id: newId(), context: 'general' } }),
      await guest.fail(requestPerson, { params: chat.params }),
      await (await h.guest(acme)).fail(submitTicket, { params, body: { ...form, id: newId() } }),
    ]
    for (const { status, error } of refusals)
      expect([status, error.reason, error.message]).toEqual([
        403,
        'blocked',
        'This business does not accept messages from you at the moment. If you think that is a mistake, please contact it in another way.',
      ])
    expect((await agent.call(listCustomers, { query: {} })).items).toMatchObject([{ tickets: 1, status: 'Blocked' }])
    await block(false)
    await guest.call(sendGuestMessage, message)
  })
})
