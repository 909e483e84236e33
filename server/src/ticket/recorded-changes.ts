import { UserId } from '#contracts/ids.ts'
import type { Language } from '#contracts/languages.ts'
import type { ActivityView, ChangedField, FieldChangeView } from '#contracts/ticket/ticket-activity.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { ActivityRow } from '#server/tenant/schema.ts'
import { activityTexts } from '#server/tenant/service.ts'
import type { TicketRow } from './schema.ts'

/** The recorded fields of a ticket, each as it is stored with an activity entry. */
const RECORDED: Record<ChangedField, (row: TicketRow) => string | null> = {
  status: ({ status }) => status,
  priority: ({ priority }) => priority,
  assignee: ({ assigneeId }) => assigneeId,
  team: ({ teamId }) => teamId,
  tags: ({ tags }) => tags.join(', ') || null,
  category: ({ category }) => category,
  subject: ({ subject }) => subject,
  snooze: ({ snoozedUntil, snoozedUntilReply }) => snoozedUntil?.toISOString() ?? (snoozedUntilReply ? 'reply' : null),
  merge: ({ mergedIntoId }) => mergedIntoId,
}

/** What of a ticket is other than before. */
const changesOf = (before: TicketRow, after: TicketRow): FieldChangeView[] =>
  (Object.keys(RECORDED) as ChangedField[])
    .map((field) => ({ field, from: RECORDED[field](before), to: RECORDED[field](after) }))
    .filter(({ from, to }) => from !== to)

/**
 * The changes that each of the entries about one change of a ticket records: where there are several, the last tells of the status and the
 * first of everything else.
 */
export function changesByEntry(before: TicketRow, after: TicketRow, entries: number): FieldChangeView[][] {
  const changes = changesOf(before, after)
  if (entries < 2) return [changes]
  const [status, others] = [
    changes.filter(({ field }) => field === 'status'),
    changes.filter(({ field }) => field !== 'status'),
  ]
  return Array.from({ length: entries }, (_, n) => [...(n === 0 ? others : []), ...(n === entries - 1 ? status : [])])
}

const NAMED: ReadonlySet<ChangedField> = new Set(['assignee', 'team', 'merge'])

/** The activity of a ticket as members see it: what is stored by id with the name of today, also of who left and of a deleted team. */
export async function presentActivities(
  t: Tx,
  rows: readonly ActivityRow[],
  language: Language,
): Promise<ActivityView[]> {
  const named = rows.flatMap(({ changes }) => (changes ?? []).filter(({ field }) => NAMED.has(field)))
  const names = await namesOf(t, [
    ...new Set(named.flatMap(({ from, to }) => [from, to].filter((id) => UserId.safeParse(id).success))),
  ])
  const nameOf = (id: string | null) => (id === null ? null : (names.get(id) ?? null))
  const present = (change: FieldChangeView): FieldChangeView =>
    NAMED.has(change.field) ? { ...change, from: nameOf(change.from), to: nameOf(change.to) } : change
  return rows.map((row) => ({
    id: row.id,
    type: row.type,
    actorKind: row.actorKind,
    ...activityTexts(row, language),
    changes: (row.changes ?? []).map(present),
    at: row.at.toISOString(),
  }))
}

/** Names of members and teams, and numbers of tickets (`#12`), by id. */
async function namesOf(t: Tx, ids: readonly (string | null)[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await t.sql<{ id: string; name: string }>(
    `SELECT user_id AS id, name FROM member WHERE tenant_id = $1 AND user_id = ANY ($2::uuid[])
     UNION ALL SELECT id, name FROM team WHERE tenant_id = $1 AND id = ANY ($2::uuid[])
     UNION ALL SELECT id, '#' || number FROM ticket WHERE tenant_id = $1 AND id = ANY ($2::uuid[])`,
    [t.tenantId, ids],
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}
