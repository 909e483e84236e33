import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { BulkChangeId } from '#contracts/ids.ts'
import type { Language } from '#contracts/languages.ts'
import {
  BULK_AT_ONCE,
  BULK_UNDO_HOURS,
  type BulkChangeView,
  MAX_BULK_TICKETS,
  type startBulkChange,
} from '#contracts/ticket/bulk-change.ts'
import type { TicketAction } from '#contracts/ticket/ticket-action.ts'
import * as m from '#i18n/messages.js'
import type { Member } from '#server/platform/actor.ts'
import { createOnce } from '#server/platform/db/create-once.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { text } from '#server/platform/text/message.ts'
import { lineIn } from '#server/platform/text/stored-text.ts'
import { recordActivity } from '#server/tenant/service.ts'
import { requireKnownActions, requireKnownFilter } from '#server/ticket/known-references.ts'
import { findMacroRow } from '#server/ticket/macros/queries.ts'
import {
  addChangedBy,
  addMatching,
  addTagged,
  addTickets,
  deleteOldChanges,
  findChange,
  findUndoOf,
  insertChange,
  readProgress,
  updateChange,
} from './queries.ts'
import { changeTickets, runBatches } from './run.ts'
import type { BulkChangeRow } from './schema.ts'

const HOUR_MS = 3_600_000
const KEPT_DAYS = 7
/** Of a change that no request gave the id of. */
const PLAIN = { macroName: null, selection: '', undoOf: null }

type Given = z.output<typeof startBulkChange.body>

/** Changes chosen tickets, or all that match a filter: a few before it returns, many by a job. The same id again changes nothing further. Throws
 * not_found for a ticket, macro, team, member or customer that the business does not have. */
export async function startChange(tenant: Tenant, actor: Member, given: Given): Promise<BulkChangeView> {
  const { id, ...asked } = given
  const selection = JSON.stringify(asked)
  await createOnce(tenant, {
    create: async (t) => {
      await deleteOldChanges(t, new Date(t.now.getTime() - KEPT_DAYS * 24 * HOUR_MS))
      await requireKnownActions(t, given.actions)
      const row = { id, ...(await askedChange(t, actor, given)), selection, undoOf: null }
      await begin(t, actor, row, () => addSelected(t, actor, given))
    },
    findSame: async (t) => {
      const row = await findChange(t, id)
      return row?.selection === selection ? undefined : null
    },
    conflict: () => conflict(m.error_bulk_id_taken),
  })
  return finish(tenant, id)
}

/** The given actions and those of the macro, whose text becomes a reply. What is stored is the macro as it is now: every ticket gets the same. */
async function askedChange(t: Tx, actor: Member, { actions, macroId }: Given) {
  if (!macroId) return { actions, macroName: null }
  const macro = await findMacroRow(t, macroId, actor.userId)
  if (!macro) throw notFound('macro')
  const reply: TicketAction[] = macro.body === '' ? [] : [{ type: 'send_reply', body: macro.body }]
  return { actions: [...actions, ...reply, ...macro.actions], macroName: macro.name }
}

type TagChange = { tag: string; actions: TicketAction[] }

/** Changes all tickets that have a tag; `prepare` runs in the transaction that begins the change. */
export async function startTagChange(
  tenant: Tenant,
  actor: Member,
  { tag, actions }: TagChange,
  prepare: (t: Tx) => Promise<void>,
): Promise<BulkChangeView> {
  const id = randomUUID() as BulkChangeId
  await tenant.tx(async (t) => {
    await begin(t, actor, { id, actions, ...PLAIN }, () => addTagged(t, id, tag))
    await prepare(t)
  })
  return finish(tenant, id)
}

/** Changes few tickets at once; the job changes many. */
async function finish(tenant: Tenant, id: BulkChangeId): Promise<BulkChangeView> {
  const { total } = await tenant.read((t) => getChange(t, id))
  if (total <= BULK_AT_ONCE) await runBatches(tenant, id, BULK_AT_ONCE)
  return readChange(tenant, id)
}

