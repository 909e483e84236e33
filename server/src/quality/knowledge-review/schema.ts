import { index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { KnowledgeConflictId, StaleEntryId, UserId } from '#contracts/ids.ts'
import type { ConflictKind, ConflictSide, ReviewStatus, StaleReason } from '#contracts/quality/knowledge-review.ts'
import { instant, isolated, tenantId } from '#server/platform/db/table.ts'
import { tenant } from '#server/tenant/schema.ts'

type Kind = ConflictSide['kind']
/** What of a side is stored; its title is read with it. */
export type StoredSide = Pick<ConflictSide, 'passage' | 'sentence' | 'differs'>

/** The entries that were compared with the others, each as it was then (`mark`). */
export const comparedEntry = pgTable(
  'compared_entry',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<Kind>().notNull(),
    sourceId: uuid('source_id').notNull(),
    mark: text('mark').notNull(),
    comparedAt: instant('compared_at').notNull(),
    /** When its page was last looked at; null for an entry without one. */
    pageReadAt: instant('page_read_at'),
  },
  (t) => [isolated(), primaryKey({ columns: [t.tenantId, t.kind, t.sourceId] })],
)

/** Two sentences of two entries that cannot both be true. The entry with the lower key is the first. */
export const knowledgeConflict = pgTable(
  'knowledge_conflict',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    id: uuid('id').$type<KnowledgeConflictId>().notNull(),
    kind: text('kind').$type<ConflictKind>().notNull(),
    firstKind: text('first_kind').$type<Kind>().notNull(),
    firstId: uuid('first_id').notNull(),
    first: jsonb('first').$type<StoredSide>().notNull(),
    secondKind: text('second_kind').$type<Kind>().notNull(),
    secondId: uuid('second_id').notNull(),
    second: jsonb('second').$type<StoredSide>().notNull(),
    /** Of the two sentences: the same contradiction, found again, keeps its row and its status. */
    fingerprint: text('fingerprint').notNull(),
    status: text('status').$type<ReviewStatus>().notNull().default('open'),
    dismissedBy: uuid('dismissed_by').$type<UserId>(),
    dismissedByName: text('dismissed_by_name'),
    foundAt: instant('found_at').notNull(),
  },
  (t) => [
    isolated(),
    primaryKey({ columns: [t.tenantId, t.id] }),
    unique('knowledge_conflict_once').on(t.tenantId, t.firstId, t.secondId, t.fingerprint),
    index('knowledge_conflict_by_time').on(
      t.tenantId,
      t.status,
      t.foundAt.desc().nullsFirst(),
      t.id.desc().nullsFirst(),
    ),
    index('knowledge_conflict_by_second').on(t.tenantId, t.secondId),
  ],
)
export type ConflictRow = typeof knowledgeConflict.$inferSelect

/** An entry that may be out of date, once for each reason. */
export const staleEntry = pgTable(
  'stale_entry',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    id: uuid('id').$type<StaleEntryId>().notNull(),
    kind: text('kind').$type<Kind>().notNull(),
    sourceId: uuid('source_id').notNull(),
    reason: text('reason').$type<StaleReason>().notNull(),
    count: integer('count').notNull().default(0),
    /** The entry as it was then: after a change of it a dismissed finding is open again if it is still true. */
    mark: text('mark').notNull(),
    status: text('status').$type<ReviewStatus>().notNull().default('open'),
    foundAt: instant('found_at').notNull(),
  },
  (t) => [
    isolated(),
    primaryKey({ columns: [t.tenantId, t.id] }),
    unique('stale_entry_once').on(t.tenantId, t.sourceId, t.reason),
    index('stale_entry_by_time').on(t.tenantId, t.status, t.foundAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
  ],
)
export type StaleRow = typeof staleEntry.$inferSelect

/** When the knowledge of a business was last looked through as a whole. */
export const knowledgeReview = pgTable(
  'knowledge_review',
  {
    tenantId: tenantId()
      .primaryKey()
      .references(() => tenant.id, { onDelete: 'cascade' }),
    reviewedAt: instant('reviewed_at').notNull(),
  },
  () => [isolated()],
)
