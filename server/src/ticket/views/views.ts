import type { SavedViewId } from '#contracts/ids.ts'
import { MAX_SAVED_VIEWS, type SavedView, type SavedViewProblem } from '#contracts/ticket/saved-view.ts'
import type { TicketFilter } from '#contracts/ticket/ticket.ts'
import * as m from '#i18n/messages.js'
import type { Member } from '#server/platform/actor.ts'
import { createOnce, isSameContent } from '#server/platform/db/create-once.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { hasRole, requireRole } from '#server/platform/policy.ts'
import { text } from '#server/platform/text/message.ts'
import { listTeamRows } from '#server/team/service.ts'
import { listMembersIn, recordActivity } from '#server/tenant/service.ts'
import { listActiveFields } from '#server/ticket/custom-fields/queries.ts'
import { requireKnownFilter } from '#server/ticket/known-references.ts'
import { publishViewsChanged } from '#server/ticket/live-events.ts'
import { EXPORT_TICKETS, SHARE_VIEWS } from '#server/ticket/policy.ts'
import {
  countMatching,
  deleteViewRow,
  findViewRow,
  holdTallies,
  insertViewRow,
  listViewRows,
  recountView,
  sumTallies,
  updateViewRow,
} from './queries.ts'
import type { TicketViewRow } from './schema.ts'
import { talliedBy } from './tally.ts'

type Content = { name: string; filter: TicketFilter }

/** The shared views and the member's own, with exact numbers: tallies are kept by the database, the rest is counted now. */
export const listViews = (tenant: Tenant, actor: Member) =>
  tenant.read(async (t) => {
    const rows = await listViewRows(t, actor.userId)
    const can = { share: hasRole(actor, SHARE_VIEWS), export: hasRole(actor, EXPORT_TICKETS) }
    return { items: await presentViews(t, actor, rows), can }
  })

/** Saves a filter as a view. Throws conflict where there are the most views, forbidden for an agent who shares one, not_found for a filter by a deleted team. */
export const createView = (
  tenant: Tenant,
  actor: Member,
  given: { id: SavedViewId; audience: 'own' | 'shared' } & Content,
): Promise<SavedView> => {
  if (given.audience === 'shared') requireRole(actor, SHARE_VIEWS)
  const ownerId = given.audience === 'shared' ? null : actor.userId
  const content = { name: given.name, filter: given.filter, ownerId }
  return createOnce(tenant, {
    create: async (t) => {
      const row = {
        ...content,
        ...talliedBy(given.filter),
        deletedTag: null,
        tenantId: t.tenantId,
        id: given.id,
        createdAt: t.now,
      }
      await requireKnownFilter(t, given.filter)
      await insertViewRow(t, row)
      await holdTallies(t)
      const alike = (await listViewRows(t, actor.userId)).filter((one) => one.ownerId === ownerId)
      if (alike.length > MAX_SAVED_VIEWS) throw conflict(text(m.error_too_many_views, { max: MAX_SAVED_VIEWS }))
      return saved(t, actor, row, text(m.activity_view_created, { view: row.name }))
    },
    findSame: async (t) => {
      const row = await findViewRow(t, given.id)
      return row && isSameContent(content, row) ? present(t, actor, row) : null
    },
    conflict: () => conflict(m.error_view_id_taken),
  })
}

/** Changes name and filter of a view. Throws not_found for another member's own. */
export const changeView = (tenant: Tenant, actor: Member, id: SavedViewId, given: Content): Promise<SavedView> =>
  tenant.tx(async (t) => {
    const before = await getEditableView(t, actor, id)
    const row = { ...before, ...given, ...talliedBy(given.filter), deletedTag: null }
    await requireKnownFilter(t, given.filter)
    await updateViewRow(t, row)
    await holdTallies(t)
    return saved(t, actor, row, text(m.activity_view_changed, { view: row.name }))
  })

/** Deletes a view; its tickets stay. */
export const deleteView = (tenant: Tenant, actor: Member, id: SavedViewId): Promise<void> =>
  tenant.tx(async (t) => {
    const row = await getEditableView(t, actor, id)
    await deleteViewRow(t, id)
    await announce(t, actor, row, text(m.activity_view_deleted, { view: row.name }))
  })

async function getEditableView(t: Tx, actor: Member, id: SavedViewId): Promise<TicketViewRow> {
  const row = await findViewRow(t, id)
  if (!row || (row.ownerId !== null && row.ownerId !== actor.userId)) throw notFound('view')
  if (row.ownerId === null) requireRole(actor, SHARE_VIEWS)
  return row
}

async function saved(t: Tx, actor: Member, row: TicketViewRow, action: ReturnType<typeof text>): Promise<SavedView> {
  await recountView(t, row)
  await announce(t, actor, row, action)
  return present(t, actor, row)
}

/** What others see of it: an own view concerns nobody else. */
async function announce(t: Tx, actor: Member, row: TicketViewRow, action: ReturnType<typeof text>): Promise<void> {
  if (row.ownerId !== null) return
  await recordActivity(t, actor, { action, type: 'ticket_view' })
  publishViewsChanged(t)
}

const present = async (t: Tx, actor: Member, row: TicketViewRow): Promise<SavedView> =>
  (await presentViews(t, actor, [row]))[0] as SavedView

async function presentViews(t: Tx, actor: Member, rows: TicketViewRow[]): Promise<SavedView[]> {
  const counted = rows.filter(({ tally }) => tally === null)
  const [tallies, counts, problemOf] = await Promise.all([
    sumTallies(t, rows, actor.userId),
    Promise.all(counted.map(async ({ id, filter }) => [id, await countMatching(t, filter, actor.userId)] as const)),
    findProblems(t, rows),
  ])
  const numbers = new Map<string, number>([...tallies, ...counts])
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    isShared: row.ownerId === null,
    filter: row.filter,
    count: numbers.get(row.id) ?? 0,
    problem: row.deletedTag ? ('deleted_tag' as const) : problemOf(row.filter),
    can: { edit: row.ownerId !== null || hasRole(actor, SHARE_VIEWS) },
  }))
}

/** Finds what a filter names that no longer exists; reads teams, members and fields only where a filter names some. */
async function findProblems(t: Tx, rows: TicketViewRow[]): Promise<(filter: TicketFilter) => SavedViewProblem | null> {
  const names = (part: 'teams' | 'assignees') => rows.some(({ filter }) => filter[part]?.some((id) => id.length > 4))
  const [teams, members, activeFields] = await Promise.all([
    names('teams') ? listTeamRows(t) : [],
    names('assignees') ? listMembersIn(t) : [],
    rows.some(({ filter }) => filter.fields) ? listActiveFields(t) : [],
  ])
  const known = new Set<string>(['me', 'none', ...teams.map(({ id }) => id), ...members.map(({ userId }) => userId)])
  return ({ teams, assignees, fields }) => {
    if (teams?.some((id) => !known.has(id))) return 'deleted_team'
    if (assignees?.some((id) => !known.has(id))) return 'former_member'
    return fields?.some((one) => !activeFields.some(({ id }) => one.startsWith(id))) ? 'archived_field' : null
  }
}
