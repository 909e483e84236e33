import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { downloadFile } from '#contracts/conversation/file.ts'
import { downloadMail, listInboundMails, listTicketMails } from '#contracts/inbound-mail/inbound-mail.ts'
import { getTicket, listTickets, moveTicket, sendTicketMessage } from '#contracts/ticket/ticket.ts'
import { readOutbox, sinkMailer } from '#server/notification/fixture.ts'
import { replyAddressOf } from '#server/platform/mail/reply-address.ts'
import { pathOf } from '#test/client.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { PNG } from '#test/proof/picture.ts'
import { handedOver, MAIL_ENV, mailOf } from './fixture.ts'

const sink = sinkMailer()
let h: Harness
beforeAll(async () => {
  h = await startHarness({ env: MAIL_ENV, overrides: { mail: sink } })
})
afterAll(() => h.stop())

/** A business that receives mail, with a member who reads it. */
async function business() {
  const made = await h.tenant()
  const maya = await h.member(made, 'admin', 'Maya Patel')
  const address = `support+${made.slug}@mail.example.com`
  const send = async (mail: string, recipient = address) => {
    const reply = await h.visitor().raw('/api/inbound-mail', handedOver(mail, { recipient }))
    expect(reply.status, await reply.clone().text()).toBe(200)
    return reply
  }
  const mails = async () => (await maya.call(listInboundMails, {})).items
  /** What became of the mails that arrived, the first first, once something did of each. */
  const outcomes = (count: number) =>
    vi.waitFor(
      async () => {
        const all = (await mails()).toReversed().map(({ outcome }) => outcome)
        expect(all).toHaveLength(count)
        expect(all).not.toContain(null)
        return all
      },
      { timeout: 20_000, interval: 30 },
    )
  const tickets = async () => (await maya.call(listTickets, { query: {} })).items
  const open = (ticketId: string) => maya.call(getTicket, { params: { ticketId: ticketId as never } })
  return { ...made, maya, address, send, mails, outcomes, tickets, open }
}

/** The words of the thread that people wrote. */
const wordsOf = ({ thread }: Awaited<ReturnType<Awaited<ReturnType<typeof business>>['open']>>) =>
  thread.messages.filter(({ author }) => author !== 'system').map(({ body }) => body)

