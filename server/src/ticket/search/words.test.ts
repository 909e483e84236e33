import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendGuestMessage } from '#contracts/conversation/guest-conversation.ts'
import type { MessageId, SavedViewId, TicketId } from '#contracts/ids.ts'
import { plainWordsOf } from '#contracts/search/plain-text.ts'
import { submitTicket } from '#contracts/ticket/guest-ticket.ts'
import { createSavedView, listSavedViews } from '#contracts/ticket/saved-view.ts'
import {
  changeTicket,
  createTicket,
  deleteTicket,
  listTickets,
  moveTicket,
  sendTicketMessage,
} from '#contracts/ticket/ticket.ts'
import { makeManyTickets } from '#server/ticket/fixture.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

type Agent = Awaited<ReturnType<Harness['member']>>
const newId = <Id extends string>() => crypto.randomUUID() as Id

const create = (agent: Agent, subject: string, description = 'Please advise.') =>
  agent.call(createTicket, { body: { id: newId<TicketId>(), subject, description } })

const write = (agent: Agent, ticketId: TicketId, body: string, visibility: 'public' | 'note' = 'public') =>
  agent.call(sendTicketMessage, {
    params: { ticketId },
    body: { id: newId<MessageId>(), body, visibility, fileIds: [] },
  })

/** The subjects that a search finds, in the order of the list. */
const listed = async (agent: Agent, words: string): Promise<string[]> =>
  (await agent.call(listTickets, { query: { words } })).items.map(({ subject }) => subject)

async function business(): Promise<{ acme: TestTenant; agent: Agent }> {
  const acme = await h.tenant()
  return { acme, agent: await h.member(acme) }
}

describe('the words of messages', () => {
  it('[T10] a ticket is found by a word of any message: of the customer, of a member, of a note', async () => {
    const { acme, agent } = await business()
    const guest = await h.guest(acme)
    const body = {
      id: newId<TicketId>(),
      name: 'Jo',
      email: 'jo@example.org',
      subject: 'Lamp',
      description: 'It hums.',
    }
    const { conversationId } = await guest.call(submitTicket, { params: { slug: acme.slug }, body })
    await create(agent, 'Another')
    await guest.call(sendGuestMessage, {
      params: { slug: acme.slug, conversationId },
      body: { id: newId<MessageId>(), body: 'The capacitor is burnt', fileIds: [] },
    })
    await write(agent, body.id, 'We send a replacement on Thursday.')
    await write(agent, body.id, 'Supplier promised a credit voucher', 'note')
    for (const words of ['hums', 'capacitor', 'capacitors', 'capac', 'replacement thurs', 'voucher', 'jo capacitor'])
      expect(await listed(agent, words), words).toEqual(['Lamp'])
    expect(await listed(agent, 'capacitor another')).toEqual([])
  })

  it('[T10] words of another business are not found', async () => {
    const { agent } = await business()
    const other = await business()
    const { id } = await create(agent, 'Lamp')
    await write(agent, id, 'The capacitor is burnt')
    expect(await listed(other.agent, 'capacitor')).toEqual([])
    expect(await listed(agent, 'capacitor')).toEqual(['Lamp'])
  })

  it('[T10] what a changed subject or a changed message no longer says finds nothing', async () => {
    const { acme, agent } = await business()
    const { id, version } = await create(agent, 'Trumpet')
    const message = await write(agent, id, 'Ask for the mouthpiece')
    await agent.call(changeTicket, { params: { ticketId: id }, body: { version: version + 1, subject: 'Violin' } })
    await queryAsOwner(h.database.ownerUrl, 'UPDATE message SET body = $3 WHERE tenant_id = $1 AND id = $2', [
      acme.tenant.id,
      message.id,
      'Ask for the bow',
    ])
    expect(await listed(agent, 'trumpet')).toEqual([])
    expect(await listed(agent, 'mouthpiece')).toEqual([])
    for (const words of ['violin', 'bow', 'violin bow']) expect(await listed(agent, words)).toEqual(['Violin'])
  })

  it('[T10] a deleted ticket leaves none of its words behind', async () => {
    const { acme, agent } = await business()
    const { id, version } = await create(agent, 'Unrepeatable')
    const steps = ['in-progress', 'resolved'] as const
    for (const [at, status] of steps.entries())
      await agent.call(moveTicket, { params: { ticketId: id }, body: { version: version + at, status } })
    await agent.call(deleteTicket, { params: { ticketId: id } })
    const [left] = await queryAsOwner<{ words: number }>(
      h.database.ownerUrl,
      `SELECT (SELECT count(*) FROM ticket_words WHERE tenant_id = $1)::int
            + (SELECT count(*) FROM ticket_vocabulary WHERE tenant_id = $1)::int AS words`,
      [acme.tenant.id],
    )
    expect(left?.words).toBe(0)
  })
})

