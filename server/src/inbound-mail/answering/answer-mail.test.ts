import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { discardSuggestedReply, getTicketBrief } from '#contracts/assistant/ticket-brief.ts'
import type { FaqId } from '#contracts/ids.ts'
import { listTicketMails } from '#contracts/inbound-mail/inbound-mail.ts'
import { createFaq } from '#contracts/knowledge/faq.ts'
import { saveSettings } from '#contracts/tenant/settings.ts'
import { getTicket, listTickets, sendTicketMessage } from '#contracts/ticket/ticket.ts'
import { answerMailJob } from '#server/inbound-mail/answer-job.ts'
import { handedOver, MAIL_ENV, mailOf } from '#server/inbound-mail/fixture.ts'
import { readOutbox, sinkMailer } from '#server/notification/fixture.ts'
import { replyAddressOf } from '#server/platform/mail/reply-address.ts'
import { type Harness, startHarness } from '#test/harness.ts'

const sink = sinkMailer()
let h: Harness
beforeAll(async () => {
  h = await startHarness({ env: MAIL_ENV, overrides: { mail: sink } })
})
afterAll(() => h.stop())

const LONG = { timeout: 30_000, interval: 50 }
const QUESTION = 'Can I send back a lamp that I do not like?'
const ANSWER = 'You can send back every lamp within 30 days. We pay for the parcel.'
const TRUSTED = 'Authentication-Results: mx.example.com; spf=pass; dkim=pass; dmarc=pass'

/** A business that knows one thing, and answers mails in this way. */
async function business(mailAnswers: 'off' | 'draft' | 'send') {
  const made = await h.tenant()
  const maya = await h.member(made, 'admin', 'Maya Patel')
  await maya.call(saveSettings, { body: { version: 1, aiSettings: { mailAnswers } } })
  const id = crypto.randomUUID() as FaqId
  await maya.call(createFaq, { body: { id, question: QUESTION, answer: ANSWER } })
  const address = `support+${made.slug}@mail.example.com`
  const send = async (mail: string, recipient = address) => {
    const reply = await h.visitor().raw('/api/inbound-mail', handedOver(mail, { recipient }))
    expect(reply.status, await reply.clone().text()).toBe(200)
  }
  const tickets = async () => (await maya.call(listTickets, { query: {} })).items
  /** What the assistant did about the mails of the only ticket, once it did something about each. */
  const concluded = (count = 1) =>
    vi.waitFor(async () => {
      const [ticket] = await tickets()
      const { mails } = await maya.call(listTicketMails, { params: { ticketId: ticket!.id } })
      expect(mails).toHaveLength(count)
      expect(mails.map(({ answer }) => answer)).not.toContain('pending')
      return { ticketId: ticket!.id, done: mails.map(({ answer, noAnswerReason }) => [answer, noAnswerReason]), mails }
    }, LONG)
  const automatic = async (to = 'ada@example.org') =>
    (await readOutbox(made.tenant)).filter((row) => row.to === to && row.limitKey !== null).map(({ type }) => type)
  const words = async (ticketId: string) =>
    (await maya.call(getTicket, { params: { ticketId: ticketId as never } })).thread.messages
      .filter(({ author }) => author !== 'system')
      .map(({ author, body }) => [author, body])
  return { ...made, maya, address, send, tickets, concluded, automatic, words }
}

