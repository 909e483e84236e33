import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { markGuestSeen } from '#contracts/conversation/guest-conversation.ts'
import type { MessageId } from '#contracts/ids.ts'
import { sendTicketMessage } from '#contracts/ticket/ticket.ts'
import { appendMessage } from '#server/conversation/service.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { startChat, submitForm } from '#test/proof/full-tenant.ts'
import { readOutbox, sinkMailer } from './fixture.ts'
import { mailUnread, UNREAD_MINUTES } from './unread-mail.ts'

const sink = sinkMailer()
let h: Harness
beforeAll(async () => {
  h = await startHarness({ overrides: { mail: sink } })
})
afterAll(() => h.stop())
beforeEach(() => {
  sink.mails.length = 0
})

const newId = () => crypto.randomUUID() as MessageId

/** A chat that became a ticket of a customer, whose address is confirmed unless stated otherwise. */
async function chatOf(isConfirmed = true, preferences = {}) {
  const made = await h.tenant()
  const guest = await h.guest(made)
  const { conversationId, params } = await startChat(guest, made.slug)
  const ticketId = await submitForm(guest, made.slug, conversationId)
  await made.tenant.tx((t) =>
    t.sql('UPDATE customer SET email_verified_at = $2, preferences = $3 WHERE tenant_id = $1', [
      t.tenantId,
      isConfirmed ? t.now : null,
      preferences,
    ]),
  )
  const agent = await h.member(made, 'agent', 'Maya Patel')
  const answer = async (body: string) => {
    const id = newId()
    await agent.call(sendTicketMessage, { params: { ticketId }, body: { id, body, visibility: 'public', fileIds: [] } })
    return id
  }
  /** What the queue runs once the minutes are over. */
  const afterMinutes = (messageId: MessageId) => mailUnread.run(h.platform, { tenantId: made.tenant.id, messageId })
  const replies = async () => (await readOutbox(made.tenant)).filter(({ type }) => type === 'ticket_reply')
  const read = () => guest.call(markGuestSeen, { params, body: { seq: 1_000_000 } })
  return { made, conversationId, ticketId, answer, afterMinutes, replies, read }
}

describe('answers that a customer does not read in the chat', () => {
  it('are mailed together, once, after five minutes, to the confirmed address', async () => {
    const { made, conversationId, ticketId, answer, afterMinutes, replies } = await chatOf()
    const [first, second] = [await answer('It is on its way.'), await answer('It comes on Monday.')]
    expect(await replies()).toEqual([])
    const queued = await queryAsOwner<{ minutes: number }>(
      h.database.ownerUrl,
      `SELECT round(extract(epoch FROM start_after - created_on) / 60)::int AS minutes FROM pgboss.job
       WHERE name = $1 AND data->>'tenantId' = $2`,
      [mailUnread.name, made.tenant.id],
    )
    expect(queued.map(({ minutes }) => minutes)).toEqual([UNREAD_MINUTES, UNREAD_MINUTES])
    await afterMinutes(first)
    await afterMinutes(second)
    const mails = await replies()
    expect(mails).toHaveLength(1)
    expect(mails[0]).toMatchObject({ to: 'proof@example.com', ticketId })
    expect(mails[0]?.text).toContain('It is on its way.')
    expect(mails[0]?.text).toContain('It comes on Monday.')
    expect(mails[0]?.text).toContain(`chat=${conversationId}`)
    expect(mails[0]?.text).not.toContain('How can we help')
    const third = await answer('It has arrived.')
    await afterMinutes(third)
    const last = (await replies()).find(({ id }) => id === (third as string))
    expect(last?.text).toContain('It has arrived.')
    expect(last?.text).not.toContain('It comes on Monday.')
  })

  it('are mailed once by two processes that run the job at the same time and again', async () => {
    const { made, answer, afterMinutes, replies } = await chatOf()
    const second = await h.secondNode()
    const messageId = await answer('It is on its way.')
    const payload = { tenantId: made.tenant.id, messageId }
    await Promise.all([1, 2, 3, 4].flatMap(() => [afterMinutes(messageId), mailUnread.run(second.platform, payload)]))
    await afterMinutes(messageId)
    expect(await replies()).toHaveLength(1)
  })

  it('are not mailed when they are read meanwhile, and one that came after is', async () => {
    const { answer, afterMinutes, replies, read } = await chatOf()
    const first = await answer('It is on its way.')
    await read()
    await afterMinutes(first)
    expect(await replies()).toEqual([])
    const second = await answer('It comes on Monday.')
    await afterMinutes(first)
    expect(await replies()).toEqual([])
    await afterMinutes(second)
    const mails = await replies()
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).not.toContain('It is on its way.')
  })

  it('are not mailed to who switched mails off', async () => {
    const { answer, afterMinutes, replies } = await chatOf(true, { email: false })
    await afterMinutes(await answer('It is on its way.'))
    expect(await replies()).toEqual([])
  })

  it('are mailed at once where the address is not confirmed: its confirmation opens them', async () => {
    const { answer, afterMinutes, replies } = await chatOf(false)
    await afterMinutes(await answer('It is on its way.'))
    expect(await replies()).toHaveLength(1)
  })

  it('are mailed too where the assistant answers after it got the chat back', async () => {
    const { made, conversationId, afterMinutes, replies } = await chatOf()
    const id = newId()
    await made.tenant.tx((t) =>
      appendMessage(t, conversationId, {
        id,
        author: 'assistant',
        authorName: 'Bot 7',
        body: 'Parcels take two days.',
      }),
    )
    const queued = await queryAsOwner(
      h.database.ownerUrl,
      `SELECT 1 FROM pgboss.job WHERE name = $1 AND data->>'messageId' = $2`,
      [mailUnread.name, id],
    )
    expect(queued).toHaveLength(1)
    await afterMinutes(id)
    const mails = await replies()
    expect(mails[0]?.text).toContain('Parcels take two days.')
    expect(mails[0]?.text).not.toContain('Bot 7')
  })
})
