import type { ImportContent, RecordKind } from '#contracts/data-import/data-import.ts'
import { MAX_MAPPED } from '#contracts/data-import/data-import.ts'
import { clipLine } from '#server/platform/text/clip.ts'
import type { NeutralRecord } from './neutral.ts'

const SAMPLES = 5
const COLUMN_SAMPLES = 3
/** A column with more different values holds texts, not the names of something. */
const MAX_COLUMN_VALUES = 60
const MAX_IGNORED = 100

type Counted = Map<string, { count: number; sample: string }>

/** Counts what an export has, and remembers the values that the mapping is about. */
export function createContent() {
  const counts = { customer: 0, article: 0, macro: 0, ticket: 0, message: 0 }
  const values: Record<'statuses' | 'priorities' | 'assignees' | 'fields', Counted> = {
    statuses: new Map(),
    priorities: new Map(),
    assignees: new Map(),
    fields: new Map(),
  }
  const columns = new Map<string, { samples: string[]; values: Counted }>()
  const samples: ImportContent['samples'] = []
  const ignoredFiles: string[] = []
  const sample = (kind: RecordKind, externalId: string, title: string, text: string) => {
    if (counts[kind] <= SAMPLES)
      samples.push({
        kind,
        externalId: externalId.slice(0, 100),
        title: clipLine(title, 120),
        text: clipLine(text, 200),
      })
  }
  const add = (record: NeutralRecord): void => {
    counts[record.kind === 'row' ? 'ticket' : record.kind] += 1
    switch (record.kind) {
      case 'customer':
        sample('customer', record.id, record.name, record.email ?? '')
        return
      case 'article':
        sample('article', record.id, record.title, record.category)
        return
      case 'macro': {
        for (const { type, value } of record.actions) if (type === 'status') count(values.statuses, value, '')
        sample('macro', record.id, record.name, record.body)
        return
      }
      case 'ticket':
        counts.message += record.messages.length
        count(values.statuses, record.status, '')
        count(values.priorities, record.priority, '')
        if (record.assignee) count(values.assignees, record.assignee, '')
        for (const { agent } of record.messages) if (agent) count(values.assignees, agent, '', 0)
        for (const [name, value] of Object.entries(record.fields)) count(values.fields, name, String(value))
        sample('ticket', record.id, record.subject, record.messages[0]?.body ?? '')
        return
      case 'row':
        addRow(columns, record.cells)
    }
  }
  const result = (): ImportContent => ({
    counts,
    statuses: listed(values.statuses),
    priorities: listed(values.priorities),
    assignees: listed(values.assignees),
    fields: [...values.fields].map(([value, one]) => ({ value, ...one })),
    columns: [...columns].map(([name, column]) => ({
      name,
      samples: column.samples,
      values: column.values.size > MAX_COLUMN_VALUES ? [] : listed(column.values),
    })),
    samples,
    ignoredFiles,
  })
  return { add, ignore: (name: string) => ignoredFiles.length < MAX_IGNORED && ignoredFiles.push(name), result }
}

/** Of values without end the first ones are counted. */
function count(counted: Counted, value: string, sample: string, by = 1, most = MAX_MAPPED): void {
  const name = value.slice(0, 200)
  const known = counted.get(name)
  if (known) known.count += by
  else if (name !== '' && counted.size < most) counted.set(name, { count: by, sample: clipLine(sample, 80) })
}

const listed = (counted: Counted) => [...counted].map(([value, { count }]) => ({ value, count }))

function addRow(columns: Map<string, { samples: string[]; values: Counted }>, cells: Record<string, string>): void {
  for (const [name, cell] of Object.entries(cells)) {
    const column = columns.get(name) ?? { samples: [] as string[], values: new Map() as Counted }
    columns.set(name, column)
    const value = cell.trim()
    if (value === '') continue
    if (column.samples.length < COLUMN_SAMPLES) column.samples.push(clipLine(value, 80))
    if (value.length <= 100) count(column.values, value, '', 1, MAX_COLUMN_VALUES + 1)
  }
}
