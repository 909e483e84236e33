import type { MailboxId } from '#contracts/ids.ts'
import type { MailFault } from '#contracts/notification/mail-server.ts'
import type { Platform } from '#server/platform/platform.ts'

/** So many mailboxes are shown, those that fail first. */
const MOST_STATES = 200

type StateRow = {
  slug: string
  mailbox_id: MailboxId
  last_success_at: Date | null
  last_failure_at: Date | null
  failing_since: Date | null
  fault: MailFault | null
}

/** How reading the mailboxes of all businesses goes, for the operator: neither servers nor users, nor what a server said. */
export async function readMailboxStates(platform: Platform) {
  const rows = await platform.db.query<StateRow>('SELECT * FROM mailbox_states($1)', [MOST_STATES])
  return rows.map((row) => ({
    business: row.slug,
    mailbox: row.mailbox_id,
    lastSuccessAt: row.last_success_at,
    lastFailureAt: row.last_failure_at,
    failingSince: row.failing_since,
    fault: row.fault,
  }))
}
