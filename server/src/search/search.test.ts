import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FaqId, MessageId, TicketId } from '#contracts/ids.ts'
import { createFaq } from '#contracts/knowledge/faq.ts'
import { searchDesk } from '#contracts/search/search.ts'
import { createTicket, sendTicketMessage } from '#contracts/ticket/ticket.ts'
import { makeArticle } from '#server/knowledge/fixture.ts'
import { measureCall } from '#test/database-use.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { search } from './search.ts'

let h: Harness
beforeAll(async () => {
  // No jobs: a statement of theirs that waited for a connection would be counted.
  h = await startHarness({ env: { ROLE: 'web' } })
})
afterAll(() => h.stop())

const newId = <Id extends string>() => crypto.randomUUID() as Id
type Person = Awaited<ReturnType<Harness['member']>>

const create = (who: Person, subject: string, more: { customerName?: string; customerEmail?: string } = {}) =>
  who.call(createTicket, { body: { id: newId<TicketId>(), subject, description: 'Please advise.', ...more } })

const write = (who: Person, ticketId: TicketId, body: string, visibility: 'public' | 'note' = 'public') =>
  who.call(sendTicketMessage, { params: { ticketId }, body: { id: newId<MessageId>(), body, visibility, fileIds: [] } })

const addFaq = (who: Person, question: string) =>
  who.call(createFaq, { body: { id: newId<FaqId>(), question, answer: 'Yes.', phrasings: ['Is it so?'] } })

const find = (who: Person, words: string) => who.call(searchDesk, { query: { words } })

