import type { UserId } from '#contracts/ids.ts'
import type { Tx } from '#server/platform/db/tenant.ts'

/** So many ids fit into one notification of the database. */
const MOST_IDS = 100

/** Makes the desks of these members read their alerts again. */
export function publishAlertsChanged(t: Tx, userIds: readonly UserId[]): void {
  for (let start = 0; start < userIds.length; start += MOST_IDS) {
    const some = userIds.slice(start, start + MOST_IDS)
    t.publish({ type: 'alerts.changed', userIds: some }, { desk: true, conversation: null })
  }
}
