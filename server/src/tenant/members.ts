import type { UserId } from '#contracts/ids.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { memberChanged, memberRemoved } from './events.ts'
import { updateMember } from './queries.ts'
import type { MemberRow } from './schema.ts'

/** Changes a member's role or availability. Who may do so is decided by the team domain. */
export async function changeMember(
  t: Tx,
  before: MemberRow,
  change: Partial<Pick<MemberRow, 'role' | 'availability'>>,
): Promise<MemberRow> {
  const after = await updateMember(t, before.userId, change)
  await t.emit(memberChanged, { before, after })
  return after
}

/**
 * Ends a membership. The row stays, so that earlier tickets and messages keep the name; the member's streams end at the commit, and
 * their next request has no business. By the event their unfinished tickets are handed over in the same transaction.
 */
export async function endMembership(t: Tx, actor: Actor, before: MemberRow, handOverTo: UserId | null): Promise<void> {
  const member = await updateMember(t, before.userId, { removedAt: t.now })
  await t.emit(memberRemoved, { member, handOverTo, actor })
}
