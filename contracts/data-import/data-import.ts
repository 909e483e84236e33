import { z } from 'zod'
import { Priority } from '#contracts/conversation/escalation.ts'
import { endpoint } from '#contracts/endpoint.ts'
import { Instant, requiredLine } from '#contracts/fields.ts'
import { DataImportId, TicketFieldId, UserId } from '#contracts/ids.ts'
import { TicketStatus } from '#contracts/ticket/ticket.ts'

/** The product whose export is moved in; `csv` is any table. */
export const ImportSource = z.enum(['zendesk', 'intercom', 'freshdesk', 'chatwoot', 'osticket', 'csv'])
export type ImportSource = z.output<typeof ImportSource>

export const RecordKind = z.enum(['customer', 'article', 'macro', 'ticket'])
export type RecordKind = z.output<typeof RecordKind>

/**
 * new → reading (the file) → ready → checking (dry run) → checked → running → done → undoing → undone; or failed with the reason. A
 * cancelled run, and one that failed in the middle, can go on or be undone.
 */
export const DataImportStatus = z.enum([
  'new',
  'reading',
  'ready',
  'checking',
  'checked',
  'running',
  'done',
  'cancelled',
  'failed',
  'undoing',
  'undone',
])
export type DataImportStatus = z.output<typeof DataImportStatus>

/** What a column of a table means. `message`: the text of the ticket's first message. */
export const COLUMN_TARGETS = [
  'id',
  'subject',
  'message',
  'reply',
  'note',
  'name',
  'email',
  'status',
  'priority',
  'assignee',
  'category',
  'tags',
  'created_at',
  'resolved_at',
  'field',
] as const
export type ColumnTarget = (typeof COLUMN_TARGETS)[number]

/** Values of the export, each with what it becomes, at most. */
export const MAX_MAPPED = 200
/** A name or value of the export, as people see it. */
const Named = z.string().min(1).max(200)
const mapped = <Value extends z.ZodType>(value: Value) =>
  z.record(Named, value).refine((given) => Object.keys(given).length <= MAX_MAPPED, 'error_data_import_mapping_size')

export const ImportMapping = z.strictObject({
  kinds: z.array(RecordKind).min(1, 'error_data_import_no_kind').max(4),
  /** Articles that are public in the export are published here too; else all become drafts. */
  publishesArticles: z.boolean(),
  statuses: mapped(TicketStatus),
  priorities: mapped(Priority),
  /** By the agent's e-mail, else name, in the export; null: nobody. */
  assignees: mapped(UserId.nullable()),
  /** By the field's name in the export; null: not taken. */
  fields: mapped(TicketFieldId.nullable()),
  /** Of a table; null: not taken. */
  columns: mapped(z.enum(COLUMN_TARGETS).nullable()),
})
export type ImportMapping = z.output<typeof ImportMapping>

const Count = z.number().int()
const Value = z.object({ value: z.string(), count: Count })

/** What the export has. Of values that differ without end, the first ones. */
export const ImportContent = z.object({
  counts: z.object({ customer: Count, article: Count, macro: Count, ticket: Count, message: Count }),
  statuses: z.array(Value),
  priorities: z.array(Value),
  assignees: z.array(Value),
  fields: z.array(Value.extend({ sample: z.string() })),
  /** `values`: all that a column has, where they are few. */
  columns: z.array(z.object({ name: z.string(), samples: z.array(z.string()), values: z.array(Value) })),
  /** Five records of each kind. */
  samples: z.array(z.object({ kind: RecordKind, externalId: z.string(), title: z.string(), text: z.string() })),
  /** Files of an archive that hold nothing that is taken. */
  ignoredFiles: z.array(z.string()),
})
export type ImportContent = z.output<typeof ImportContent>

const Counts = z.object({ added: Count, known: Count, skipped: Count })
/** Records by what became of them, or would: added, moved in before, left out. */
export const ImportReport = z.object({ customer: Counts, article: Counts, macro: Counts, ticket: Counts })
export type ImportReport = z.output<typeof ImportReport>

export const SkippedRecord = z.object({
  kind: RecordKind.nullable(),
  externalId: z.string().nullable(),
  /** File and line of the export. */
  place: z.string(),
  reason: z.string(),
})
export type SkippedRecord = z.output<typeof SkippedRecord>

