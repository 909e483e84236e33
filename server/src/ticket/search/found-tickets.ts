import type { MessageId, TicketId } from '#contracts/ids.ts'
import type { FoundTicket } from '#contracts/search/search.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { presentRow } from '#server/ticket/present.ts'
import { listTicketRows } from '#server/ticket/queries.ts'
import { excerptOf } from './excerpt.ts'
import { findNewestBy } from './find.ts'
import type { SearchQuery } from './query.ts'

/** The messages of a ticket that are looked through for what was found. */
const LOOKED_THROUGH = 30
const MAX_CHARACTERS = 4000

/** The newest tickets that a search finds, each with the message that has the most of its words; one whose number it is comes first. */
export async function findTickets(t: Tx, actor: Member, search: SearchQuery, limit: number): Promise<FoundTicket[]> {
  const page = { filter: {}, after: null, limit }
  const [numbered, found] = await Promise.all([
    findNumbered(t, search.number),
    findNewestBy(t, actor.userId, page, search.query),
  ])
  const [first, newest] = await Promise.all([
    numbered ? listTicketRows(t, actor.userId, { ...page, found: { ids: [numbered] } }) : [],
    listTicketRows(t, actor.userId, { ...page, found }),
  ])
  const rows = [...first, ...newest.filter(({ id }) => id !== numbered)].slice(0, limit).map(presentRow)
  const messages = await listNewestMessages(
    t,
    rows.map(({ id }) => id),
  )
  return rows.map(({ id, number, subject, status, customerName, customerEmail, lastMessageAt }) => ({
    ...{ id, number, subject, status, customerName, customerEmail, lastMessageAt },
    message: bestOf(
      messages.filter(({ ticketId }) => ticketId === id),
      search.words,
    ),
  }))
}

async function findNumbered(t: Tx, number: number | null): Promise<TicketId | null> {
  if (number === null) return null
  const rows = await t.sql<{ id: TicketId }>('SELECT id FROM ticket WHERE tenant_id = $1 AND number = $2', [
    t.tenantId,
    number,
  ])
  return rows[0]?.id ?? null
}

type SearchedMessage = Omit<NonNullable<FoundTicket['message']>, 'excerpt'> & {
  id: MessageId
  ticketId: TicketId
  body: string
}

const listNewestMessages = (t: Tx, ids: TicketId[]): Promise<SearchedMessage[]> =>
  t.sql(
    `SELECT k.id AS "ticketId", m.id, m.author, m.author_name AS "authorName", m.visibility, m.body
     FROM ticket k, LATERAL (
       SELECT id, seq, author, author_name, visibility, left(body, ${MAX_CHARACTERS}) AS body FROM message
       WHERE tenant_id = $1 AND conversation_id = k.conversation_id AND author <> 'system' AND state <> 'streaming'
       ORDER BY seq DESC LIMIT ${LOOKED_THROUGH}) m
     WHERE k.tenant_id = $1 AND k.id = ANY ($2::uuid[]) ORDER BY k.id, m.seq DESC`,
    [t.tenantId, ids],
  )

/** The newest of the messages with the most words. */
function bestOf(messages: readonly SearchedMessage[], words: SearchQuery['words']): FoundTicket['message'] {
  let best: { found: number; message: FoundTicket['message'] } = { found: 0, message: null }
  for (const { id, author, authorName, visibility, body } of messages) {
    const { found, excerpt } = excerptOf(body, words)
    if (found > best.found) best = { found, message: { id, author, authorName, visibility, excerpt } }
  }
  return best.message
}
