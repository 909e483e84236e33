import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { listCopies, listInboundMails } from '#contracts/inbound-mail/inbound-mail.ts'
import { blockAddress } from '#contracts/notification/outbox.ts'
import { getTicket, listTickets, sendTicketMessage } from '#contracts/ticket/ticket.ts'
import { readOutbox, sinkMailer } from '#server/notification/fixture.ts'
import { composeEnvelope } from '#server/platform/mail/compose.ts'
import type { Mail } from '#server/platform/mail/mailer.ts'
import { replyAddressOf } from '#server/platform/mail/reply-address.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { handedOver, MAIL_ENV, mailOf } from './fixture.ts'

const sink = sinkMailer()
let h: Harness
beforeAll(async () => {
  h = await startHarness({ env: MAIL_ENV, overrides: { mail: sink } })
})
afterAll(() => h.stop())

const TRUSTED = ['Authentication-Results: mx.example.com; spf=pass; dkim=pass; dmarc=pass']
const BEN = 'ben@example.org'
const CARLA = 'carla@example.org'

/** A ticket by a mail with copies to two people and to an address of the business. */
async function copiedTicket(proof = TRUSTED) {
  const made = await h.tenant()
  const maya = await h.member(made, 'admin', 'Maya Patel')
  const address = `support+${made.slug}@mail.example.com`
  const take = async (mail: string, recipient = address) => {
    const before = (await maya.call(listInboundMails, {})).items.length
    const reply = await h.visitor().raw('/api/inbound-mail', handedOver(mail, { recipient }))
    expect(reply.status).toBe(200)
    return vi.waitFor(
      async () => {
        const { items } = await maya.call(listInboundMails, {})
        expect(items).toHaveLength(before + 1)
        expect(items[0]?.outcome).not.toBeNull()
        return items[0]!.outcome
      },
      { timeout: 30_000, interval: 30 },
    )
  }
  const cc = `Cc: Ben Ott <${BEN}>, Carla <${CARLA}>, Shop <support+other@mail.example.com>`
  await take(mailOf({ to: `${address}, Dan <dan@example.org>`, headers: [cc, ...proof] }))
  const [ticket] = (await maya.call(listTickets, { query: {} })).items
  const params = { ticketId: ticket!.id }
  const copies = async (given?: string) => maya.call(listCopies, { params, query: given ? { address: given } : {} })
  const message = (more: object) =>
    ({ id: crypto.randomUUID() as never, body: 'It comes.', visibility: 'public', fileIds: [], ...more }) as never
  const reply = (given: string[]) => maya.call(sendTicketMessage, { params, body: message({ cc: given }) })
  const refuse = (more: object) => maya.fail(sendTicketMessage, { params, body: message(more) })
  const included = async () => (await copies()).people.filter((one) => one.isIncluded).map((one) => one.address)
  const sentTo = (to: string) =>
    vi.waitFor(
      () => {
        const mail = sink.mails.find((one) => one.to === to && one.text.includes('It comes.'))
        expect(mail).toBeDefined()
        return mail!
      },
      { timeout: 20_000 },
    )
  return { ...made, maya, address, take, ticket: ticket!, params, copies, reply, refuse, included, sentTo }
}

const namesOf = (mail: Mail) => {
  const { to, cc, envelope } = composeEnvelope(mail, 'Segue <noreply@example.com>')
  return {
    to: (to as { address: string }).address,
    cc: (cc as { address: string }[]).map((one) => one.address),
    envelope,
  }
}

