import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { listInboundMails } from '#contracts/inbound-mail/inbound-mail.ts'
import { getTicket, listTickets } from '#contracts/ticket/ticket.ts'
import { sinkMailer } from '#server/notification/fixture.ts'
import { replyAddressOf } from '#server/platform/mail/reply-address.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { independentGroups, type WaitingMail } from './apply-together.ts'
import { handedOver, MAIL_ENV, mailOf } from './fixture.ts'
import { parseMail } from './parsing/parse-mail.ts'

const sink = sinkMailer()
let h: Harness
beforeAll(async () => {
  h = await startHarness({ env: MAIL_ENV, overrides: { mail: sink } })
})
afterAll(() => h.stop())

const LONG = { timeout: 40_000, interval: 50 }

async function business() {
  const made = await h.tenant()
  const maya = await h.member(made, 'admin', 'Maya Patel')
  const address = `support+${made.slug}@mail.example.com`
  const send = async (mail: string, recipient = address) =>
    expect((await h.visitor().raw('/api/inbound-mail', handedOver(mail, { recipient }))).status).toBe(200)
  const outcomes = (count: number) =>
    vi.waitFor(async () => {
      const all = (await maya.call(listInboundMails, {})).items.map(({ outcome }) => outcome)
      expect(all).toHaveLength(count)
      expect(all).not.toContain(null)
      return all.toSorted()
    }, LONG)
  return { ...made, maya, address, send, outcomes }
}

const waiting = async (mail: string, at: number): Promise<WaitingMail> => ({
  tenantId: crypto.randomUUID() as never,
  mailId: crypto.randomUUID() as never,
  mail: await parseMail(Buffer.from(mail)),
  files: [],
  receivedAt: new Date(at),
})

describe('mails that wait together', () => {
  it('[V3] become one ticket each, with numbers without a gap; one that cannot be stored harms no other', async () => {
    const { tenant, maya, address, send } = await business()
    const poison = `Poison of ${tenant.id}`
    const asOwner = (text: string) => queryAsOwner(h.database.ownerUrl, `ALTER TABLE ticket ${text}`)
    await asOwner(`ADD CONSTRAINT planted_fault CHECK (subject <> '${poison}')`)
    const subjects = Array.from({ length: 30 }, (_, n) => (n === 12 ? poison : `Parcel ${n}`))
    const mails = subjects.map((subject, n) =>
      mailOf({ to: address, from: `Customer <c${n}@example.org>`, subject, text: `Words of ${'x'.repeat(n + 1)}.` }),
    )
    await Promise.all(mails.map((mail) => send(mail)))
    const made = async () => (await maya.call(listTickets, { query: {} })).items
    const sound = subjects.filter((one) => one !== poison).toSorted()
    await expect.poll(async () => (await made()).map(({ subject }) => subject).toSorted(), LONG).toEqual(sound)
    const numbers = (await made()).map(({ number }) => number).toSorted((a, b) => a - b)
    expect(numbers).toEqual(numbers.map((_, n) => (numbers[0] ?? 0) + n))
    // It is tried again, and is a ticket once that is possible.
    await asOwner('DROP CONSTRAINT planted_fault')
    await expect.poll(async () => (await made()).map(({ subject }) => subject), LONG).toContain(poison)
  })

  it('[V3] keep the order of their thread', async () => {
    const { tenant, maya, address, send, outcomes } = await business()
    await send(mailOf({ to: address, text: 'Word 0' }))
    await outcomes(1)
    const [ticket] = (await maya.call(listTickets, { query: {} })).items
    const to = replyAddressOf(h.platform, tenant.id, ticket!.id)!
    const text = (n: number) => `Word ${n}`
    // Another process holds the ticket: all of them wait, and are taken in once it lets go.
    const held = Promise.withResolvers<void>()
    const holding = tenant.tx(async (t) => {
      await t.sql('SELECT 1 FROM conversation WHERE tenant_id = $1 FOR UPDATE', [t.tenantId])
      await held.promise
    })
    for (let n = 1; n <= 12; n += 1) await send(mailOf({ to, text: text(n) }), to)
    held.resolve()
    await holding
    await outcomes(13)
    const { thread } = await maya.call(getTicket, { params: { ticketId: ticket!.id } })
    const words = thread.messages.filter(({ author }) => author === 'customer').map(({ body }) => body)
    expect(words).toEqual(Array.from({ length: 13 }, (_, n) => text(n)))
  })

  it('[V3] share a transaction only where they cannot concern each other', async () => {
    const to = 'support+acme@mail.example.com'
    const mail = (from: string, text: string, headers: string[] = []) => mailOf({ to, from, text, headers })
    const answer = [`In-Reply-To: <any@${new URL(h.platform.baseUrl).hostname}>`]
    const mails = [
      mail('ada@example.org', 'One.'),
      mail('ben@example.org', 'Two.'),
      mail('Ada <ada+again@example.org>', 'Three.'),
      mail('cy@example.org', 'Four.'),
      mail('dee@example.org', 'Four.'),
      mail('eve@example.org', 'Five.', answer),
      mail('finn@example.org', 'Six.', ['In-Reply-To: <any@elsewhere.example>']),
      mail('gus@example.org', 'Seven.'),
    ]
    const given = await Promise.all(mails.map((one, at) => waiting(one, at)))
    const groups = independentGroups(h.platform, given.toReversed())
    expect(groups.map((group) => group.map((one) => given.indexOf(one)))).toEqual([[0, 1], [2, 3], [4], [5], [6, 7]])
  })
})