describe('a mail to the address of a business', () => {
  it('[V3] becomes a ticket of its sender, with its text and its source', async () => {
    const { address, send, outcomes, tickets, open } = await business()
    await send(mailOf({ to: address, subject: 'Where is my order?', text: 'It has not come.\r\n\r\n-- \r\nAda' }))
    expect(await outcomes(1)).toEqual(['new_ticket'])
    const [ticket] = await tickets()
    expect(ticket).toMatchObject({
      subject: 'Where is my order?',
      customerName: 'Ada Park',
      customerEmail: 'ada@example.org',
    })
    const opened = await open(ticket!.id)
    expect(opened.ticket.source).toBe('email')
    expect(wordsOf(opened)).toEqual(['It has not come.'])
  })

  it('[V3] the customer’s answer to the mail of a reply goes on in the ticket, by its signed address, and proves the e-mail', async () => {
    const { tenant, maya, address, send, outcomes, tickets, open } = await business()
    await send(mailOf({ to: address }))
    await outcomes(1)
    const [ticket] = await tickets()
    const ticketId = ticket!.id
    sink.mails.length = 0
    const body = {
      id: crypto.randomUUID() as never,
      body: 'It comes tomorrow.',
      visibility: 'public',
      fileIds: [] as never[],
    } as const
    await maya.call(sendTicketMessage, { params: { ticketId }, body })
    const sent = await vi.waitFor(() => {
      const mail = sink.mails.find(({ to, isAutomatic }) => to === 'ada@example.org' && !isAutomatic)
      expect(mail).toBeDefined()
      return mail!
    })
    expect(sent.replyTo).toBe(replyAddressOf(h.platform, tenant.id, ticketId))
    expect(sent.returnPath).toBe(sent.replyTo)
    expect(sent.replyTo?.split('@')[0]?.length).toBeLessThanOrEqual(64)
    expect((await open(ticketId)).ticket.emailStatus).toBe('claimed')
    const text = 'Thank you!\r\n\r\nOn Tue, 24 Nov 2026 Maya wrote:\r\n> It comes tomorrow.'
    await send(mailOf({ to: sent.replyTo!, subject: 'Re: something else', text }), sent.replyTo!)
    expect(await outcomes(2)).toEqual(['new_ticket', 'reply'])
    const opened = await open(ticketId)
    expect(wordsOf(opened)).toEqual(['It has not come.', 'It comes tomorrow.', 'Thank you!'])
    expect(opened.ticket.emailStatus).toBe('verified')
    const { mails } = await maya.call(listTicketMails, { params: { ticketId } })
    expect(mails.at(-1)?.quoted).toContain('> It comes tomorrow.')
  })

  it('[V3] an answer with the references of our mails alone is the customer’s only from their address; a stranger’s is a ticket of its own that names the first', async () => {
    const { address, send, outcomes, tickets, open, maya } = await business()
    await send(mailOf({ to: address }))
    await outcomes(1)
    const [ticket] = await tickets()
    const references = [`References: <ticket.${ticket!.id}@${new URL(h.platform.baseUrl).hostname}>`]
    await send(mailOf({ to: address, text: 'And now?', headers: references }))
    await send(mailOf({ to: address, from: 'Eve <eve@example.net>', text: 'Let me in.', headers: references }))
    await send(
      mailOf({
        to: address,
        from: 'Eve <eve@example.net>',
        subject: `Re: #${ticket!.number}`,
        text: 'By the subject.',
      }),
    )
    expect((await outcomes(4)).toSorted()).toEqual(['new_ticket', 'new_ticket', 'new_ticket', 'reply'])
    expect(wordsOf(await open(ticket!.id))).toEqual(['It has not come.', 'And now?'])
    const actions = (await maya.call(getTicket, { params: { ticketId: ticket!.id } })).activity.map(
      ({ action }) => action,
    )
    expect(actions.filter((action) => action.startsWith('A further mail became #'))).toHaveLength(1)
  })

  it('[V3] the address of another ticket, or of another business, is refused without its signature', async () => {
    const [one, other] = [await business(), await business()]
    await one.send(mailOf({ to: one.address }))
    await one.outcomes(1)
    const [ticket] = await one.tickets()
    const good = replyAddressOf(h.platform, one.tenant.id, ticket!.id)!
    const forged = good.replace(/.(?=@)/, (digit) => (digit === '0' ? '1' : '0'))
    const reply = await h.visitor().raw('/api/inbound-mail', handedOver(mailOf({ to: forged }), { recipient: forged }))
    expect(reply.status).toBe(404)
    // Delivered to the other business, the address of a ticket of the first is nothing there.
    await other.send(mailOf({ to: good, text: 'To the wrong one.' }), other.address)
    expect(await other.outcomes(1)).toEqual(['new_ticket'])
    expect(wordsOf(await one.open(ticket!.id))).toEqual(['It has not come.'])
  })

  it('[V3] to a closed ticket becomes a new one, and each names the other', async () => {
    const { maya, tenant, address, send, outcomes, tickets } = await business()
    await send(mailOf({ to: address }))
    await outcomes(1)
    const [ticket] = await tickets()
    const params = { ticketId: ticket!.id }
    for (const status of ['in-progress', 'resolved', 'closed'] as const) {
      const { ticket: now } = await maya.call(getTicket, { params })
      await maya.call(moveTicket, { params, body: { version: now.version, status } })
    }
    const to = replyAddressOf(h.platform, tenant.id, ticket!.id)!
    await send(mailOf({ to, subject: 'Something new', text: 'Another question.' }), to)
    expect(await outcomes(2)).toEqual(['new_ticket', 'new_ticket'])
    const later = (await tickets()).find(({ id }) => id !== ticket!.id)!
    const actions = (await maya.call(getTicket, { params: { ticketId: later.id } })).activity.map(
      ({ action }) => action,
    )
    expect(actions).toContain(`Opened by a mail to #${ticket!.number}, which is closed`)
  })

  it('[V3] the same mail handed over twice, or by two ways, is one message', async () => {
    const { address, send, outcomes, tickets } = await business()
    const mail = mailOf({ to: address, id: '<one@example.org>' })
    await send(mail)
    await send(mail)
    expect(await outcomes(1)).toEqual(['new_ticket'])
    await send(`Received: from relay.example.net by mx.example.com; Tue, 24 Nov 2026 10:00:01 +0000\r\n${mail}`)
    expect(await outcomes(2)).toEqual(['new_ticket', 'duplicate'])
    expect(await tickets()).toHaveLength(1)
  })
})

