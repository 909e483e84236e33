import type { Platform } from '#server/platform/platform.ts'
import type { Harness } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'

/** A mail of the platform whose sending was given up. */
export async function makeSystemMail(platform: Platform): Promise<string> {
  const [row] = await platform.db.query<{ id: string }>(
    `INSERT INTO auth.system_mail ("to", kind, subject, text, html, status)
     VALUES ('proof@example.com', 'proof', 'proof', 'proof', 'proof', 'failed') RETURNING id`,
  )
  return row?.id ?? ''
}

/** An error of the server, under the fingerprint that the proof's requests name. */
export const makeSystemError = (platform: Platform) =>
  platform.db.query(
    `INSERT INTO auth.system_error (fingerprint, source, name, message, count, first_at, last_at)
     VALUES ('0123456789abcdef0123456789abcdef', 'proof', 'proof', 'proof', 1, now(), now()) ON CONFLICT DO NOTHING`,
  )

/** A job that has failed, so that it may be tried again. */
export async function makeFailedJob(h: Harness): Promise<string> {
  const sql = `UPDATE pgboss.job SET state = 'failed', completed_on = now() WHERE id = (SELECT id FROM pgboss.job WHERE state = 'created' LIMIT 1) RETURNING id`
  return (await queryAsOwner<{ id: string }>(h.database.ownerUrl, sql, []))[0]?.id ?? ''
}
