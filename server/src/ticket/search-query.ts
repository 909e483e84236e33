import { and, between, eq, or } from 'drizzle-orm'
import type { TicketId } from '#contracts/ids.ts'
import { otherEndings } from '#server/language/service.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { ticket } from './schema.ts'

/** A search finds at most this many tickets. */
const MAX_FOUND = 2000
/** Two ids that begin alike are rare. */
const MAX_NAMED = 20
const MAX_TERMS = 12
const MAX_TERM_CHARACTERS = 60
const ACCENTS = /[\u0300-\u036f]/g

/**
 * A search as PostgreSQL's query of the index `ticket.search`: every word must occur, as the beginning of a word or with another
 * ending ("refunds" finds "refund"). Null where there is no word to search for.
 */
export function searchQueryOf(search: string): string | null {
  // As the index is written: without accents, ß as ss.
  const plain = search.toLowerCase().normalize('NFD').replaceAll('ß', 'ss').replace(ACCENTS, '')
  const words = plain.match(/[\p{L}\p{N}]+/gu)
  return words ? words.slice(0, MAX_TERMS).map(termOf).join(' & ') : null
}

function termOf(written: string): string {
  const word = written.slice(0, MAX_TERM_CHARACTERS)
  const { beginning, words } = otherEndings(word)
  return `(${[`${beginning}:*`, ...words].join(' | ')})`
}

/**
 * Ids of the tickets that a search finds: by number (`#47`), by id or its first eight characters or more, else by words; null where
 * there is nothing to search for.
 */
export async function searchTickets(t: Tx, search: string): Promise<TicketId[] | null> {
  const named = await findNamedTickets(t, search)
  if (named.length > 0 || search.startsWith('#')) return named
  const query = searchQueryOf(search)
  if (!query) return null
  const rows = await t.sql<{ id: TicketId }>('SELECT id FROM search_tickets($1, $2)', [query, MAX_FOUND])
  return rows.map((row) => row.id)
}

/** Tickets whose number or id is written. */
async function findNamedTickets(t: Tx, search: string): Promise<TicketId[]> {
  const number = /^#?(\d{1,9})$/.exec(search)?.[1]
  const hex = /^#?([\da-f]{8}[\da-f-]{0,28})$/i.exec(search)?.[1]?.replaceAll('-', '').toLowerCase()
  if (!number && !hex) return []
  const rows = await t.db
    .select({ id: ticket.id })
    .from(ticket)
    .where(
      and(
        eq(ticket.tenantId, t.tenantId),
        or(
          number ? eq(ticket.number, Number(number)) : undefined,
          hex ? between(ticket.id, uuidOf(hex.padEnd(32, '0')), uuidOf(hex.padEnd(32, 'f'))) : undefined,
        ),
      ),
    )
    .limit(MAX_NAMED)
  return rows.map((row) => row.id)
}

const uuidOf = (hex: string) => hex.slice(0, 32) as TicketId