/** A file of a mail whose parts are divided by `b`. */
const part = (type: string, name: string, content: Buffer, disposition = 'attachment') => [
  '--b',
  `Content-Type: ${type}; name="${name}"`,
  `Content-Disposition: ${disposition}; filename="${name}"`,
  `Content-ID: <${name}@example.org>`,
  'Content-Transfer-Encoding: base64',
  '',
  content.toString('base64'),
]

describe('a mail with more than text', () => {
  it('[V3] its attachments and the pictures in its text are files of the message; what no browser may show is a download', async () => {
    const { maya, address, send, outcomes, tickets, open } = await business()
    const text = [
      '--b',
      'Content-Type: text/plain',
      '',
      'See the files.',
      ...part('image/png', 'lamp.png', PNG),
      ...part('image/png', 'inside.png', PNG, 'inline'),
      ...part('text/html', 'page.html', Buffer.from('<script>alert(1)</script>')),
      '--b--',
    ].join('\r\n')
    await send(mailOf({ to: address, text, headers: ['Content-Type: multipart/mixed; boundary=b'] }))
    expect(await outcomes(1)).toEqual(['new_ticket'])
    const { thread } = await open((await tickets())[0]!.id)
    const [message] = thread.messages
    expect(message?.body).toBe('See the files.')
    expect(message?.mailId).toBeDefined()
    expect(message?.attachments.map(({ name, isImage }) => [name, isImage])).toEqual([
      ['lamp.png', true],
      ['inside.png', true],
      ['page.html', false],
    ])
    // The thread shows a picture from this server, rebuilt from its pixels; of the mail's own HTML nothing is shown.
    const shown = await maya.raw(pathOf(downloadFile, { params: { fileId: message!.attachments[1]!.id } }))
    expect(shown.headers.get('content-type')).toBe('image/png')
    expect(shown.headers.get('content-disposition')).toMatch(/^inline/)
    expect(shown.headers.get('x-content-type-options')).toBe('nosniff')
    const fileId = message!.attachments[2]!.id
    const page = await maya.raw(pathOf(downloadFile, { params: { fileId } }))
    expect(page.headers.get('content-type')).toBe('application/octet-stream')
    expect(page.headers.get('content-disposition')).toMatch(/^attachment/)
  })

  it('[V3] a picture that its HTML shows is a file with the words that stand for it in the text, and is no picture where it cannot be shown', async () => {
    const { address, send, outcomes, tickets, open } = await business()
    const text = [
      '--b',
      'Content-Type: text/html',
      '',
      '<p>See <img src="cid:lamp.png@example.org" alt="the lamp"> and <img src="cid:page.svg@example.org"></p>',
      ...part('image/png', 'lamp.png', PNG, 'inline'),
      ...part(
        'image/svg+xml',
        'page.svg',
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
        'inline',
      ),
      '--b--',
    ].join('\r\n')
    await send(mailOf({ to: address, text, headers: ['Content-Type: multipart/related; boundary=b'] }))
    expect(await outcomes(1)).toEqual(['new_ticket'])
    const [message] = (await open((await tickets())[0]!.id)).thread.messages
    expect(message?.body).toBe('See [the lamp] and [page.svg]')
    expect(message?.attachments.map(({ placeholder, isImage }) => [placeholder, isImage])).toEqual([
      ['[the lamp]', true],
      ['[page.svg]', false],
    ])
  })

  it('[V3] people to whom the customer sent it too are named, and what they answer is in the thread under their name', async () => {
    const { tenant, maya, address, send, outcomes, tickets, open } = await business()
    await send(mailOf({ to: address, headers: ['Cc: Ben Ott <ben@example.org>'] }))
    await outcomes(1)
    const ticketId = (await tickets())[0]!.id
    const to = replyAddressOf(h.platform, tenant.id, ticketId)!
    await send(mailOf({ to, from: 'Ben Ott <ben@example.org>', text: 'I have the parcel number.' }), to)
    expect(await outcomes(2)).toEqual(['new_ticket', 'reply'])
    const { thread, ticket } = await open(ticketId)
    expect(thread.messages.map(({ authorName, body }) => [authorName, body])).toContainEqual([
      'Ben Ott',
      'I have the parcel number.',
    ])
    // Their mail proves nothing of the customer's address.
    expect(ticket.emailStatus).toBe('claimed')
    const { mails } = await maya.call(listTicketMails, { params: { ticketId } })
    expect(mails[0]?.cc).toEqual([{ name: 'Ben Ott', address: 'ben@example.org' }])
  })

  it('[V3] a report that a mail is late or came back is in the activity of the ticket; the mail counts as failed once the server gave up', async () => {
    const { tenant, maya, address, send, outcomes, tickets } = await business()
    await send(mailOf({ to: address }))
    await outcomes(1)
    const ticketId = (await tickets())[0]!.id
    const mail = await vi.waitFor(async () => {
      const found = (await readOutbox(tenant)).find(({ to, status }) => to === 'ada@example.org' && status === 'sent')
      expect(found).toBeDefined()
      return found!
    })
    const to = replyAddressOf(h.platform, tenant.id, ticketId)!
    const host = new URL(h.platform.baseUrl).hostname
    const report = (action: string, status: string, reason: string) =>
      [
        '--b',
        'Content-Type: text/plain',
        '',
        'Your mail could not be delivered.',
        '--b',
        'Content-Type: message/delivery-status',
        '',
        'Reporting-MTA: dns; mx.example.org',
        '',
        'Final-Recipient: rfc822; ada@example.org',
        `Action: ${action}`,
        `Status: ${status}`,
        `Diagnostic-Code: smtp; ${reason}`,
        '--b',
        'Content-Type: message/rfc822',
        '',
        `Message-ID: <${mail.id}@${host}>`,
        'Subject: x',
        '',
        'x',
        '--b--',
      ].join('\r\n')
    const headers = ['Content-Type: multipart/report; report-type=delivery-status; boundary=b']
    const sendReport = (text: string) =>
      send(mailOf({ to, from: 'MAILER-DAEMON@mx.example.org', subject: 'Undelivered', text, headers }), to)
    const actions = async () =>
      (await maya.call(getTicket, { params: { ticketId } })).activity.map(({ action }) => action)
    const stored = async () => (await readOutbox(tenant)).find(({ id }) => id === mail.id)
    await sendReport(report('delayed', '4.4.1', '451 4.4.1 Try later'))
    expect(await outcomes(2)).toEqual(['new_ticket', 'bounce'])
    expect(await actions()).toContain(
      'A mail to ada@example.org is late, the server goes on trying: 451 4.4.1 Try later',
    )
    expect((await stored())?.status).toBe('sent')
    await sendReport(report('failed', '5.1.1', '550 5.1.1 No such user'))
    expect(await outcomes(3)).toEqual(['new_ticket', 'bounce', 'bounce'])
    expect(await actions()).toContain('A mail to ada@example.org came back: 550 5.1.1 No such user')
    expect(await stored()).toMatchObject({ status: 'failed', lastError: '550 5.1.1 No such user' })
  })

  it('[V3] the receiving server’s word on the sender counts where the operator named it', async () => {
    const { maya, address, send, outcomes, tickets } = await business()
    const results = (server: string, subject: string) =>
      mailOf({ to: address, subject, headers: [`Authentication-Results: ${server}; spf=pass; dkim=pass; dmarc=pass`] })
    await send(results('mx.example.com', 'trusted'))
    await send(results('mx.attacker.example', 'untrusted'))
    await outcomes(2)
    const statuses = (await tickets()).map(({ subject, emailStatus }) => [subject, emailStatus])
    expect(statuses.toSorted()).toEqual([
      ['trusted', 'entered'],
      ['untrusted', 'claimed'],
    ])
    const ticketId = (await tickets()).find(({ subject }) => subject === 'trusted')!.id
    const { mails } = await maya.call(listTicketMails, { params: { ticketId } })
    expect(mails[0]?.authentication).toEqual({
      spf: 'pass',
      dkim: 'pass',
      dmarc: 'pass',
      by: 'mx.example.com',
      isTrusted: true,
    })
  })
})

