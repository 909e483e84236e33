import { expect, vi } from 'vitest'
import { type Mail, MailError, type Mailer } from '#server/platform/mail/mailer.ts'
import type { Tenant } from '#server/platform/platform.ts'
import type { OutboxRow } from './schema.ts'

/** A mailer that stores the mails it is given; while `fault` is set every attempt fails. */
export function sinkMailer(): Mailer & {
  mails: Mail[]
  attempts: number
  fault: 'none' | 'temporary' | 'permanent' | 'bug'
} {
  const sink = {
    kind: 'smtp' as const,
    mails: [] as Mail[],
    attempts: 0,
    fault: 'none' as 'none' | 'temporary' | 'permanent' | 'bug',
    send: async (mail: Mail) => {
      sink.attempts += 1
      if (sink.fault === 'bug') throw new TypeError('secret=hunter2')
      if (sink.fault !== 'none') {
        throw new MailError(() => 'The mail server did not answer.', { permanent: sink.fault === 'permanent' })
      }
      sink.mails.push(mail)
    },
    stop: async () => undefined,
  }
  return sink
}

/** The outbox of a business, oldest first. */
export const readOutbox = (tenant: Tenant): Promise<OutboxRow[]> =>
  tenant.tx((t) =>
    t.sql<OutboxRow>(
      `SELECT id, "to", subject, text, html, type, ticket_id AS "ticketId", status, attempts, last_error AS "lastError"
       FROM email_notification WHERE tenant_id = $1 ORDER BY created_at, type, "to"`,
      [tenant.id],
    ),
  )

/** Waits until the outbox of a tenant holds `count` mails, all in this status. */
export const waitForOutbox = (tenant: Tenant, count: number, status = 'sent') =>
  vi.waitFor(
    async () => {
      const rows = await readOutbox(tenant)
      expect(rows.map((row) => row.status)).toEqual(Array(count).fill(status))
      return rows
    },
    { timeout: 40_000, interval: 50 },
  )
