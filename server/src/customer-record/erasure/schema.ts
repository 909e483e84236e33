import { integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { ConversationId, CustomerErasureId, CustomerId, GuestId, UserId } from '#contracts/ids.ts'
import { instant, isolated, tenantId } from '#server/platform/db/table.ts'
import { tenant } from '#server/tenant/schema.ts'
import type { Scan, Scanning } from './residue.ts'

/** The erasure of a person. What names the person is emptied when it is done. */
export const customerErasure = pgTable(
  'customer_erasure',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    id: uuid('id').$type<CustomerErasureId>().notNull(),
    /** The customers that are this person, and those who claim one of their addresses. */
    customerIds: uuid('customer_ids').array().$type<CustomerId[]>().notNull(),
    guestIds: uuid('guest_ids').array().$type<GuestId[]>().notNull(),
    /** The names and addresses under which the person is found elsewhere; empty once it is done. */
    words: text('words').array().notNull(),
    emails: text('emails').array().notNull(),
    /** The conversations up to this one are erased. */
    erasedUpTo: uuid('erased_up_to').$type<ConversationId>(),
    requestedBy: uuid('requested_by').$type<UserId>().notNull(),
    requestedAt: instant('requested_at').notNull(),
    /** Everything of the person is erased; what is left is the look for a residue. */
    cleanedAt: instant('cleaned_at'),
    /** How many entries of the activity and the audit log had the person replaced. */
    records: integer('records').notNull().default(0),
    /** What was found of the person after the erasure; null until it was looked for. */
    scan: jsonb('scan').$type<Scan>(),
    /** How far the look for a residue is, and what it has found up to there. */
    scanning: jsonb('scanning').$type<Scanning>(),
    finishedAt: instant('finished_at'),
  },
  (t) => [isolated(), primaryKey({ columns: [t.tenantId, t.id] })],
)
export type CustomerErasureRow = typeof customerErasure.$inferSelect
