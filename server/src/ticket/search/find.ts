import type { TicketId, UserId } from '#contracts/ids.ts'
import type { TicketFilter } from '#contracts/ticket/ticket.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { conditionsOf, type Found, READ_POSITION } from '#server/ticket/conditions.ts'
import { afterIn, type ListedPage } from '#server/ticket/queries.ts'
import { readSearchQuery } from './query.ts'

/** All tickets that match the words of a filter, however many. */
export async function findAll(t: Tx, { words }: TicketFilter): Promise<Found> {
  const search = words ? await readSearchQuery(t, words) : null
  return search && { query: search.query }
}

/** So many tickets are compared with the words one by one before the index is asked. */
const COMPARED = 400

/**
 * The tickets that match the words of a filter, at least those of one page of the list. A word that many tickets have fills the page with
 * the newest of them, without the index giving all; a filter with few tickets needs no index either.
 */
export async function findNewest(t: Tx, readerId: UserId, page: Omit<ListedPage, 'found'>): Promise<Found> {
  const search = page.filter.words ? await readSearchQuery(t, page.filter.words) : null
  return search && findNewestBy(t, readerId, page, search.query)
}

/** The same by a query that was read before. */
export async function findNewestBy(
  t: Tx,
  readerId: UserId,
  page: Omit<ListedPage, 'found'>,
  query: string,
): Promise<Found> {
  const { compared, ids } = await compareNewest(t, readerId, page, query)
  return ids.length >= page.limit || compared < COMPARED ? { ids } : { query }
}

/** How many of the newest tickets of a filter were compared, and the ids of those that match. */
async function compareNewest(
  t: Tx,
  readerId: UserId,
  { filter, after }: Omit<ListedPage, 'found'>,
  query: string,
): Promise<{ compared: number; ids: TicketId[] }> {
  const values: unknown[] = [t.tenantId, readerId, query]
  const bind = (value: unknown) => `$${values.push(value)}`
  const conditions = conditionsOf(filter, { readerId, now: t.now, found: 'unknown' }, bind)
  const [row] = await t.sql<{ compared: number; ids: TicketId[] }>(
    `SELECT count(*)::int AS compared, coalesce(array_agg(n.id) FILTER (WHERE w.words @@ $3::tsquery), '{}') AS ids
     FROM (SELECT t.id FROM ticket t ${READ_POSITION}
           WHERE ${['t.tenant_id = $1', ...conditions, ...afterIn(after, bind)].join(' AND ')}
           ORDER BY t.last_message_at DESC, t.id DESC LIMIT ${COMPARED}) n
     LEFT JOIN ticket_words w ON w.tenant_id = $1 AND w.ticket_id = n.id`,
    values,
  )
  return row ?? { compared: 0, ids: [] }
}
