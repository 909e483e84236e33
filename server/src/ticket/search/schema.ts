import { sql } from 'drizzle-orm'
import { customType, foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { TicketId } from '#contracts/ids.ts'
import { isolated, tenantId } from '#server/platform/db/table.ts'
import { ticket } from '#server/ticket/schema.ts'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })
const word = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' })

/**
 * The words by which a ticket is found: its number and id, subject, description, the customer's name and e-mail, and every message,
 * notes too. Triggers keep it at the end of the transaction that changes them. Read through search_tickets() only: under row-level
 * security the planner cannot use a GIN index.
 */
export const ticketWords = pgTable(
  'ticket_words',
  {
    tenantId: tenantId(),
    ticketId: uuid('ticket_id').$type<TicketId>().notNull(),
    words: tsvector('words').notNull(),
    /**
     * Makes every row one whose words PostgreSQL stores apart, which it does above 2 kB only. So the rows are narrow, and a word of a third
     * of 100,000 tickets reads 1,400 pages instead of 13,000.
     */
    filler: text('filler').generatedAlwaysAs(sql`repeat(' ', 2100)`),
  },
  (t) => [
    isolated(),
    primaryKey({ columns: [t.tenantId, t.ticketId] }),
    foreignKey({ columns: [t.tenantId, t.ticketId], foreignColumns: [ticket.tenantId, ticket.id] }).onDelete('cascade'),
  ],
)

/** The words of a business's tickets, without figures, each with a ticket that has it: what a word with a slip is compared with. */
export const ticketVocabulary = pgTable(
  'ticket_vocabulary',
  {
    tenantId: tenantId(),
    word: word('word').notNull(),
    ticketId: uuid('ticket_id').$type<TicketId>().notNull(),
  },
  (t) => [
    isolated(),
    primaryKey({ columns: [t.tenantId, t.word, t.ticketId] }),
    foreignKey({ columns: [t.tenantId, t.ticketId], foreignColumns: [ticket.tenantId, ticket.id] }).onDelete('cascade'),
    index('ticket_vocabulary_by_ticket').on(t.tenantId, t.ticketId),
    index('ticket_vocabulary_from_end').on(t.tenantId, sql`reverse(word)`),
  ],
)
