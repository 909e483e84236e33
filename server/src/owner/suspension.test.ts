import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  getGuestConversation,
  sendGuestMessage,
  startConversation,
} from '#contracts/conversation/guest-conversation.ts'
import type { ConversationId, MessageId } from '#contracts/ids.ts'
import * as contract from '#contracts/owner/tenant.ts'
import { answer, answerOverdue } from '#server/assistant/jobs.ts'
import { readOutbox, sinkMailer } from '#server/notification/fixture.ts'
import { deliverMail, sweepMail } from '#server/notification/jobs.ts'
import { writeMail } from '#server/notification/outbox.ts'
import { deliverShortMessage } from '#server/notification/short-messages/queue.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'
import { makeOwner } from './fixture.ts'

const sink = sinkMailer()
let h: Harness
beforeAll(async () => {
  // Without workers a job runs when the test runs it.
  h = await startHarness({ env: { ROLE: 'web' }, overrides: { mail: sink } })
})
afterAll(() => h.stop())

const set = async ({ tenant }: TestTenant, status: 'ACTIVE' | 'SUSPENDED') =>
  (await makeOwner(h)).call(contract.setTenantStatus, {
    params: { tenantId: tenant.id },
    body: { status, reason: 'Unpaid' },
  })

/** What the recurring jobs have queued for the business. */
const queuedOf = async ({ tenant }: TestTenant): Promise<string[]> =>
  (
    await h.platform.db.query<{ name: string }>(
      `SELECT DISTINCT name FROM pgboss.job WHERE data->>'tenantId' = $1 AND state = 'created' ORDER BY name`,
      [tenant.id],
    )
  ).map(({ name }) => name)

describe('a suspended business', () => {
  it('[W5] neither answers nor sends while it is suspended; nothing is lost, and it goes on once it is active', async () => {
    const made = await h.tenant()
    const { tenant, slug } = made
    const guest = await h.guest(made)
    const conversationId = crypto.randomUUID() as ConversationId
    const params = { slug, conversationId }
    await guest.call(startConversation, { params: { slug }, body: { id: conversationId, context: 'general' } })
    const body = { id: crypto.randomUUID() as MessageId, body: 'Where is my order?', fileIds: [] }
    await guest.call(sendGuestMessage, { params, body })
    const { id: mailId } = await tenant.tx((t) =>
      writeMail(t, { to: 'a@example.com', subject: 's', text: 't', html: 'h', type: 'ticket_reply', ticketId: null }),
    )
    await tenant.tx((t) => t.sql(`UPDATE email_notification SET created_at = now() - interval '1 hour'`))
    await tenant.tx((t) => t.sql(`UPDATE conversation SET answer_due_at = now() - interval '1 hour'`))
    const sms = crypto.randomUUID()
    await tenant.tx((t) =>
      t.sql(
        `INSERT INTO short_message (tenant_id, id, channel, user_id, title, body, url, created_at)
         VALUES ($1, $2, 'sms', $3, 't', 'b', 'u', now())`,
        [tenant.id, sms, crypto.randomUUID()],
      ),
    )
    const smsStatus = async () =>
      (await tenant.read((t) => t.sql<{ status: string }>('SELECT status FROM short_message')))[0]?.status
    const runJobs = async () => {
      await answer.run(h.platform, { tenantId: tenant.id, conversationId })
      await deliverMail.run(h.platform, { tenantId: tenant.id, mailId })
      await deliverShortMessage.run(h.platform, { tenantId: tenant.id, messageId: sms })
    }
    const lastAuthor = async () => (await guest.call(getGuestConversation, { params })).messages.at(-1)?.author
    await set(made, 'SUSPENDED')
    await h.platform.db.query(`DELETE FROM pgboss.job WHERE data->>'tenantId' = $1`, [tenant.id])
    await runJobs()
    for (const one of [answerOverdue, sweepMail]) await one.run(h.platform)
    expect(await queuedOf(made)).toEqual([])
    expect(sink.mails).toEqual([])
    expect([(await readOutbox(tenant))[0]?.status, await smsStatus()]).toEqual(['pending', 'pending'])
    await set(made, 'ACTIVE')
    expect(await lastAuthor()).toBe('customer')
    for (const one of [answerOverdue, sweepMail]) await one.run(h.platform)
    expect(await queuedOf(made)).toEqual([answer.name, deliverMail.name])
    await runJobs()
    expect(await lastAuthor()).toBe('assistant')
    expect(sink.mails).toHaveLength(1)
    // No gateway for text messages is set up here: the attempt was made.
    expect(await smsStatus()).toBe('failed')
  })
})
