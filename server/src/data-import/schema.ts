import {
  bigint,
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import type {
  DataImportStatus,
  ImportContent,
  ImportMapping,
  ImportReport,
  ImportSource,
  RecordKind,
} from '#contracts/data-import/data-import.ts'
import type { DataImportId, UserId } from '#contracts/ids.ts'
import { instant, isolated, tenantId } from '#server/platform/db/table.ts'
import type { StoredText } from '#server/platform/text/stored-text.ts'
import { tenant } from '#server/tenant/schema.ts'

/** The import of an export of another product. */
export const dataImport = pgTable(
  'data_import',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    id: uuid('id').$type<DataImportId>().notNull(),
    source: text('source').$type<ImportSource>().notNull(),
    name: text('name').notNull().default(''),
    size: bigint('size', { mode: 'number' }).notNull().default(0),
    status: text('status').$type<DataImportStatus>().notNull().default('new'),
    reason: jsonb('reason').$type<StoredText>(),
    /** The upload in the file store; removed once its records are read. */
    fileKey: text('file_key'),
    /** Its records in the one form that all sources have, a line each; removed when the import is done, or after a week. */
    recordsKey: text('records_key'),
    /** Up to this byte the records are imported. A batch and this position are one commit. */
    position: bigint('position', { mode: 'number' }).notNull().default(0),
    done: bigint('done', { mode: 'number' }).notNull().default(0),
    total: bigint('total', { mode: 'number' }).notNull().default(0),
    content: jsonb('content').$type<ImportContent>(),
    mapping: jsonb('mapping').$type<ImportMapping>(),
    checkReport: jsonb('check_report').$type<ImportReport>(),
    result: jsonb('result').$type<ImportReport>(),
    removed: integer('removed'),
    kept: integer('kept'),
    skippedCount: integer('skipped_count').notNull().default(0),
    createdBy: uuid('created_by').$type<UserId>().notNull(),
    createdByName: text('created_by_name').notNull(),
    createdAt: instant('created_at').notNull(),
    changedAt: instant('changed_at').notNull(),
    finishedAt: instant('finished_at'),
  },
  (t) => [
    isolated(),
    primaryKey({ columns: [t.tenantId, t.id] }),
    index('data_import_by_time').on(t.tenantId, t.createdAt),
  ],
)
export type DataImportRow = typeof dataImport.$inferSelect

/**
 * What a record of an export became here. By it a repeated import adds what is new, and an undo finds what the import made. It outlives its
 * import, and what it became: what a member deleted does not come back.
 */
export const dataImportRecord = pgTable(
  'data_import_record',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    source: text('source').$type<ImportSource>().notNull(),
    kind: text('kind').$type<RecordKind>().notNull(),
    externalId: text('external_id').notNull(),
    importId: uuid('import_id').$type<DataImportId>().notNull(),
    targetId: uuid('target_id').notNull(),
    /** Made by the import; else it was here already (a customer of the same e-mail). */
    isMade: boolean('is_made').notNull(),
    /** Events of a ticket's conversation when it was imported: more of them are later ones. */
    seq: integer('seq').notNull().default(0),
    /** An undo has left it, because somebody changed or uses it. */
    isKept: boolean('is_kept').notNull().default(false),
  },
  (t) => [
    isolated(),
    primaryKey({ columns: [t.tenantId, t.source, t.kind, t.externalId] }),
    index('data_import_record_by_import').on(t.tenantId, t.importId, t.kind, t.isKept),
  ],
)
export type DataImportRecordRow = typeof dataImportRecord.$inferSelect

/** A record of an export that was, or would be, left out, with the reason. */
export const dataImportSkip = pgTable(
  'data_import_skip',
  {
    tenantId: tenantId(),
    importId: uuid('import_id').$type<DataImportId>().notNull(),
    /** Its place among the records; below zero for what could not be read at all. */
    ordinal: bigint('ordinal', { mode: 'number' }).notNull(),
    kind: text('kind').$type<RecordKind>(),
    externalId: text('external_id'),
    place: text('place').notNull(),
    reason: jsonb('reason').$type<StoredText>().notNull(),
  },
  (t) => [
    isolated(),
    primaryKey({ columns: [t.tenantId, t.importId, t.ordinal] }),
    foreignKey({ columns: [t.tenantId, t.importId], foreignColumns: [dataImport.tenantId, dataImport.id] }).onDelete(
      'cascade',
    ),
  ],
)
export type DataImportSkipRow = typeof dataImportSkip.$inferSelect
