import { Readable } from 'node:stream'
import type { UserId } from '#contracts/ids.ts'
import type { TicketFilter } from '#contracts/ticket/ticket.ts'
import * as m from '#i18n/messages.js'
import { type Origin, recordAuditIn } from '#server/identity/service.ts'
import type { Member } from '#server/platform/actor.ts'
import type { NewestFirstPosition } from '#server/platform/db/cursor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { FieldValues } from '#server/platform/field-values.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { requireRole } from '#server/platform/policy.ts'
import { csvCell } from '#server/platform/text/text.ts'
import { recordActivity } from '#server/tenant/service.ts'
import { conditionsOf, READ_POSITION } from './conditions.ts'
import { listFieldRows } from './custom-fields/queries.ts'
import type { TicketFieldRow } from './custom-fields/schema.ts'
import { writtenValue } from './custom-fields/values.ts'
import { EXPORT_TICKETS } from './policy.ts'
import { findAll } from './search/find.ts'

/** Rows that one statement reads: each page is a transaction of its own, so that a slow download holds none open. */
const PAGE = 1000

type Cell = string | number | null
/** The columns that every business has: heading, and the SQL of its value. The business's own fields follow. */
const COLUMNS: readonly (readonly [heading: string, value: string])[] = [
  ['number', 't.number'],
  ['subject', 't.subject'],
  ['status', 't.status'],
  ['priority', 't.priority'],
  ['category', 't.category'],
  ['tags', `array_to_string(t.tags, ', ')`],
  ['customer', 't.customer_name'],
  ['email', 't.customer_email'],
  ['assignee', 'm.name'],
  ['team', 'g.name'],
  ['source', 't.source'],
  ['utm_source', 't.utm_source'],
  ['rating', 't.rating'],
  ['sla', 't.sla_state'],
  ['sla_due_at', isoOf('t.sla_due_at')],
  ['created_at', isoOf('t.created_at')],
  ['first_response_at', isoOf('t.first_response_at')],
  ['resolved_at', isoOf('t.resolved_at')],
  ['last_message_at', isoOf('t.last_message_at')],
]

function isoOf(column: string): string {
  return `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
}

const lineOf = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`

const fieldCells = (fields: readonly Field[], values: FieldValues): Cell[] =>
  fields.map(({ id }) => {
    const value = values[id]
    return value === undefined ? null : writtenValue(value)
  })

/**
 * The tickets of a filter as CSV, newest message first, for owners and admins; recorded in the audit log. The file is made while it is
 * sent, so that its size is not bounded by memory.
 */
export async function exportTickets(
  tenant: Tenant,
  actor: Member,
  filter: TicketFilter,
  origin: Origin,
): Promise<Readable> {
  requireRole(actor, EXPORT_TICKETS)
  await tenant.tx(async (t) => {
    await recordAuditIn(t, {
      ...origin,
      action: 'tickets_exported',
      actor: { kind: 'member', id: actor.userId, email: actor.email },
      detail: { filter },
    })
    await recordActivity(t, actor, { action: m.activity_tickets_exported, type: 'ticket_export' })
  })
  const fields = await tenant.read(listFieldRows)
  return Readable.from(linesOf(tenant, actor.userId, filter, fields))
}

type Field = Pick<TicketFieldRow, 'id' | 'key'>

async function* linesOf(
  tenant: Tenant,
  readerId: UserId,
  filter: TicketFilter,
  fields: readonly Field[],
): AsyncGenerator<string> {
  yield `\uFEFF${lineOf([...COLUMNS.map(([heading]) => heading), ...fields.map(({ key }) => `field_${key}`)])}`
  let after: NewestFirstPosition | null = null
  do {
    const page: Page = await tenant.read((t) => readPage(t, readerId, filter, after))
    yield page.rows.map(({ cells, values }) => lineOf([...cells, ...fieldCells(fields, values)])).join('')
    after = page.next
  } while (after)
}

type Row = { cells: Cell[]; values: FieldValues; at: Date; id: string }
type Page = { rows: Row[]; next: NewestFirstPosition | null }

async function readPage(
  t: Tx,
  readerId: UserId,
  filter: TicketFilter,
  after: NewestFirstPosition | null,
): Promise<Page> {
  const found = await findAll(t, filter)
  const values: unknown[] = [t.tenantId, readerId]
  const bind = (value: unknown) => `$${values.push(value)}`
  const conditions = conditionsOf(filter, { readerId, now: t.now, found }, bind)
  const rest = after ? [`(t.last_message_at, t.id) < (${bind(after.at)}, ${bind(after.id)})`] : []
  const rows = await t.sql<Row>(
    `SELECT json_build_array(${COLUMNS.map(([, value]) => value).join(', ')}) AS cells, t.custom_fields AS values, t.last_message_at AS at, t.id
     FROM ticket t
     LEFT JOIN member m ON m.tenant_id = $1 AND m.user_id = t.assignee_id
     LEFT JOIN team g ON g.tenant_id = $1 AND g.id = t.team_id
     ${READ_POSITION}
     WHERE ${['t.tenant_id = $1', ...conditions, ...rest].join(' AND ')}
     ORDER BY t.last_message_at DESC, t.id DESC LIMIT ${PAGE}`,
    values,
  )
  const last = rows.at(-1)
  return { rows, next: rows.length === PAGE && last ? { at: last.at, id: last.id } : null }
}
