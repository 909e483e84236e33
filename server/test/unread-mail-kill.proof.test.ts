import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { MessageId } from '#contracts/ids.ts'
import { sendTicketMessage } from '#contracts/ticket/ticket.ts'
import { mailUnread } from '#server/notification/unread-mail.ts'
import { type Harness, startHarness } from './harness.ts'
import { queryAsOwner } from './owner-query.ts'
import { startChat, submitForm } from './proof/full-tenant.ts'
import { startKilledAt } from './proof/killed-server.ts'
import type { ServerProcess } from './proof/server-process.ts'
import { smtpSink } from './smtp-sink.ts'

let h: Harness
let sink: Awaited<ReturnType<typeof smtpSink>>
let last: ServerProcess | undefined
beforeAll(async () => {
  sink = await smtpSink()
  // Runs no jobs: the processes below do.
  h = await startHarness({ env: { ROLE: 'web' } })
})
afterAll(async () => {
  last?.child.kill('SIGKILL')
  await last?.exited
  await h.stop()
  await sink.stop()
})

const query = <Row extends Record<string, unknown>>(sql: string, values: unknown[] = []) =>
  queryAsOwner<Row>(h.database.ownerUrl, sql, values)

/** A member's answer that its customer does not read, whose five minutes are over; nothing else is to be done. */
async function unreadAnswer() {
  const made = await h.tenant()
  const guest = await h.guest(made)
  const { conversationId } = await startChat(guest, made.slug)
  const ticketId = await submitForm(guest, made.slug, conversationId)
  await query('UPDATE customer SET email_verified_at = now() WHERE tenant_id = $1', [made.tenant.id])
  const agent = await h.member(made, 'agent', 'Maya Patel')
  const id = crypto.randomUUID() as MessageId
  const body = { id, body: 'It is on its way.', visibility: 'public' as const, fileIds: [] }
  await agent.call(sendTicketMessage, { params: { ticketId }, body })
  await query(`UPDATE email_notification SET status = 'sent' WHERE tenant_id = $1`, [made.tenant.id])
  await query('DELETE FROM pgboss.job WHERE name <> $1', [mailUnread.name])
  return { tenantId: made.tenant.id, id }
}

/**
 * Lets the jobs run now, or holds them while a server starts. A job whose process died is given to another when its time is over, which this
 * test does not wait for. The first job runs each time: its process may die between its commit and the note that it is done.
 */
const startJobs = (at: 'now' | 'later') =>
  query(
    `UPDATE pgboss.job SET state = CASE WHEN state = 'created' THEN state ELSE 'retry'::pgboss.job_state END,
       start_after = now() + $2::interval, completed_on = NULL
     WHERE name = $1 OR (name = 'notification.deliver' AND state IN ('created', 'retry', 'active'))`,
    [mailUnread.name, at === 'now' ? '0' : '1 hour'],
  )

/** Runs the jobs in a server that kills itself at a statement, or in one that lives. */
async function runJobs(statement: string | null): Promise<ServerProcess> {
  await startJobs('later')
  const server = await startKilledAt(h, statement, { SMTP_URL: sink.url })
  await startJobs('now')
  return server
}

async function killJobsAt(statement: string): Promise<void> {
  const killed = await runJobs(statement)
  await killed.exited
  expect(killed.child.signalCode, `killed at ${statement}`).toBe('SIGKILL')
}

it('[H1] an answer that stays unread is mailed once, wherever its process is killed before and after the sending', async () => {
  const { tenantId, id } = await unreadAnswer()
  const before = [
    'insert into "email_notification"',
    'COMMIT of insert into "email_notification"',
    // The mail is written; its delivery reads it.
    'FROM email_notification m WHERE',
  ]
  for (const statement of before) {
    await killJobsAt(statement)
    expect(sink.mails, `killed at ${statement}`).toEqual([])
  }
  // Sent, and not yet marked as sent.
  await killJobsAt('update "email_notification"')
  expect(sink.mails).toHaveLength(1)

  last = await runJobs(null)
  const mails = () =>
    query<{ id: string; status: string }>(
      `SELECT id, status FROM email_notification WHERE tenant_id = $1 AND type = 'ticket_reply'`,
      [tenantId],
    )
  await vi.waitFor(async () => expect(await mails()).toEqual([{ id, status: 'sent' }]), {
    timeout: 100_000,
    interval: 500,
  })
  // A mail server cannot take a mail back: what was sent before the kill is sent again as the same mail, which mailboxes show once.
  const idsOf = sink.mails.map(({ raw }) => /^message-id:\s*(\S+)/im.exec(raw)?.[1])
  expect([...new Set(idsOf)]).toEqual([expect.stringContaining(id)])
  expect(sink.mails.every(({ raw }) => raw.includes('It is on its way.'))).toBe(true)
}, 400_000)
