import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { TagColour } from '#contracts/ticket/tag.ts'
import { isolated, tenantId } from '#server/platform/db/table.ts'
import { tenant } from '#server/tenant/schema.ts'

/** The colour of a tag; a tag without one has no row. */
export const ticketTag = pgTable(
  'ticket_tag',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    colour: text('colour').$type<TagColour>().notNull(),
  },
  (t) => [isolated(), primaryKey({ columns: [t.tenantId, t.name] })],
)
