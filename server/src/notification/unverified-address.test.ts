import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { TicketId } from '#contracts/ids.ts'
import { confirmEmail, submitTicket } from '#contracts/ticket/guest-ticket.ts'
import { getTicket, listTickets, sendTicketMessage } from '#contracts/ticket/ticket.ts'
import { mailboxOf } from '#server/platform/mail/mailbox.ts'
import type { TestClient } from '#test/client.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'
import { readOutbox, sinkMailer } from './fixture.ts'

/** A clock that a test moves forward. */
let aheadMs = 0
const clock = { now: () => new Date(Date.now() + aheadMs) }
const HOUR_MS = 3_600_000

const sink = sinkMailer()
let h: Harness
beforeAll(async () => {
  h = await startHarness({ overrides: { mail: sink, clock } })
  // Two processes send mails at the same time.
  await h.secondNode()
})
afterAll(() => h.stop())
beforeEach(() => {
  sink.mails.length = 0
  aheadMs = 0
})

const WORDS = 'You owe money, call +99'

const submit = (made: TestTenant, guest: TestClient, email: string, subject = WORDS) =>
  guest.call(submitTicket, {
    params: { slug: made.slug },
    body: { id: randomUUID() as TicketId, name: WORDS, email, subject, priority: 'normal', description: WORDS },
  })

/** The outbox of a business once nothing in it waits. */
const settledOutbox = (made: TestTenant, count: number) =>
  vi.waitFor(
    async () => {
      const rows = await readOutbox(made.tenant)
      expect(rows).toHaveLength(count)
      expect(rows.filter(({ status }) => status === 'pending')).toEqual([])
      return rows
    },
    { timeout: 60_000, interval: 100 },
  )

const tokenIn = (text: string): string => /#confirm=(\S+)/.exec(text)?.[1] ?? ''

const confirm = (made: TestTenant, guest: TestClient, token: string) =>
  guest.call(confirmEmail, { params: { slug: made.slug }, body: { token } })

describe('[V4] automatic mails to an address that nobody confirmed', () => {
  test('are three an hour for each mailbox, whoever writes and however it is spelled, over all processes', async () => {
    const made = await h.tenant()
    const spellings = ['victim@gmail.com', 'vic.tim@gmail.com', 'victim+a@gmail.com', 'victim+b@googlemail.com']
    const guests = await Promise.all(Array.from({ length: 5 }, () => h.guest(made)))
    const given = guests.flatMap((guest) => spellings.map((email) => ({ guest, email })))
    await Promise.all(given.map(({ guest, email }) => submit(made, guest, email)))
    await submit(made, await h.guest(made), 'somebody.else@example.com')
    const rows = await settledOutbox(made, 21)
    expect(rows.filter(({ status }) => status === 'held')).toHaveLength(17)
    expect(sink.mails.map(({ to }) => mailboxOf(to)).sort()).toEqual([
      'somebody.else@example.com',
      'victim@gmail.com',
      'victim@gmail.com',
      'victim@gmail.com',
    ])
    aheadMs = HOUR_MS + 1000
    await submit(made, await h.guest(made), 'victim@gmail.com')
    await settledOutbox(made, 22)
    expect(sink.mails).toHaveLength(5)
  })

  test('contain nothing of what was typed, and the link that confirms the address', async () => {
    const made = await h.tenant('Northlight')
    const { number } = await submit(made, await h.guest(made), 'victim@example.com')
    await settledOutbox(made, 1)
    const [mail] = sink.mails
    expect(mail?.subject).toBe(`[#${number}] Your request to Northlight`)
    expect(JSON.stringify(mail)).not.toContain('You owe')
    expect(mail?.text).toContain(`Confirm my address: ${h.url}/support?tenant=${made.slug}&utm_source=email#confirm=`)
  })

  test('that were held are in the activity of their ticket and in the metrics', async () => {
    const made = await h.tenant()
    const agent = await h.member(made)
    for (let n = 0; n < 4; n += 1) await submit(made, await h.guest(made), 'victim@example.com')
    await settledOutbox(made, 4)
    const { items } = await agent.call(listTickets, {})
    const activity = await Promise.all(
      items.map(async ({ id }) => (await agent.call(getTicket, { params: { ticketId: id } })).activity),
    )
    const held = activity.flat().filter(({ type }) => type === 'mail_held')
    expect(held.map(({ action }) => action)).toEqual([
      'Confirmation mail held back: victim@example.com is not confirmed, and had 3 mails within an hour',
    ])
    expect(await h.platform.metrics.text()).toContain('segue_mail_held_total')
  })

  test('do not count a member’s replies, which always go, without the subject that was typed', async () => {
    const made = await h.tenant()
    const agent = await h.member(made)
    const { id } = await submit(made, await h.guest(made), 'victim@example.com')
    for (let n = 0; n < 5; n += 1) {
      const body = { id: randomUUID() as never, body: `Answer ${n}`, visibility: 'public' as const }
      await agent.call(sendTicketMessage, { params: { ticketId: id }, body })
    }
    for (let n = 0; n < 2; n += 1) await submit(made, await h.guest(made), 'victim@example.com')
    const rows = await settledOutbox(made, 8)
    expect(rows.map(({ status }) => status)).toEqual(Array(8).fill('sent'))
    const replies = sink.mails.filter(({ subject }) => subject.startsWith('Re: '))
    expect(replies).toHaveLength(5)
    expect(JSON.stringify(sink.mails)).not.toContain('You owe')
    expect(replies.every(({ text }) => /> Answer \d/.test(text))).toBe(true)
  })
})