type Begun = Pick<BulkChangeRow, 'id' | 'actions' | 'macroName' | 'selection' | 'undoOf'>

/** Stores a change with its tickets. More than BULK_AT_ONCE are left to the job. */
async function begin(t: Tx, actor: Member, change: Begun, add: () => Promise<unknown[]>): Promise<void> {
  const row = { ...change, tenantId: t.tenantId, memberId: actor.userId, total: 0, createdAt: t.now, endedAt: null }
  await insertChange(t, { ...row, state: 'running' })
  const total = (await add()).length
  await updateChange(t, change.id, { total })
  const action = text(change.undoOf ? m.activity_bulk_undone : m.activity_bulk_changed, { count: total })
  // What happened to a single ticket is in its own history.
  if (total > 1) await recordActivity(t, actor, { action, type: 'ticket_bulk' })
  if (total > BULK_AT_ONCE) await t.enqueue(changeTickets, { tenantId: t.tenantId, changeId: change.id })
}

async function addSelected(t: Tx, actor: Member, { id, selection }: Given): Promise<unknown[]> {
  if ('ticketIds' in selection) {
    const chosen = await addTickets(t, id, selection.ticketIds)
    if (chosen.length < new Set(selection.ticketIds).size) throw notFound('ticket')
    return chosen
  }
  await requireKnownFilter(t, selection.filter)
  const added = await addMatching(t, id, selection.filter, { readerId: actor.userId, limit: MAX_BULK_TICKETS + 1 })
  if (added.length > MAX_BULK_TICKETS) throw conflict(text(m.error_bulk_too_many, { max: MAX_BULK_TICKETS }))
  return added
}

async function getChange(t: Tx, id: BulkChangeId, lock?: 'forUpdate'): Promise<BulkChangeRow> {
  const row = await findChange(t, id, lock)
  if (!row) throw notFound('change')
  return row
}

/** How far a change is and what it did. */
export const readChange = (tenant: Tenant, id: BulkChangeId): Promise<BulkChangeView> =>
  tenant.read((t) => viewChange(t, id))

/** The change with why tickets were left out in the reader's language. */
export async function changeIn(language: Language, change: Promise<BulkChangeView>): Promise<BulkChangeView> {
  const view = await change
  return { ...view, reason: view.reason && lineIn(view.reason, language) }
}

async function viewChange(t: Tx, id: BulkChangeId): Promise<BulkChangeView> {
  const [row, progress, undo] = await Promise.all([getChange(t, id), readProgress(t, id), findUndoOf(t, id)])
  const { state, total } = row
  return { id, state, total, ...progress, canUndo: !undo && isUndoable(t, row) }
}

const isUndoable = (t: Tx, { state, undoOf, endedAt }: BulkChangeRow): boolean =>
  state !== 'running' && !undoOf && endedAt !== null && t.now.getTime() - endedAt.getTime() < BULK_UNDO_HOURS * HOUR_MS

/** Stops a running change after the ticket it is at. */
export const cancelChange = (tenant: Tenant, id: BulkChangeId): Promise<BulkChangeView> =>
  tenant.tx(async (t) => {
    const { state } = await getChange(t, id, 'forUpdate')
    if (state === 'running') await updateChange(t, id, { state: 'cancelled', endedAt: t.now })
    return viewChange(t, id)
  })

/** Gives the tickets of an ended change their former values. Again it gives the same undo. */
export async function undoChange(tenant: Tenant, actor: Member, id: BulkChangeId): Promise<BulkChangeView> {
  const undo = await tenant.tx(async (t) => {
    const change = await getChange(t, id, 'forUpdate')
    const begun = await findUndoOf(t, id)
    if (begun) return begun.id
    if (!isUndoable(t, change)) throw conflict(m.error_bulk_not_undoable)
    const row = { id: randomUUID() as BulkChangeId, actions: [], ...PLAIN, undoOf: id }
    await begin(t, actor, row, () => addChangedBy(t, row.id, id))
    return row.id
  })
  return finish(tenant, undo)
}
