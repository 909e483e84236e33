import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/tenant.ts'
import { publishViewsChanged } from '#server/ticket/live-events.ts'
import { holdTallies, recountView, updateViewRow } from './queries.ts'
import { type TicketViewRow, ticketView } from './schema.ts'
import { talliedBy } from './tally.ts'

/** The views of all members that filter by a tag. */
const listViewsByTag = (t: Tx, tag: string): Promise<TicketViewRow[]> =>
  t.db
    .select()
    .from(ticketView)
    .where(and(eq(ticketView.tenantId, t.tenantId), sql`${ticketView.filter} -> 'tags' ? ${tag}`))

/** Views filter by the new name of a tag. */
export async function renameTagInViews(t: Tx, tag: string, to: string): Promise<void> {
  const renamed = (await listViewsByTag(t, tag)).map((row) => {
    const tags = [...new Set(row.filter.tags?.map((one) => (one === tag ? to : one)))]
    const filter = { ...row.filter, tags }
    return { ...row, filter, ...talliedBy(filter) }
  })
  if (renamed.length === 0) return
  for (const row of renamed) await updateViewRow(t, row)
  await holdTallies(t)
  for (const row of renamed) await recountView(t, row)
  publishViewsChanged(t)
}

/** Views that filter by a deleted tag say so until they are saved anew. */
export async function forgetTagInViews(t: Tx, tag: string): Promise<void> {
  const rows = await listViewsByTag(t, tag)
  for (const row of rows) await updateViewRow(t, { ...row, deletedTag: tag })
  if (rows.length > 0) publishViewsChanged(t)
}