export const DataImportView = z.object({
  id: DataImportId,
  source: ImportSource,
  /** Name of the uploaded file; empty before there is one. */
  name: z.string(),
  size: z.number().int(),
  status: DataImportStatus,
  /** Why it failed. */
  reason: z.string().nullable(),
  /** Records that the running part has done, of all; of a file that is read, bytes. */
  done: z.number().int(),
  total: z.number().int(),
  content: ImportContent.nullable(),
  mapping: ImportMapping.nullable(),
  /** Of the dry run. */
  check: ImportReport.nullable(),
  result: ImportReport.nullable(),
  undone: z.object({ removed: Count, kept: Count }).nullable(),
  /** The first 50 of the records that were, or would be, left out. */
  skipped: z.array(SkippedRecord),
  skippedCount: Count,
  /** A run that ended before its end can go on: its file is still there. */
  canGoOn: z.boolean(),
  canUndo: z.boolean(),
  createdByName: z.string(),
  createdAt: Instant,
  finishedAt: Instant.nullable(),
})
export type DataImportView = z.output<typeof DataImportView>

export const MAX_IMPORT_BYTES = 1024 * 1024 * 1024

const Admin = { tag: 'data imports', access: 'member' } as const
const ById = z.object({ dataImportId: DataImportId })

export const listDataImports = endpoint({
  ...Admin,
  method: 'GET',
  path: '/api/data-imports',
  summary: 'Imports of other products’ exports, the newest 50',
  rate: 'read',
  reply: z.object({ items: z.array(DataImportView) }),
})

export const createDataImport = endpoint({
  ...Admin,
  method: 'POST',
  path: '/api/data-imports',
  summary: 'Begin an import of another product’s export',
  rate: 'write',
  idempotent: true,
  status: 201,
  body: z.strictObject({ id: DataImportId, source: ImportSource }),
  reply: DataImportView,
})

export const getDataImport = endpoint({
  ...Admin,
  method: 'GET',
  path: '/api/data-imports/:dataImportId',
  summary: 'An import with its progress, mapping and results',
  rate: 'read',
  params: ById,
  reply: DataImportView,
})

/** The export (field `file`): a file, or a .zip, .tar or .gz of files; 1 GB at most. A job reads it. */
export const uploadDataImport = endpoint({
  ...Admin,
  method: 'POST',
  path: '/api/data-imports/:dataImportId/file',
  summary: 'Upload the export',
  rate: 'upload',
  params: ById,
  reply: DataImportView,
})

/** A dry run that was made with another mapping is forgotten. */
export const saveDataImportMapping = endpoint({
  ...Admin,
  method: 'PUT',
  path: '/api/data-imports/:dataImportId/mapping',
  summary: 'Choose what the values of the export become',
  rate: 'write',
  params: ById,
  body: z.strictObject({ mapping: ImportMapping }),
  reply: DataImportView,
})

/** Finds what would be added, what is known and what would be left out. Changes nothing. */
export const checkDataImport = endpoint({
  ...Admin,
  method: 'POST',
  path: '/api/data-imports/:dataImportId/check',
  summary: 'Start the dry run',
  rate: 'write',
  params: ById,
  reply: DataImportView,
})

/** After a dry run; a cancelled or broken run goes on where it ended. Again while it runs it changes nothing. */
export const runDataImport = endpoint({
  ...Admin,
  method: 'POST',
  path: '/api/data-imports/:dataImportId/run',
  summary: 'Start the import, or go on',
  rate: 'write',
  params: ById,
  reply: DataImportView,
})

/** What is written stays. */
export const cancelDataImport = endpoint({
  ...Admin,
  method: 'POST',
  path: '/api/data-imports/:dataImportId/cancel',
  summary: 'Stop the dry run or the import',
  rate: 'write',
  params: ById,
  reply: DataImportView,
})

/** Removes what the import made and nobody changed since. `confirmation`: the name of its file. */
export const undoDataImport = endpoint({
  ...Admin,
  method: 'POST',
  path: '/api/data-imports/:dataImportId/undo',
  summary: 'Undo the import',
  rate: 'write',
  params: ById,
  body: z.strictObject({ confirmation: requiredLine(300, 'error_data_import_confirmation') }),
  reply: DataImportView,
})

/** Only one that has added nothing, or was undone. */
export const deleteDataImport = endpoint({
  ...Admin,
  method: 'DELETE',
  path: '/api/data-imports/:dataImportId',
  summary: 'Delete an import that added nothing',
  rate: 'write',
  params: ById,
  reply: z.object({ deleted: z.literal(true) }),
})

export const downloadSkippedRecords = endpoint({
  ...Admin,
  method: 'GET',
  path: '/api/data-imports/:dataImportId/skipped',
  summary: 'The records that were left out, as CSV',
  rate: 'read',
  answer: 'file',
  params: ById,
  reply: z.undefined(),
})
