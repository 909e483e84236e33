import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { listInboundMails, listTicketMails } from '#contracts/inbound-mail/inbound-mail.ts'
import { getTicket, listTickets } from '#contracts/ticket/ticket.ts'
import { readOutbox, sinkMailer } from '#server/notification/fixture.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { handedOver, MAIL_ENV, mailOf } from './fixture.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness({ env: MAIL_ENV, overrides: { mail: sinkMailer() } })
})
afterAll(() => h.stop())

const TRUSTED = 'Authentication-Results: mx.example.com; spf=pass; dkim=pass; dmarc=pass'

async function business() {
  const made = await h.tenant()
  const maya = await h.member(made, 'admin', 'Maya Patel')
  const address = `support+${made.slug}@mail.example.com`
  /** Hands a mail over, and waits until something became of it. */
  const take = async (mail: string) => {
    const before = (await maya.call(listInboundMails, {})).items.length
    const reply = await h.visitor().raw('/api/inbound-mail', handedOver(mail, { recipient: address }))
    expect(reply.status).toBe(200)
    await vi.waitFor(
      async () => {
        const { items } = await maya.call(listInboundMails, {})
        expect(items).toHaveLength(before + 1)
        expect(items.map(({ outcome }) => outcome)).not.toContain(null)
      },
      { timeout: 30_000, interval: 30 },
    )
  }
  const tickets = async () => (await maya.call(listTickets, { query: {} })).items
  const open = (ticketId: string) => maya.call(getTicket, { params: { ticketId: ticketId as never } })
  return { ...made, maya, address, take, tickets, open }
}

const forwarded = (from: string, to: string, headers: string[] = []) =>
  mailOf({
    from,
    to,
    subject: 'Fwd: Where is my order?',
    text: [
      'Please have a look.',
      '',
      '---------- Forwarded message ---------',
      'From: Ada Park <ada@example.org>',
      'Subject: Where is my order?',
      '',
      'It has not come.',
    ].join('\r\n'),
    headers,
  })

describe('a forwarded mail', () => {
  it('[V3] of a member whose address the receiving server proves opens a ticket of the customer, as a claim that the ticket explains', async () => {
    const { maya, tenant, address, take, tickets, open } = await business()
    await take(forwarded(`Maya Patel <${maya.email}>`, address, [TRUSTED]))
    const [ticket] = await tickets()
    expect(ticket).toMatchObject({ customerName: 'Ada Park', customerEmail: 'ada@example.org', emailStatus: 'claimed' })
    const { activity } = await open(ticket!.id)
    expect(activity.map(({ action }) => action)).toContain(
      'Maya Patel forwarded a mail of ada@example.org: the ticket is theirs, as the mail says',
    )
    const { mails } = await maya.call(listTicketMails, { params: { ticketId: ticket!.id } })
    expect(mails[0]).toMatchObject({
      from: { address: maya.email },
      forwardedFrom: { name: 'Ada Park', address: 'ada@example.org' },
    })
    // Who did not write is not told that something arrived.
    expect((await readOutbox(tenant)).filter(({ to }) => to === 'ada@example.org')).toEqual([])
  })

  it('[V4] of anybody else, and of a member whose address nothing proves, stays its sender’s', async () => {
    const { maya, address, take, tickets } = await business()
    await take(forwarded(`Maya Patel <${maya.email}>`, address))
    await take(forwarded('Eve <eve@example.net>', address, [TRUSTED]))
    expect((await tickets()).map(({ customerEmail }) => customerEmail).toSorted()).toEqual(
      ['eve@example.net', maya.email].toSorted(),
    )
    for (const { id } of await tickets()) {
      const { mails } = await maya.call(listTicketMails, { params: { ticketId: id } })
      expect(mails[0]?.forwardedFrom?.address).toBe('ada@example.org')
    }
  })
})

describe('an answer that names only the mail it answers', () => {
  it('[V3] goes on in the ticket of that mail, by its sender’s address; a stranger’s does not, and gets no mail', async () => {
    const { tenant, address, take, tickets, open } = await business()
    await take(mailOf({ to: address }))
    const [ticket] = await tickets()
    const [confirmation] = await readOutbox(tenant)
    const headers = [`In-Reply-To: <${confirmation!.id}@${new URL(h.platform.baseUrl).hostname}>`]
    await take(mailOf({ to: address, text: 'Thank you.', headers }))
    const words = async () =>
      (await open(ticket!.id)).thread.messages.filter(({ author }) => author === 'customer').map(({ body }) => body)
    expect(await words()).toEqual(['It has not come.', 'Thank you.'])
    await take(mailOf({ to: address, from: 'Eve <eve@example.net>', text: 'Mine too.', headers }))
    expect(await words()).toEqual(['It has not come.', 'Thank you.'])
    expect((await readOutbox(tenant)).map(({ to }) => to)).toEqual(['ada@example.org'])
  })
})