describe('what programs send', () => {
  it('[V4] automatic answers, lists and reports of deliveries make no ticket and are kept', async () => {
    const { address, send, outcomes, tickets } = await business()
    await send(mailOf({ to: address, headers: ['Auto-Submitted: auto-replied'] }))
    await send(mailOf({ to: address, headers: ['Precedence: bulk'] }))
    await send(mailOf({ to: address, from: `Segue <${MAIL_ENV.INBOUND_MAIL_ADDRESS}>` }))
    expect((await outcomes(3)).toSorted()).toEqual(['auto_reply', 'list', 'loop'])
    expect(await tickets()).toEqual([])
  })

  it('[V4] a program that answers every mail, and does not say that it is one, gets one mail and no more', async () => {
    const { tenant, address, send, outcomes } = await business()
    await send(mailOf({ to: address, from: 'robot@example.net', text: 'Ticket 1 was opened.' }))
    for (let round = 2; round <= 6; round += 1) {
      await outcomes(round - 1)
      await send(mailOf({ to: address, from: 'robot@example.net', text: `Ticket ${round} was opened.` }))
    }
    await outcomes(6)
    const answers = (await readOutbox(tenant)).filter(({ to }) => to === 'robot@example.net')
    expect(answers.map(({ type }) => type)).toEqual(['ticket_confirmation'])
  })
})

