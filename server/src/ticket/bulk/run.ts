import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { BulkChangeId, TenantId, type TicketFieldId, type TicketId } from '#contracts/ids.ts'
import type { TicketAction } from '#contracts/ticket/ticket-action.ts'
import * as m from '#i18n/messages.js'
import type { Member } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { AppError, conflict } from '#server/platform/errors.ts'
import type { FieldValues } from '#server/platform/field-values.ts'
import { job } from '#server/platform/jobs/job.ts'
import { type Tenant, tenantOf } from '#server/platform/platform.ts'
import { text } from '#server/platform/text/message.ts'
import { storedLine } from '#server/platform/text/stored-text.ts'
import { findMember, recordActivity } from '#server/tenant/service.ts'
import { applyActions, isMessage, type Skipped } from '#server/ticket/apply-actions.ts'
import { lockTicket } from '#server/ticket/load.ts'
import type { TicketRow } from '#server/ticket/schema.ts'
import { findChange, listWaiting, lockItem, updateChange, updateItem } from './queries.ts'
import type { BulkChangeRow, BulkItemRow, FormerFields } from './schema.ts'

/** After so many tickets it is asked again whether the change was cancelled. */
const BATCH = 25
/** A job changes so many batches and leaves the rest to the next one, so that businesses take turns and a killed process is noticed soon. */
const BATCHES_OF_JOB = 8

const Payload = z.object({ tenantId: TenantId, changeId: BulkChangeId })

/** Goes on with a change of many tickets. What a killed process left is done when its time is over: each ticket is written with its mark. */
export const changeTickets = job<z.output<typeof Payload>>({
  name: 'ticket.changeTickets',
  payload: Payload,
  attempts: 20,
  retryDelaySeconds: 5,
  timeoutSeconds: 120,
  concurrency: 2,
  isUrgent: true,
  run: async (platform, payload) => {
    const tenant = tenantOf(platform, payload.tenantId)
    if (await runBatches(tenant, payload.changeId, BATCHES_OF_JOB)) return
    await tenant.tx((t) => t.enqueue(changeTickets, payload))
  },
})

/** Changes the next tickets in order, each in a transaction of its own; whether the change has ended. */
export async function runBatches(tenant: Tenant, id: BulkChangeId, batches: number): Promise<boolean> {
  for (let batch = 0; batch < batches; batch += 1) {
    const next = await tenant.read((t) => readBatch(t, id))
    if (!next) {
      await tenant.tx((t) => end(t, id, 'cancelled'))
      return true
    }
    for (const ticketId of next.ids) await changeNext(tenant, next, ticketId)
    if (next.ids.length < BATCH) {
      await tenant.tx((t) => end(t, id, 'ended'))
      return true
    }
  }
  return false
}

type Batch = { change: BulkChangeRow; actor: Member; ids: TicketId[] }

/** Null for a change that is not running any more, and for one whose member has left. */
async function readBatch(t: Tx, id: BulkChangeId): Promise<Batch | null> {
  const [change, ids] = await Promise.all([findChange(t, id), listWaiting(t, id, BATCH)])
  const member = change?.state === 'running' ? await findMember(t, change.memberId) : null
  if (!change || !member) return null
  const { userId, name, email, role } = member
  return { change, actor: { kind: 'member', userId, name, email, role }, ids }
}

async function end(t: Tx, id: BulkChangeId, state: 'ended' | 'cancelled'): Promise<void> {
  const change = await findChange(t, id, 'forUpdate')
  if (change?.state === 'running') await updateChange(t, id, { state, endedAt: t.now })
}

/** A ticket that cannot be changed (deleted, refused) is marked with the reason; every other error stops the change, to be tried again. */
async function changeNext(tenant: Tenant, { change, actor }: Batch, ticketId: TicketId): Promise<void> {
  try {
    await tenant.tx((t) => changeOne(t, actor, change, ticketId))
  } catch (error) {
    if (!(error instanceof AppError) || !['not_found', 'conflict', 'forbidden'].includes(error.code)) throw error
    const reason = storedLine(error.code === 'not_found' ? m.bulk_ticket_deleted : error.text)
    await tenant.tx((t) => updateItem(t, change.id, ticketId, { state: 'skipped', reason }))
  }
}