describe('[V4] the link of a mail', () => {
  const submitted = async (email = 'ada@example.com') => {
    const made = await h.tenant()
    const guest = await h.guest(made)
    const ticket = await submit(made, guest, email, 'Left pedal')
    await settledOutbox(made, 1)
    return { made, guest, ticket, token: tokenIn(sink.mails.at(-1)?.text ?? '') }
  }

  test('verifies the address for the guest who wrote: mails have the subject and no limit', async () => {
    const { made, guest, ticket, token } = await submitted()
    const earlier = await submit(made, guest, 'ada@example.com', 'Bell')
    expect(await confirm(made, guest, token)).toEqual({
      number: ticket.number,
      conversationId: ticket.conversationId,
    })
    expect(await confirm(made, guest, token)).toMatchObject({ number: ticket.number })
    for (let n = 0; n < 4; n += 1) await submit(made, guest, 'ada@example.com', `Bell ${n}`)
    const rows = await settledOutbox(made, 6)
    expect(rows.map(({ status }) => status)).toEqual(Array(6).fill('sent'))
    expect(sink.mails.filter(({ subject }) => subject.includes('Bell '))).toHaveLength(4)
    const customers = await made.tenant.read((t) =>
      t.sql<{ id: string; verified: boolean; tickets: number }>(
        `SELECT c.id, c.email_verified_at IS NOT NULL AS verified,
           (SELECT count(*)::int FROM ticket k WHERE k.customer_id = c.id) AS tickets
         FROM customer c`,
      ),
    )
    expect(customers).toEqual([{ id: expect.any(String), verified: true, tickets: 6 }])
    expect(earlier.number).toBe(2)
  })

  test('leaves ten automatic mails an hour; a member’s replies go on, and the ticket says what was held', async () => {
    const { made, guest, ticket, token } = await submitted()
    await confirm(made, guest, token)
    for (let n = 0; n < 11; n += 1) await submit(made, guest, 'ada@example.com', `Bell ${n}`)
    const agent = await h.member(made)
    const body = { id: randomUUID() as never, body: 'Here', visibility: 'public' as const }
    await agent.call(sendTicketMessage, { params: { ticketId: ticket.id }, body })
    const rows = await settledOutbox(made, 13)
    expect(rows.filter(({ status }) => status === 'sent')).toHaveLength(11)
    expect(rows.find(({ type }) => type === 'ticket_reply')?.status).toBe('sent')
    const { items } = await agent.call(listTickets, {})
    const activity = await Promise.all(
      items.map(async ({ id }) => (await agent.call(getTicket, { params: { ticketId: id } })).activity),
    )
    const held = activity.flat().filter(({ type }) => type === 'mail_held')
    const text = 'Automatic mail held back: ada@example.com had 10 automatic mails within an hour'
    expect(held.map(({ action }) => action)).toEqual([text, text])
  })

  test('verifies nothing for another guest who types the address', async () => {
    const { made, guest, token } = await submitted()
    await confirm(made, guest, token)
    await submit(made, await h.guest(made), 'ada@example.com')
    await settledOutbox(made, 2)
    expect(JSON.stringify(sink.mails)).not.toContain('You owe')
  })

  test('opened in another browser verifies that ticket alone: neither the guest who wrote it nor the one who opened it', async () => {
    const { made, guest, ticket, token } = await submitted()
    const reader = await h.guest(made)
    expect(await confirm(made, reader, token)).toEqual({ number: ticket.number, conversationId: null })
    expect(await confirm(made, reader, token)).toEqual({ number: ticket.number, conversationId: null })
    for (const [n, each] of [guest, reader].entries()) {
      await submit(made, each, 'ada@example.com', 'Front light')
      await settledOutbox(made, 2 + n)
    }
    expect(JSON.stringify(sink.mails)).not.toContain('Front light')
    const agent = await h.member(made)
    const body = { id: randomUUID() as never, body: 'Here', visibility: 'public' as const }
    await agent.call(sendTicketMessage, { params: { ticketId: ticket.id }, body })
    await settledOutbox(made, 4)
    expect(sink.mails.at(-1)?.subject).toContain('Left pedal')
  })

  test('is refused when it was changed, belongs to another business, or is older than seven days', async () => {
    const { made, guest, token } = await submitted()
    const [id, end, signature] = token.split('.')
    const other = await h.tenant()
    const refused = async (of: TestTenant, by: TestClient, given: string) =>
      (await by.fail(confirmEmail, { params: { slug: of.slug }, body: { token: given } })).error
    for (const changed of [
      '',
      'x',
      `${randomUUID()}.${end}.${signature}`,
      `${id}.zzzzzzzzz.${signature}`,
      `${id}.${end}.`,
    ])
      expect((await refused(made, guest, changed)).code, changed).toBe('not_found')
    expect((await refused(other, await h.guest(other), token)).code).toBe('not_found')
    aheadMs = 7 * 24 * HOUR_MS + 1000
    expect((await refused(made, guest, token)).message).toMatch(/^This link has expired/)
  })
})
