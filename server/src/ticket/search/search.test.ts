import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TicketId } from '#contracts/ids.ts'
import { createTicket, listTickets } from '#contracts/ticket/ticket.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { searchQueryOf } from './query.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

type Agent = Awaited<ReturnType<Harness['member']>>

const created = (agent: Agent, more: { subject: string; customerEmail?: string; customerName?: string }) =>
  agent.call(createTicket, { body: { id: crypto.randomUUID() as TicketId, description: 'Please help.', ...more } })

/** The subjects that a search finds. */
const found = async (agent: Agent, search: string): Promise<string[]> =>
  (await agent.call(listTickets, { query: { words: search } })).items.map(({ subject }) => subject).sort()

describe('the search of tickets', () => {
  it('[T1] finds a ticket by its customer’s e-mail address, whole or the beginning of any part', async () => {
    const agent = await h.member(await h.tenant())
    await created(agent, { subject: 'Robin’s', customerName: 'R. V.', customerEmail: 'robin.vale@example.org' })
    await created(agent, { subject: 'Casey’s', customerName: 'C. P.', customerEmail: 'casey_poe+shop@example.com' })
    for (const part of [
      'robin.vale@example.org',
      'ROBIN.VALE@EXAMPLE.ORG',
      'robin.v',
      'vale',
      'vale@exam',
      '@example.org',
    ])
      expect(await found(agent, part), part).toEqual(['Robin’s'])
    for (const part of ['casey_poe+shop@example.com', 'poe', 'casey_p'])
      expect(await found(agent, part), part).toEqual(['Casey’s'])
    expect(await found(agent, 'example')).toEqual(['Casey’s', 'Robin’s'])
    expect(await found(agent, 'nobody@example.org')).toEqual([])
  })

  it('[T1] finds a ticket by its id and by the eight characters that are shown of it, in its own business only', async () => {
    const agent = await h.member(await h.tenant())
    const { id } = await created(agent, { subject: 'Named' })
    await created(agent, { subject: 'Another' })
    const short = id.slice(0, 8)
    for (const name of [short, short.toUpperCase(), `#${short.toUpperCase()}`, id, `#${id}`, id.slice(0, 13)])
      expect(await found(agent, name), name).toEqual(['Named'])
    const stranger = await h.member(await h.tenant())
    expect(await found(stranger, id)).toEqual([])
  })

  it.each([
    ['refunds', 'One refund please'],
    ['refunding', 'Refunded twice'],
    ['refund', 'Refunds are slow'],
    ['deliveries', 'My delivery'],
    ['delivery', 'Two deliveries'],
    ['taxes', 'Tax on the bill'],
    ['cities', 'City bike'],
    ['bikes', 'A bike'],
    ['Rückerstattungen', 'Rückerstattung'],
    ['Räder', 'Ein Rad'],
    ['Buch', 'Zwei Bücher'],
    ['Straße', 'Strasse gesperrt'],
    ['devoluciones', 'Una devolución'],
    ['devolucion', 'Mis devoluciones'],
    ['remboursements', 'Un remboursement'],
    ['vélos', 'Mon velo'],
  ])('[T1] “%s” finds “%s”', async (search, subject) => {
    const agent = await h.member(await h.tenant())
    await created(agent, { subject })
    await created(agent, { subject: 'Something else' })
    expect(await found(agent, search)).toEqual([subject])
  })

  it('[T1] a word does not find another that begins like its stem', async () => {
    const agent = await h.member(await h.tenant())
    await created(agent, { subject: 'My watch stopped' })
    await created(agent, { subject: 'Ordinary question' })
    expect(await found(agent, 'water')).toEqual([])
    expect(await found(agent, 'order')).toEqual([])
  })

  it('[T1] finds the parts of an order number, in any order and while they are typed', async () => {
    const agent = await h.member(await h.tenant())
    await created(agent, { subject: 'Order HB-1042/a is late' })
    for (const search of ['HB-1042', '1042', '1042 hb', 'hb-10', 'late ord', 'HB-1042/a'])
      expect(await found(agent, search), search).toEqual(['Order HB-1042/a is late'])
    expect(await found(agent, 'HB-1043')).toEqual([])
  })

  it('[T1] finds a serial number that reads like a number with an exponent, whole and while it is typed', async () => {
    const agent = await h.member(await h.tenant())
    await created(agent, { subject: 'Serial 2e72d64b does not start' })
    for (const search of ['2e72d64b', '2E72D64B', '2e', '2e7', '2e72', '2e72d', '2e72d64', 'serial 2e72d64b'])
      expect(await found(agent, search), search).toEqual(['Serial 2e72d64b does not start'])
    expect(await found(agent, '2e72d64c')).toEqual([])
  })

  it('[T1] the query holds letters, digits and its own operators only', () => {
    expect(searchQueryOf(`a'b:* & !(c) <-> \\ "d"`)?.query).toMatch(/^[a-z0-9:*&| ()']+$/)
    expect(searchQueryOf(' %_!? ')).toBeNull()
  })
})