describe('the endpoint', () => {
  it('[V3] refuses a wrong, an old and a replayed signature, and another body than the signed one', async () => {
    const { address, mails } = await business()
    const mail = mailOf({ to: address })
    const statusOf = async (given: Parameters<typeof handedOver>[1]) =>
      (await h.visitor().raw('/api/inbound-mail', handedOver(mail, given))).status
    expect(await statusOf({ recipient: address, secret: 'another secret of somebody' })).toBe(401)
    expect(await statusOf({ recipient: address, at: new Date(Date.now() - 600_000) })).toBe(401)
    expect(await statusOf({ recipient: address, signedFor: 'another mail' })).toBe(400)
    expect(await statusOf({ recipient: 'support+nobody-has-this@mail.example.com' })).toBe(404)
    expect(await mails()).toEqual([])
  })

  it('[V3] a mail that cannot be read is set aside with the reason and its original, and the next is taken in', async () => {
    const { maya, address, send, outcomes, mails } = await business()
    await send(`${'Content-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\n'.repeat(200)}`)
    await send(mailOf({ to: address }))
    expect((await outcomes(2)).toSorted()).toEqual(['new_ticket', 'unreadable'])
    const aside = (await mails()).find(({ outcome }) => outcome === 'unreadable')!
    expect(aside.unreadable).toBe('too_deep')
    const original = await maya.raw(pathOf(downloadMail, { params: { inboundMailId: aside.id } }))
    expect(original.headers.get('content-disposition')).toMatch(/^attachment/)
    expect(await original.text()).toContain('boundary=a')
  })
})
