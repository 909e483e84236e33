import type { EscalationReason } from '#contracts/conversation/escalation.ts'
import { type Actor, system } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { conversationHandedOver } from './events.ts'
import type { ConversationChange } from './queries.ts'
import type { ConversationRow } from './schema.ts'

/** Who changes a conversation, and why a person is needed, if that is the change. */
export type Cause = { actor?: Actor; reason?: EscalationReason | null }

/** The only function that emits a handover: a person is requested, or the team takes a conversation over from the assistant. */
export async function emitHandover(
  t: Tx,
  before: ConversationRow,
  change: ConversationChange,
  after: ConversationRow,
  { actor = system, reason = change.offerReason ?? before.offerReason }: Cause,
): Promise<void> {
  const isRequested = Boolean(change.offerReason)
  const isAccepted = before.state === 'ai' && (after.state === 'waiting' || after.state === 'human')
  if (isRequested || isAccepted) await t.emit(conversationHandedOver, { before, after, actor, reason })
}