describe('numbers and slips', () => {
  it('[T10] #12 is the ticket of that number alone; 12 also finds tickets that mention it', async () => {
    const { agent } = await business()
    const { number } = await create(agent, 'First')
    await create(agent, 'Second', `Same as ${number}, see there`)
    expect(await listed(agent, `#${number}`)).toEqual(['First'])
    expect(await listed(agent, String(number))).toEqual(['Second', 'First'])
  })

  it.each([
    ['refnud', 'a refund'],
    ['refudn', 'a refund'],
    ['rfund', 'a refund'],
    ['refunnd', 'a refund'],
    ['tefund', 'a refund'],
    ['refnuds', 'a refund'],
    ['delviery', 'no delivery yet'],
    ['delvier', 'no delivery yet'],
    ['Rükcerstattung', 'Eine Rückerstattung bitte'],
    ['devolucoin', 'Una devolución'],
    ['rembuorsement', 'Un remboursement'],
    ['robin.vael@example.org', 'Mail me at robin.vale@example.org'],
  ])('[T10] “%s” finds “%s” in spite of the slip', async (words, body) => {
    const { agent } = await business()
    const { id } = await create(agent, 'Wanted')
    await write(agent, id, body)
    await create(agent, 'Something else', 'Wholly different')
    expect(await listed(agent, words)).toEqual(['Wanted'])
  })

  it('[T10] a word that some ticket has is not taken for a slip, and figures are not corrected', async () => {
    const { agent } = await business()
    await create(agent, 'Horse', 'Order 10421')
    await create(agent, 'House', 'Order 10422')
    expect(await listed(agent, 'horse')).toEqual(['Horse'])
    expect(await listed(agent, '10423')).toEqual([])
  })
})

describe('hostile searches', () => {
  it.each([`'`, `''':*`, '%', '_', '\\', '" OR 1=1 --', '& | ! ( ) <->', ':*', '$$', '٣٤', '🙂🙂', 'ﬁ', "a'b\\'c"])(
    '[T10] %s is answered like any other',
    async (words) => {
      const { agent } = await business()
      await create(agent, 'Quiet')
      expect((await agent.raw(`/api/tickets?words=${encodeURIComponent(words)}`)).status).toBe(200)
    },
  )

  it('[T10] 10 kB and NUL are refused, not searched', async () => {
    const { agent } = await business()
    for (const words of ['x'.repeat(10_000), 'a\0b'])
      expect((await agent.raw(`/api/tickets?words=${encodeURIComponent(words)}`)).status).toBe(400)
  })

  it('[T10] a short word is not taken for the beginning of an id', async () => {
    const { agent } = await business()
    const { id } = await create(agent, 'Named by its id')
    expect(await listed(agent, id.slice(0, 7))).toEqual([])
    expect(await listed(agent, id.slice(0, 8))).toEqual(['Named by its id'])
  })

  it('[T10] a message of ten thousand different words and one without a space are accepted and found', async () => {
    const { agent } = await business()
    const { id } = await create(agent, 'Flooded')
    for (let n = 0; n < 6; n += 1)
      await write(agent, id, Array.from({ length: 1300 }, (_, k) => (n * 1300 + k).toString(36)).join(' '))
    await write(agent, id, 'ö'.repeat(8000))
    expect(await listed(agent, 'flooded')).toEqual(['Flooded'])
  })
})

const VOCABULARY = ['lamp', 'lampshade', 'green', 'cable', 'carton', 'Größe', 'ruído', 'x-9', '77', 'jo@example.org']

describe('against a plain comparison', () => {
  it('[T10] finds exactly the tickets in whose fields and messages every word begins a word', async () => {
    const { agent } = await business()
    const some = () => VOCABULARY[Math.floor(Math.random() * VOCABULARY.length)] as string
    const texts = new Map<string, string>()
    for (let n = 0; n < 12; n += 1) {
      const subject = `T${n} ${some()}`
      const description = some()
      const { id } = await create(agent, subject, description)
      const bodies = [`${some()}, ${some()}!`, some()]
      for (const body of bodies) await write(agent, id, body, Math.random() < 0.5 ? 'note' : 'public')
      texts.set(subject, [subject, description, ...bodies].join(' '))
    }
    for (const search of ['lamp', 'lam', 'green lamp', 'größ', 'ruido ca', 'x', '77 green', 'jo example', 'cart cab'])
      expect((await listed(agent, search)).sort(), search).toEqual(
        [...texts]
          .filter(([, text]) =>
            plainWordsOf(search).every((word) => plainWordsOf(text).some((one) => one.startsWith(word))),
          )
          .map(([subject]) => subject)
          .sort(),
      )
  })

  it('[T10] a word of every one of 1,200 tickets: pages in order and without end, and the counter of a view exact', async () => {
    const { acme, agent } = await business()
    await makeManyTickets(h, acme, 1200)
    const filter = { words: 'support' }
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await agent.call(listTickets, { query: { ...filter, limit: 100, ...(cursor ? { cursor } : {}) } })
      seen.push(...page.items.map(({ id }) => id))
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    expect(new Set(seen).size).toBe(1200)
    await agent.call(createSavedView, { body: { id: newId<SavedViewId>(), name: 'V', audience: 'own', filter } })
    expect((await agent.call(listSavedViews)).items[0]?.count).toBe(1200)
  })

  it('[T10] the one ticket among 1,200 that has a word is found, however old', async () => {
    const { acme, agent } = await business()
    const { id } = await create(agent, 'Oldest')
    await write(agent, id, 'Only here: zeppelin')
    await makeManyTickets(h, acme, 1200)
    expect(await listed(agent, 'zeppelin')).toEqual(['Oldest'])
    expect(await listed(agent, 'zeppelni')).toEqual(['Oldest'])
  })
})
