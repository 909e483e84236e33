import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgSchema, text, uuid } from 'drizzle-orm/pg-core'
import type { DataRunId, TenantId, UserId } from '#contracts/ids.ts'
import type { DataRunKind, DataRunState } from '#contracts/owner/data-run.ts'
import { instant } from '#server/platform/db/table.ts'
import type { StoredText } from '#server/platform/text/stored-text.ts'

/** The database schema of everything without a tenant; identity/schema.ts creates it. */
const auth = pgSchema('auth')

export type DataRunLine = { at: string; level: 'info' | 'done' | 'failed'; text: StoredText }

/**
 * Long work on the data of the platform or of one business, with its progress. Without a tenant, since it outlasts the deletion of the
 * business it is about.
 */
export const dataRun = auth.table(
  'data_run',
  {
    id: uuid('id').$type<DataRunId>().primaryKey(),
    kind: text('kind').$type<DataRunKind>().notNull(),
    /** The business it is about; null for work on the platform. */
    tenantId: uuid('tenant_id').$type<TenantId>(),
    requestedBy: uuid('requested_by').$type<UserId>().notNull(),
    requestedByEmail: text('requested_by_email').notNull(),
    state: text('state').$type<DataRunState>().notNull(),
    /** What is done and what there is to do, in the unit of the kind (rows, documents). */
    done: integer('done').notNull().default(0),
    total: integer('total').notNull().default(0),
    log: jsonb('log').$type<DataRunLine[]>().notNull().default([]),
    /** What the run was asked for. */
    given: jsonb('given').$type<Record<string, unknown>>().notNull().default({}),
    /** What came of it: counts, hashes. */
    result: jsonb('result').$type<Record<string, unknown>>().notNull().default({}),
    /** A file that the run reads or has written, until it expires. */
    storageKey: text('storage_key'),
    fileBytes: bigint('file_bytes', { mode: 'number' }),
    expiresAt: instant('expires_at'),
    /** Not before this moment. */
    startsAt: instant('starts_at').notNull(),
    /** Until then the process that works on it is taken to live. */
    leaseUntil: instant('lease_until'),
    attempts: integer('attempts').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    finishedAt: instant('finished_at'),
  },
  (t) => [
    index('data_run_by_time').on(t.createdAt),
    index('data_run_by_tenant').on(t.tenantId, t.createdAt),
    index('data_run_unfinished').on(t.startsAt).where(sql`state in ('waiting', 'running')`),
    index('data_run_by_expiry').on(t.expiresAt).where(sql`storage_key is not null`),
  ],
)
export type DataRunRow = typeof dataRun.$inferSelect
