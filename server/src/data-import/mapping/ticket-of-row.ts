import { createHash } from 'node:crypto'
import type { ColumnTarget, ImportMapping } from '#contracts/data-import/data-import.ts'
import { textOfBody } from '#server/data-import/reading/html-text.ts'
import type {
  FieldInput,
  NeutralCustomer,
  NeutralMessage,
  NeutralRow,
  NeutralTicket,
} from '#server/data-import/reading/neutral.ts'
import { emailOf, tagsOf, textOf, timeOf } from '#server/data-import/reading/values.ts'

/** The ticket of a table's row, with its customer, by the mapping of the columns. A row without an id is known by what it says. */
export function ticketOfRow(
  { cells }: NeutralRow,
  { columns }: ImportMapping,
): [NeutralTicket, NeutralCustomer | null] {
  const cellOf = (target: ColumnTarget): string | null => {
    const name = Object.keys(cells).find((one) => columns[one] === target)
    return name === undefined ? null : textOf(cells[name])
  }
  const email = emailOf(cellOf('email'))
  const name = cellOf('name') ?? email
  const createdAt = timeOf(cellOf('created_at'))
  const resolvedAt = timeOf(cellOf('resolved_at'))
  const at = createdAt ?? new Date(0).toISOString()
  const message = (from: 'customer' | 'agent', isNote: boolean, body: string | null, when: string): NeutralMessage[] =>
    body
      ? [
          {
            from,
            agent: from === 'agent' ? cellOf('assignee') : null,
            name: from === 'customer' ? name : cellOf('assignee'),
            isNote,
            body: textOfBody(body),
            at: when,
          },
        ]
      : []
  const subject = cellOf('subject') ?? ''
  const requester =
    email || name ? { id: email ?? `name ${name?.toLowerCase()}`, name: name ?? 'Anonymous Customer', email } : null
  const ticket: NeutralTicket = {
    kind: 'ticket',
    id: cellOf('id') ?? contentId(cells),
    subject,
    requester,
    status: cellOf('status') ?? '',
    priority: cellOf('priority') ?? '',
    assignee: cellOf('assignee'),
    category: cellOf('category'),
    tags: tagsOf(cellOf('tags')),
    channel: 'other',
    fields: fieldsOf(cells, columns),
    messages: [
      ...message('customer', false, cellOf('message') ?? (subject || null), at),
      ...message('agent', false, cellOf('reply'), resolvedAt ?? at),
      ...message('agent', true, cellOf('note'), resolvedAt ?? at),
    ],
    createdAt,
    updatedAt: resolvedAt,
    resolvedAt,
  }
  return [ticket, requester && { kind: 'customer', ...requester, createdAt }]
}

const fieldsOf = (cells: Record<string, string>, columns: ImportMapping['columns']): Record<string, FieldInput> =>
  Object.fromEntries(
    Object.entries(cells).flatMap(([name, cell]) => {
      const value = columns[name] === 'field' ? textOf(cell) : null
      return value === null ? [] : [[name, value] as const]
    }),
  )

/** The same row again is the same ticket. */
const contentId = (cells: Record<string, string>): string =>
  `row ${createHash('sha256')
    .update(JSON.stringify(Object.entries(cells).sort()))
    .digest('hex')
    .slice(0, 32)}`