async function changeOne(t: Tx, actor: Member, change: BulkChangeRow, ticketId: TicketId): Promise<void> {
  const loaded = await lockTicket(t, actor, ticketId)
  const item = await lockItem(t, change.id, ticketId)
  // Another process was faster.
  if (item?.state !== 'waiting') return
  const before = loaded.ticket
  if (change.undoOf && before.version !== item.version) {
    await updateItem(t, change.id, ticketId, { state: 'skipped', reason: storedLine(m.bulk_changed_since) })
    return
  }
  const actions = change.undoOf ? backTo(item, before) : change.actions
  if (change.macroName !== null) {
    const action = text(m.activity_macro_applied, { name: change.macroName })
    await recordActivity(t, actor, { action, type: 'macro', ticketId, ticketSubject: before.subject })
  }
  const { loaded: after, skipped } = await applyActions(t, actor, loaded, actions)
  refuseUnsent(skipped)
  const isChanged = after.ticket.version !== before.version || hasWritten(actions, skipped)
  const [first] = skipped
  await updateItem(t, change.id, ticketId, {
    state: isChanged ? 'changed' : first ? 'skipped' : 'same',
    reason: first ? storedLine(first.reason) : null,
    former: formerOf(before),
    version: after.ticket.version,
  })
}

/** A ticket whose reply cannot be sent stays as it is: else it would be resolved, say, without the answer that belongs to it. */
function refuseUnsent(skipped: readonly Skipped[]): void {
  const unsent = skipped.find(({ action }) => action.type === 'send_reply')
  if (unsent) throw conflict(unsent.reason)
}

const hasWritten = (actions: readonly TicketAction[], skipped: readonly Skipped[]): boolean =>
  actions.some((action) => isMessage(action) && !skipped.some((one) => one.action === action))

const formerOf = (row: TicketRow): FormerFields => {
  const { status, priority, category, tags, assigneeId, teamId, customFields } = row
  return { status, priority, category, tags, assigneeId, teamId, customFields, snooze: snoozeOf(row) }
}

const snoozeOf = ({ snoozedUntil, snoozedUntilReply }: TicketRow): string | null =>
  snoozedUntilReply ? 'reply' : (snoozedUntil?.toISOString() ?? null)

/** The actions that give a ticket its former values. */
function backTo({ former }: BulkItemRow, now: TicketRow): TicketAction[] {
  if (!former) return []
  const { status, priority, category, tags, assigneeId, teamId, snooze, customFields = now.customFields } = former
  return [
    ...fieldsBackTo(customFields, now.customFields),
    { type: 'set_status', status },
    { type: 'set_priority', priority },
    { type: 'set_category', category },
    ...now.tags.filter((tag) => !tags.includes(tag)).map((tag) => ({ type: 'remove_tag', tag }) as const),
    ...tags.filter((tag) => !now.tags.includes(tag)).map((tag) => ({ type: 'add_tag', tag }) as const),
    ...(assigneeId === now.assigneeId ? [] : [{ type: 'assign_member', assigneeId } as const]),
    ...(teamId === now.teamId ? [] : [{ type: 'assign_team', teamId } as const]),
    ...(snooze === undefined || snooze === snoozeOf(now) ? [] : [{ type: 'snooze', until: snooze } as const]),
  ]
}

function fieldsBackTo(former: FieldValues, now: FieldValues): TicketAction[] {
  const ids = Object.keys({ ...former, ...now }).filter((id) => !isDeepStrictEqual(former[id], now[id]))
  return ids.map((id) => ({ type: 'set_field', fieldId: id as TicketFieldId, value: former[id] ?? null }))
}
