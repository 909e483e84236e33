import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TicketId } from '#contracts/ids.ts'
import { submitTicket } from '#contracts/ticket/guest-ticket.ts'
import { changeTicket } from '#contracts/ticket/ticket.ts'
import { allRoutes } from '#server/domains.ts'
import { type Harness, startHarness, type TestTenant } from './harness.ts'
import { post, type Reply, times } from './proof/concurrent-requests.ts'
import { countTickets } from './proof/creation.ts'
import { CREATIONS } from './proof/creations.ts'
import { jsonSchemaOf } from './proof/request-schema.ts'

let h: Harness
let acme: TestTenant
let guest: Awaited<ReturnType<Harness['guest']>>
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())
beforeEach(async () => {
  acme = await h.tenant()
  guest = await h.guest(acme)
})

const stage = () => ({ h, acme, guest })
const byRoute = CREATIONS.map((one) => [`${one.endpoint.method} ${one.endpoint.path}`, one] as const)

/** What was created; fields that another request changed meanwhile may differ. */
const created = ({ body }: Reply) => {
  const { id, number, seq, conversation } = body as Record<string, unknown> & { conversation?: { id: string } }
  return JSON.stringify([id, number, seq, conversation?.id])
}

const refusals = (replies: Reply[]) => replies.map(({ status, body }) => [status, body.error?.code])

describe('a creating request that is sent 50 times at once', () => {
  it('is tested for every route that is declared idempotent', () => {
    // A sign-up makes a business of its own: signup/sign-up.test.ts proves that its repetition makes no second one.
    const declared = allRoutes
      .map(({ endpoint }) => endpoint)
      .filter(({ idempotent, path }) => idempotent && !path.startsWith('/api/signup'))
    const proved = CREATIONS.map(({ endpoint }) => endpoint)
    expect(declared.filter((one) => !proved.includes(one)).map(({ path }) => path)).toEqual([])
  })

  it.each(byRoute)('%s creates one row and gives every caller the same reply', async (_, { arrange }) => {
    const { who, path, body, others, together, rows } = await arrange(stage())
    const replies = await Promise.all(times(50).map(() => post(who, path, body)))
    expect([...new Set(replies.map(({ status }) => status))]).toEqual([201])
    expect(new Set(replies.map(created)).size).toBe(1)
    expect(await rows()).toBe(1)
    const again = await post(who, path, body)
    expect([again.status, created(again)]).toEqual([201, created(replies[0]!)])
    // Some, as an erasure, have no field that another request under the same id could have otherwise.
    const other = times(Object.keys(others).length > 0 ? 5 : 0)
    const refused = await Promise.all(other.map(() => post(who, path, { ...body, ...others, ...together })))
    expect(refusals(refused)).toEqual(other.map(() => [409, 'conflict']))
    expect(await rows()).toBe(1)
  })

  it('stores one of two bodies under one new id and refuses the other with 409', async () => {
    const { who, path, body } = await CREATIONS.find(({ endpoint }) => endpoint === submitTicket)!.arrange(stage())
    const other = { ...body, subject: 'Other' }
    const replies = await Promise.all(times(40).map((n) => post(who, path, n % 2 === 0 ? body : other)))
    const statusesOf = (parity: number) => replies.filter((_, n) => n % 2 === parity).map(({ status }) => status)
    const winners = [statusesOf(0), statusesOf(1)].map((statuses) => [...new Set(statuses)])
    expect(winners.flat().sort()).toEqual([201, 409])
    expect(await countTickets(stage())).toBe(1)
  })
})

describe('a creating request under a known id with one other field', () => {
  it.each(byRoute)('%s is refused with 409, whichever field it is', async (_, { endpoint, unstored, arrange }) => {
    const { who, path, body, others, rows } = await arrange(stage())
    const declared = Object.keys(jsonSchemaOf(endpoint.body)?.properties ?? {})
    expect(Object.keys(others).sort()).toEqual(declared.filter((key) => key !== 'id' && !unstored.includes(key)).sort())
    expect((await post(who, path, body)).status).toBe(201)
    for (const [field, value] of Object.entries(others)) {
      const refused = await post(who, path, { ...body, [field]: value })
      expect([field, ...refusals([refused])[0]!]).toEqual([field, 409, 'conflict'])
    }
    expect((await post(who, path, body)).status).toBe(201)
    expect(await rows()).toBe(1)
  })

  it('a ticket that a member changed since is still the reply to the request that created it', async () => {
    const { who, path, body } = await CREATIONS.find(({ endpoint }) => endpoint === submitTicket)!.arrange(stage())
    const first = await post(who, path, body)
    const ann = await h.member(acme, 'agent', 'Ann')
    const params = { ticketId: first.body.id as TicketId }
    await ann.call(changeTicket, { params, body: { version: 1, priority: 'urgent' } })
    const again = await post(who, path, body)
    expect([again.status, created(again)]).toEqual([201, created(first)])
    const refused = await post(who, path, { ...body, description: 'Other' })
    expect(refusals([refused])).toEqual([[409, 'conflict']])
  })
})