describe('copies of a reply', () => {
  it('[V3] those in copy of the newest mail are offered and included, other recipients are offered, addresses of the business are neither', async () => {
    const { copies } = await copiedTicket()
    expect(await copies()).toEqual({
      isMailed: true,
      people: [
        { name: 'Ben Ott', address: BEN, isIncluded: true },
        { name: 'Carla', address: CARLA, isIncluded: true },
        { name: 'Dan', address: 'dan@example.org', isIncluded: false },
      ],
      refusal: null,
    })
  })

  it.each([
    ['without a result of a server', []],
    ['that the server refutes', ['Authentication-Results: mx.example.com; spf=fail; dkim=fail; dmarc=fail']],
    ['with the result of another server', ['Authentication-Results: mx.evil.example; spf=pass; dkim=pass; dmarc=pass']],
  ])('[V4] those in copy of a mail %s are offered and included by nobody', async (_, proof) => {
    const { copies, included } = await copiedTicket(proof)
    expect((await copies()).people.map(({ address }) => address)).toEqual([BEN, CARLA, 'dan@example.org'])
    expect(await included()).toEqual([])
  })

  it('[V3] an address in a mail that no mail can have is not offered', async () => {
    const { take, address, copies } = await copiedTicket()
    await take(mailOf({ to: address, headers: ['Cc: team@intranet, "john doe"@example.org', ...TRUSTED] }))
    expect((await copies()).people.map((one) => one.address)).not.toContain('team@intranet')
  })

  it('[V4] whoever got a copy proves nothing by the address of the ticket', async () => {
    const { tenant, ticket, reply, sentTo, take } = await copiedTicket([])
    await reply([BEN])
    const { replyTo } = await sentTo(BEN)
    expect(await take(mailOf({ to: replyTo!, subject: 'Re: lamp' }), replyTo)).toBe('reply')
    const verified = () =>
      tenant.read((t) =>
        t.sql('SELECT 1 FROM customer WHERE tenant_id = $1 AND email_verified_at IS NOT NULL', [t.tenantId]),
      )
    expect(await verified()).toEqual([])
    expect(ticket.customerEmail).toBe('ada@example.org')
  })

  it('[V3] a reply with copies is one mail to each, which names all of them, and the thread says who got it; the next reply begins with them', async () => {
    const { tenant, maya, params, ticket, reply, included, sentTo } = await copiedTicket()
    sink.mails.length = 0
    expect((await reply([BEN])).cc).toEqual([BEN])
    const [toAda, toBen] = [await sentTo('ada@example.org'), await sentTo(BEN)]
    for (const mail of [toAda, toBen]) {
      expect(namesOf(mail)).toMatchObject({ to: 'ada@example.org', cc: [BEN], envelope: { to: [mail.to] } })
      expect(mail.replyTo).toBe(replyAddressOf(h.platform, tenant.id, ticket.id))
    }
    // What only the customer's mailbox may have: the link that confirms it, and what was asked.
    expect(toAda.text).toContain('#confirm=')
    expect(toBen.text).not.toMatch(/https?:/)
    expect(`${toBen.subject} ${toBen.text}`).not.toContain('Where is my order?')
    expect(sink.mails.map(({ to }) => to)).not.toContain(CARLA)
    const { thread } = await maya.call(getTicket, { params })
    expect(thread.messages.findLast(({ author }) => author === 'member')?.cc).toEqual([BEN])
    expect(await included()).toEqual([BEN])
    await reply([])
    expect(await included()).toEqual([])
  })

  it('[V4] an address that gets none is refused with the reply, which is then not sent: of the customer, of the business, blocked, come back', async () => {
    const { tenant, maya, address, copies, refuse, reply, params } = await copiedTicket()
    await maya.call(blockAddress, { body: { address: CARLA } })
    await reply([BEN])
    await tenant.tx((t) =>
      t.sql(`UPDATE email_notification SET status = 'failed' WHERE tenant_id = $1 AND "to" = $2`, [t.tenantId, BEN]),
    )
    const refusals = { 'ada@example.org': 'customer', [address]: 'own', [CARLA]: 'blocked', [BEN]: 'returned' }
    const before = (await readOutbox(tenant)).length
    for (const [email, refusal] of Object.entries(refusals)) {
      expect((await copies(email)).refusal, email).toBe(refusal)
      const refused = await refuse({ cc: [email] })
      expect(refused.error.code, email).toBe('invalid_input')
      expect(refused.error.fields?.['body.cc'], email).toContain(email)
    }
    expect((await copies('eve@example.net')).refusal).toBeNull()
    expect((await copies()).people.map((one) => one.address)).toEqual(['dan@example.org'])
    expect((await refuse({ cc: ['dan@example.org'], visibility: 'note' })).error.code).toBe('invalid_input')
    expect(await readOutbox(tenant)).toHaveLength(before)
    const { thread } = await maya.call(getTicket, { params })
    expect(thread.messages.filter(({ author }) => author === 'member')).toHaveLength(1)
  })

  it('[V4] an address that gave a mail back gets copies again once it takes a later mail, until it gives one back again', async () => {
    const { tenant, copies, reply, sentTo } = await copiedTicket()
    await reply([BEN])
    await sentTo(BEN)
    const refusal = async () => (await copies(BEN)).refusal
    // As its server reports, of a mail that had been taken.
    const giveBack = () =>
      tenant.tx((t) =>
        t.sql(`UPDATE email_notification SET status = 'failed' WHERE tenant_id = $1 AND "to" = $2`, [t.tenantId, BEN]),
      )
    // Of another kind, so that it is sent whatever is refused to copies.
    const send = (sentAt: string) =>
      tenant.tx((t) =>
        t.sql(
          `INSERT INTO email_notification (tenant_id, id, "to", subject, text, html, type, status, sent_at)
           VALUES ($1, gen_random_uuid(), $2, 'Later', 'Later', 'Later', 'ticket_reply', 'sent', now() + $3::interval)`,
          [t.tenantId, BEN, sentAt],
        ),
      )
    await giveBack()
    expect(await refusal()).toBe('returned')
    await send('-1 hour')
    expect(await refusal()).toBe('returned')
    await send('1 hour')
    expect(await refusal()).toBeNull()
    await giveBack()
    expect(await refusal()).toBe('returned')
  })

  it('[V3] whom the customer put in copy goes on in the ticket by name; whom only a member added is kept apart as a stranger', async () => {
    const { tenant, take, ticket, reply, maya, params } = await copiedTicket()
    await reply([BEN, 'eve@example.net'])
    const to = replyAddressOf(h.platform, tenant.id, ticket.id)!
    expect(await take(mailOf({ to, from: `Ben Ott <${BEN}>`, text: 'I was there.' }), to)).toBe('reply')
    expect(await take(mailOf({ to, from: 'Eve <eve@example.net>', text: 'Me too.' }), to)).toBe('new_ticket')
    const { thread } = await maya.call(getTicket, { params })
    const written = thread.messages.filter(({ author }) => author === 'customer')
    expect(written.map(({ authorName, body }) => [authorName, body]).at(-1)).toEqual(['Ben Ott', 'I was there.'])
  })
})