describe('the palette’s search', () => {
  it('[T10] finds tickets, customers and FAQs by one request, while typing', async () => {
    const admin = await h.member(await h.tenant(), 'admin')
    await create(admin, 'Broken lantern', { customerName: 'Robin Vale', customerEmail: 'robin.vale@example.org' })
    await addFaq(admin, 'Do you repair lanterns?')
    const found = await find(admin, 'lanter')
    expect(found.tickets.map(({ subject }) => subject)).toEqual(['Broken lantern'])
    expect(found.faqs.map(({ question }) => question)).toEqual(['Do you repair lanterns?'])
    expect(found.customers).toEqual([])
    const robin = await find(admin, 'vale@exam')
    expect(robin.customers).toMatchObject([{ name: 'Robin Vale', email: 'robin.vale@example.org' }])
    expect(robin.tickets.map(({ subject }) => subject)).toEqual(['Broken lantern'])
  })

  it('[T10] finds customers by the beginning of any part of name or e-mail, without accents, who was active last first', async () => {
    const agent = await h.member(await h.tenant())
    await create(agent, 'First', { customerName: 'Zoë Groß', customerEmail: 'zoe_gross+shop@example.org' })
    await create(agent, 'Second', { customerName: 'Ben Gross', customerEmail: 'ben@example.org' })
    for (const words of ['zoe', 'ZOË', 'zoe gross', 'gross zoe', 'shop', 'zoe_gross+shop@example.org'])
      expect((await find(agent, words)).customers, words).toMatchObject([{ name: 'Zoë Groß' }])
    expect((await find(agent, 'gross')).customers).toMatchObject([{ name: 'Ben Gross' }, { name: 'Zoë Groß' }])
    expect((await find(agent, 'zoe ben')).customers).toEqual([])
  })

  it.each([
    'refunds',
    'refudn',
    'erfund',
    'rfund',
    'tefund',
    'refnuds',
    'refnu',
    'delivery',
    'dleivery',
    'deliveries refund',
  ])('[T10] finds an FAQ and an article by %s, whose word has another ending or a slip', async (words) => {
    const acme = await h.tenant()
    const admin = await h.member(acme, 'admin')
    await addFaq(admin, 'When is a refund of deliveries paid?')
    await makeArticle(acme.tenant, { title: 'Refund for a late delivery', summary: 'What we pay.' })
    await addFaq(admin, 'Do you ship abroad?')
    const found = await find(admin, words)
    expect(found.faqs.map(({ question }) => question)).toEqual(['When is a refund of deliveries paid?'])
    expect(found.articles.map(({ title }) => title)).toEqual(['Refund for a late delivery'])
  })

  it('[T10] corrects a slip by no word of another business’s FAQs', async () => {
    const [one, other] = [await h.member(await h.tenant(), 'admin'), await h.member(await h.tenant(), 'admin')]
    await addFaq(one, 'Do you repair zeppelins?')
    expect((await find(other, 'zepelins')).terms).not.toContain('zeppelins')
    expect((await find(one, 'zepelins')).terms).toContain('zeppelins')
  })

  it('[T10] shows the message that has the words, around them, and how they begin', async () => {
    const agent = await h.member(await h.tenant(), 'agent', 'Ann')
    const { id } = await create(agent, 'Lamp')
    await write(agent, id, `${'Nothing of note here. '.repeat(20)}The capacitors are burnt, as I said.`, 'note')
    await write(agent, id, 'We are sorry.')
    const { tickets, terms } = await find(agent, 'capacitor')
    expect(tickets[0]?.message).toMatchObject({ author: 'member', authorName: 'Ann', visibility: 'note' })
    expect(tickets[0]?.message?.excerpt).toMatch(/^….*The capacitors are burnt, as I said\.$/)
    expect(terms).toContain('capacitor')
    expect((await find(agent, 'capcaitor')).terms).toContain('capacitors')
    expect((await find(agent, 'lamp')).tickets[0]).toMatchObject({ subject: 'Lamp', message: null })
  })

  it('[T10] has the ticket of a number first, and at most five of a kind', async () => {
    const agent = await h.member(await h.tenant())
    const { number } = await create(agent, 'Numbered')
    for (let n = 0; n < 7; n += 1) await create(agent, `Same as ${number}`)
    const { tickets } = await find(agent, String(number))
    expect(tickets.map(({ subject }) => subject)).toEqual(['Numbered', ...Array(4).fill(`Same as ${number}`)])
    expect((await find(agent, `#${number}`)).tickets.map(({ subject }) => subject)).toEqual(['Numbered'])
  })

  it('[T10] finds nothing of another business', async () => {
    const [one, other] = [await h.member(await h.tenant(), 'admin'), await h.member(await h.tenant(), 'admin')]
    const { id } = await create(one, 'Lantern', { customerName: 'Robin Vale', customerEmail: 'robin@example.org' })
    await write(one, id, 'A lantern')
    await addFaq(one, 'Lantern?')
    for (const words of ['lantern', 'robin', id, id.slice(0, 8)])
      expect(await find(other, words), words).toMatchObject({ tickets: [], customers: [], faqs: [], articles: [] })
    expect((await find(one, id.slice(0, 8))).tickets).toHaveLength(1)
  })

  it.each(["'", '%', '_', '\\', ':* & |', '((', '٣', '🙂', '😀 x%_\\'])(
    '[T10] answers %s like any other',
    async (words) => {
      const agent = await h.member(await h.tenant())
      await create(agent, 'Quiet')
      expect((await agent.raw(`/api/search?words=${encodeURIComponent(words)}`)).status).toBe(200)
    },
  )

  it('[T10] refuses 10 kB, NUL and nothing at all', async () => {
    const agent = await h.member(await h.tenant())
    for (const words of ['x'.repeat(10_000), 'a\0b', '', '  '])
      expect((await agent.raw(`/api/search?words=${encodeURIComponent(words)}`)).status, words.slice(0, 9)).toBe(400)
  })

  it('[T10] takes at most ten statements in one transaction', async () => {
    const acme = await h.tenant()
    const agent = await h.member(acme)
    const { id } = await create(agent, 'Lamp')
    await write(agent, id, 'A lamp')
    for (const words of ['lamp', 'lapm', '1']) {
      const { statements, transactions } = await measureCall(() => search(acme.tenant, agent.actor, words))
      expect(transactions).toBe(1)
      expect(statements, words).toBeLessThanOrEqual(10)
      expect(statements, words).toBeGreaterThan(4)
    }
  })
})
