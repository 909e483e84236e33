import type { TicketStatus } from '#contracts/ticket/ticket.ts'
import type { ConversationRow } from '#server/conversation/schema.ts'
import { appendToLocked, changeLocked, newId } from '#server/conversation/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { Text } from '#server/platform/text/message.ts'
import { recordActivity } from '#server/tenant/service.ts'
import { statusChanged } from './activity-words.ts'
import { previousFields } from './event-payload.ts'
import {
  type TicketChangedFacts,
  ticketAssigned,
  ticketChanged,
  ticketRated,
  ticketReopened,
  ticketResolved,
  ticketTeamAssigned,
} from './events.ts'
import { publishTicket } from './live-events.ts'
import type { LoadedTicket } from './load.ts'
import { AWAKE, isFinished } from './policy.ts'
import { type TicketChange, writeTicketVersion } from './queries.ts'
import { changesByEntry } from './recorded-changes.ts'
import type { TicketRow } from './schema.ts'

type Activity = {
  /** One activity entry each: "Assigned to Ann". */
  actions: readonly Text[]
  /** Default: the actor. The system for changes that follow from a message. */
  recordedBy?: Actor
}

/**
 * Writes a new version of a ticket whose conversation the caller has locked, in one transaction with its activity entries, its live event and its domain events. The only
 * way in which a ticket changes that others must see before they change it.
 */
export async function applyChange(
  t: Tx,
  actor: Actor,
  before: TicketRow,
  change: TicketChange,
  { actions, recordedBy = actor }: Activity,
): Promise<TicketRow> {
  const ticketSubject = change.subject ?? before.subject
  const entry = { type: 'ticket_update', ticketId: before.id, ticketSubject }
  const after = writeTicketVersion(t, before, change)
  const changes = changesByEntry(before, after, actions.length)
  for (const [n, action] of actions.entries()) {
    await recordActivity(t, recordedBy, { ...entry, action, changes: changes[n] ?? [] })
  }
  publishTicket(t, after)
  await emitChange(t, { before, after, actor })
  return after
}

/** The only function that emits changes of a ticket: first `ticket.changed`, then the events that follow from it. */
async function emitChange(t: Tx, facts: TicketChangedFacts): Promise<void> {
  const { before, after } = facts
  // A change of timers alone is not emitted: no payload shows them.
  if (Object.keys(previousFields(before, after)).length === 0) return
  await t.emit(ticketChanged, facts)
  if (after.assigneeId && after.assigneeId !== before.assigneeId) await t.emit(ticketAssigned, facts)
  if (after.teamId && after.teamId !== before.teamId) await t.emit(ticketTeamAssigned, facts)
  if (after.status === 'resolved' && before.status !== 'resolved') await t.emit(ticketResolved, facts)
  if (isFinished(before.status) && !isFinished(after.status)) await t.emit(ticketReopened, facts)
  if (after.rating !== null && before.rating === null) await t.emit(ticketRated, facts)
}

type AdditionalChange = { change?: TicketChange; actions?: readonly Text[] }

/** Changes a ticket's status with all that depends on it: times, the conversation's state, the system message in the thread. */
export async function changeStatus(
  t: Tx,
  actor: Actor,
  loaded: LoadedTicket,
  status: TicketStatus,
  additional: AdditionalChange = {},
): Promise<LoadedTicket> {
  const { ticket: before, conversation } = loaded
  const times: TicketChange = {
    ...(status === 'resolved' ? { resolvedAt: t.now } : {}),
    ...(status === 'closed' ? { closedAt: t.now } : {}),
    ...(isFinished(status) ? AWAKE : { resolvedAt: null, closedAt: null }),
  }
  const actions = [...(additional.actions ?? []), statusChanged(status)]
  const ticket = await applyChange(t, actor, before, { ...additional.change, status, ...times }, { actions })
  const authorName = actor.kind === 'member' ? actor.name : null
  const moved = { id: newId(), author: 'system', kind: 'status_changed', authorName, body: status } as const
  const after = await followStatus(t, actor, conversation, before.status, status)
  const { row } = await appendToLocked(t, after, moved, {})
  return { ...loaded, ticket, conversation: row }
}

/** A conversation closes with its ticket, and waits for the team again when that is reopened. */
async function followStatus(t: Tx, actor: Actor, row: ConversationRow, from: TicketStatus, to: TicketStatus) {
  if (isFinished(to) && row.state !== 'closed') {
    return changeLocked(t, row, { state: 'closed', answerDueAt: null }, { actor })
  }
  return isFinished(from) && !isFinished(to) ? changeLocked(t, row, { state: 'waiting' }, { actor }) : row
}