describe('the assistant and mails', () => {
  it('[V3] sends what is sure to a proven sender, once, as its own message and mail, which says so', async () => {
    const { address, send, concluded, automatic, words, tenant } = await business('send')
    await send(mailOf({ to: address, text: QUESTION, headers: [TRUSTED] }))
    const { ticketId, done, mails } = await concluded()
    expect(done).toEqual([['sent', null]])
    expect(await words(ticketId)).toEqual([
      ['customer', QUESTION],
      ['assistant', ANSWER],
    ])
    // Its answer says that the mail arrived.
    expect(await automatic()).toEqual(['ticket_reply'])
    const sent = await vi.waitFor(() => {
      const mail = sink.mails.find(({ text }) => text.includes('within 30 days'))
      expect(mail).toMatchObject({ to: 'ada@example.org', isAutomatic: true, automation: 'replied' })
      return mail!
    }, LONG)
    expect(sent.text).toContain('written by a program')
    expect(sent.replyTo).toBe(replyAddressOf(h.platform, tenant.id, ticketId))
    // The same job again, as after a kill: nothing is sent twice.
    await answerMailJob.run(h.platform, { tenantId: tenant.id, mailId: mails[0]!.id })
    expect(await automatic()).toEqual(['ticket_reply'])
  })

  it('[V3] two processes that answer one mail at once send one answer', async () => {
    const { address, send, concluded, automatic, words, tenant } = await business('draft')
    await send(mailOf({ to: address, text: QUESTION, headers: [TRUSTED] }))
    const { ticketId, mails } = await concluded()
    await tenant.tx(async (t) => {
      await t.sql('DELETE FROM email_notification WHERE tenant_id = $1', [t.tenantId])
      await t.sql(`UPDATE inbound_mail SET answer = 'pending', no_answer_reason = NULL WHERE tenant_id = $1`, [
        t.tenantId,
      ])
      await t.sql(`UPDATE tenant SET ai_settings = ai_settings || '{"mailAnswers":"send"}' WHERE id = $1`, [t.tenantId])
    })
    const payload = { tenantId: tenant.id, mailId: mails[0]!.id }
    await Promise.all([1, 2, 3].map(() => answerMailJob.run(h.platform, payload)))
    expect((await words(ticketId)).filter(([author]) => author === 'assistant')).toHaveLength(1)
    expect((await automatic()).filter((type) => type === 'ticket_reply')).toHaveLength(1)
  })

  it.each([
    ['nothing proves the sender', 'unverified', { text: QUESTION }],
    [
      'the sender’s domain refutes it',
      'unverified',
      { text: QUESTION, headers: [TRUSTED.replace('dmarc=pass', 'dmarc=fail')] },
    ],
    [
      'another server than the operator’s vouches',
      'unverified',
      { text: QUESTION, headers: [TRUSTED.replace('mx.', 'mx2.')] },
    ],
    [
      'it is a complaint',
      'complaint',
      { text: `This is unacceptable, I am very angry. ${QUESTION}`, headers: [TRUSTED] },
    ],
    ['its subject is urgent', 'urgent', { subject: 'URGENT, emergency', text: QUESTION, headers: [TRUSTED] }],
    [
      'it asks for a person',
      'person_requested',
      { text: `I want to talk to a human. ${QUESTION}`, headers: [TRUSTED] },
    ],
    [
      'nothing is sure enough',
      'unsure',
      { text: 'Do you know a good place for dinner in Lisbon?', headers: [TRUSTED] },
    ],
  ] as const)(
    '[V4] where %s a person gets a draft, its sender a confirmation, and the ticket says why',
    async (_, reason, given) => {
      const { address, send, concluded, automatic } = await business('send')
      await send(mailOf({ ...given, to: address }))
      expect((await concluded()).done).toEqual([['draft', reason]])
      expect(await automatic()).toEqual(['ticket_confirmation'])
    },
  )

  it('[V3] in a business that has its answers read, one waits as the suggested reply with its sources, and can be discarded', async () => {
    const { maya, address, send, concluded, words } = await business('draft')
    await send(mailOf({ to: address, text: QUESTION, headers: [TRUSTED] }))
    const { ticketId, done } = await concluded()
    expect(done).toEqual([['draft', 'draft_only']])
    expect(await words(ticketId)).toEqual([['customer', QUESTION]])
    const params = { ticketId }
    await vi.waitFor(async () => {
      const { brief } = await maya.call(getTicketBrief, { params })
      expect(brief).toMatchObject({ status: 'ready', sources: [{ title: QUESTION }] })
      expect(brief?.reply).toContain(ANSWER)
    }, LONG)
    expect((await maya.call(discardSuggestedReply, { params })).brief).toMatchObject({ reply: '', sources: [] })
  })

  it('[V3] is asked nothing where the business switched it off', async () => {
    const { address, send, concluded, automatic } = await business('off')
    await send(mailOf({ to: address, text: QUESTION, headers: [TRUSTED] }))
    expect((await concluded()).done).toEqual([[null, null]])
    expect(await automatic()).toEqual(['ticket_confirmation'])
  })

  it('[V4] the words of another customer earlier that day keep no answer back; the same sender’s do, and anybody’s of just now', async () => {
    const { maya, tenant, address, send, tickets } = await business('send')
    const write = async (from: string) => {
      const before = (await tickets()).map(({ id }) => id)
      await send(mailOf({ to: address, from, text: QUESTION, headers: [TRUSTED] }))
      return vi.waitFor(async () => {
        const made = (await tickets()).find(({ id }) => !before.includes(id))
        const { mails } = await maya.call(listTicketMails, { params: { ticketId: made!.id } })
        expect(mails[0]?.answer).not.toBe('pending')
        return [mails[0]?.answer, mails[0]?.noAnswerReason]
      }, LONG)
    }
    const wait = () =>
      tenant.tx((t) =>
        t.sql(`UPDATE inbound_mail SET received_at = received_at - interval '11 minutes' WHERE tenant_id = $1`, [
          t.tenantId,
        ]),
      )
    expect(await write('Ada Park <ada@example.org>')).toEqual(['sent', null])
    expect(await write('Robot <robot@r1.example.net>')).toEqual(['draft', 'repeated'])
    await wait()
    expect(await write('Ben Ott <ben@example.org>')).toEqual(['sent', null])
    await wait()
    expect(await write('Ada <ada+again@example.org>')).toEqual(['draft', 'repeated'])
  })

  it('[V4] leaves what is answered to its mail, a further ticket within the hour, and what a person answered to people', async () => {
    const { maya, tenant, address, send, concluded, tickets } = await business('send')
    await send(mailOf({ to: address, text: QUESTION, headers: [TRUSTED] }))
    const { ticketId } = await concluded()
    const to = replyAddressOf(h.platform, tenant.id, ticketId)!
    await send(mailOf({ to, text: `Really? ${QUESTION}` }), to)
    expect((await concluded(2)).done).toEqual([
      ['sent', null],
      ['draft', 'follow_up'],
    ])
    // Whoever knows the ticket's address is not its customer where the receiving server found that they are not.
    const refuted = TRUSTED.replace('dmarc=pass', 'dmarc=fail')
    await send(mailOf({ to, text: `And now? ${QUESTION}`, headers: [refuted] }), to)
    expect((await concluded(3)).done.at(-1)).toEqual(['draft', 'unverified'])
    const body = {
      id: crypto.randomUUID() as never,
      body: 'Yes.',
      visibility: 'public',
      fileIds: [] as never[],
    } as const
    await maya.call(sendTicketMessage, { params: { ticketId }, body })
    await send(mailOf({ to: address, text: `Hello. ${QUESTION}`, headers: [TRUSTED] }))
    await vi.waitFor(async () => {
      const other = (await tickets()).find(({ id }) => id !== ticketId)!
      const { mails } = await maya.call(listTicketMails, { params: { ticketId: other.id } })
      expect(mails.map(({ answer, noAnswerReason }) => [answer, noAnswerReason])).toEqual([['draft', 'too_many']])
    }, LONG)
  })
})
