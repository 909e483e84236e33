import type { ReplyOf } from '#contracts/endpoint.ts'
import type { TicketId } from '#contracts/ids.ts'
import type { listOwnTickets, OwnTicketView } from '#contracts/portal.ts'
import type { listTickets, TicketCustomerView, TicketDetailView, TicketFilter } from '#contracts/ticket.ts'
import { getConversation, newId, readThread, say } from '#server/conversation/service.ts'
import { getCustomer } from '#server/customer/service.ts'
import type { Guest, Member } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { listTicketActivity, recordActivity } from '#server/tenant/service.ts'
import { figuresOf } from './figures.ts'
import { presentActivity, presentOwnTicket, presentRow, presentTicket } from './present.ts'
import { publishTicket } from './publish.ts'
import {
  assigneeNameOf,
  type ListPlace,
  listGuestTickets,
  listTicketRows,
  rateOnce,
  recentTicketsOf,
  searchTickets,
} from './queries.ts'
import type { TicketRow } from './schema.ts'
import { getTicketRow } from './service.ts'

const encodePlace = ({ lastMessageAt, id }: TicketRow): string =>
  Buffer.from(`${lastMessageAt.toISOString()}|${id}`).toString('base64url')

const UUID = /^[0-9a-f-]{36}$/i

/** A cursor we did not write starts from the top: it is a place, not a right. */
function decodePlace(cursor: string | undefined): ListPlace | null {
  if (!cursor) return null
  const [at = '', id = ''] = Buffer.from(cursor, 'base64url').toString('utf8').split('|')
  const time = new Date(at)
  return Number.isNaN(time.getTime()) || !UUID.test(id) ? null : { at: time, id: id as TicketId }
}

/** One page of the desk's list, newest message first. */
export const list = (
  tenant: Tenant,
  actor: Member,
  query: TicketFilter & { cursor?: string | undefined; limit: number },
): Promise<ReplyOf<typeof listTickets>> =>
  tenant.tx(async (t) => {
    const found = query.search ? await searchTickets(t, query.search) : null
    if (found?.length === 0) return { items: [], nextCursor: null }
    const rows = await listTicketRows(t, actor.userId, query, found, decodePlace(query.cursor), query.limit + 1)
    const page = rows.slice(0, query.limit)
    const last = page.at(-1)
    return {
      items: page.map(presentRow),
      nextCursor: rows.length > query.limit && last ? encodePlace(last.ticket) : null,
    }
  })

/** A ticket with its thread, its customer and its history, read in one transaction. */
export const detail = (
  tenant: Tenant,
  actor: Member,
  id: TicketId,
  cursor: string | undefined,
): Promise<TicketDetailView> =>
  tenant.tx(async (t) => {
    const row = await getTicketRow(t, actor, id)
    const conversation = await getConversation(t, actor, row.conversationId)
    const assigneeName = await assigneeNameOf(t, row.assigneeId)
    const seenSeq = row.lastCustomerSeq
    return {
      ticket: presentTicket(actor, { ticket: row, assigneeName, seenSeq }, conversation.state),
      thread: await readThread(t, actor, conversation, cursor ?? null),
      customer: await customerOf(t, row),
      activity: (await listTicketActivity(t, id)).map(presentActivity),
    }
  })

async function customerOf(t: Tx, row: TicketRow): Promise<TicketCustomerView> {
  const recent = row.customerId ? await recentTicketsOf(t, row.customerId, row.id, 5) : []
  const recentTickets = recent.map(({ id, number, subject, status, createdAt }) => ({
    id,
    number,
    subject,
    status,
    createdAt: createdAt.toISOString(),
  }))
  const known = row.customerId ? await getCustomer(t, row.customerId) : null
  const figures = row.customerId
    ? await figuresOf(t, row.customerId)
    : { ticketCount: 1, chatCount: 0, averageRating: null }
  return {
    id: row.customerId,
    name: row.customerName,
    email: row.customerEmail,
    plan: known?.plan ?? 'Basic',
    firstSeenAt: (known?.joinedAt ?? row.createdAt).toISOString(),
    ...figures,
    recentTickets,
  }
}

const PAGE = 50

/** The guest's own tickets, newest first. */
export const listOwn = (
  tenant: Tenant,
  actor: Guest,
  cursor: string | undefined,
): Promise<ReplyOf<typeof listOwnTickets>> =>
  tenant.tx(async (t) => {
    const before = cursor ? new Date(cursor) : null
    const since = before && Number.isNaN(before.getTime()) ? null : before
    const rows = await listGuestTickets(t, actor.guestId, { before: since, limit: PAGE + 1 })
    const page = rows.slice(0, PAGE)
    const last = page.at(-1)?.ticket.createdAt.toISOString() ?? null
    return { items: page.map(presentOwnTicket), nextCursor: rows.length > PAGE ? last : null }
  })

async function getOwnRow(t: Tx, actor: Guest, ticketId: TicketId) {
  const [row] = await listGuestTickets(t, actor.guestId, { ticketId, limit: 1 })
  if (!row) throw notFound('ticket')
  return row
}

export const readOwn = (tenant: Tenant, actor: Guest, id: TicketId): Promise<OwnTicketView> =>
  tenant.tx(async (t) => presentOwnTicket(await getOwnRow(t, actor, id)))

/** Rates a finished ticket, once: of many at once one wins, the others are told that it was rated (U6). */
export const rate = (
  tenant: Tenant,
  actor: Guest,
  id: TicketId,
  { stars, comment }: { stars: number; comment: string },
): Promise<OwnTicketView> =>
  tenant.tx(async (t) => {
    const own = await getOwnRow(t, actor, id)
    await getConversation(t, actor, own.ticket.conversationId, 'forUpdate')
    const rated = await rateOnce(t, id, stars, comment)
    if (!rated) {
      // Read again: who lost a race saw the row as it was before the winner's rating.
      const now = await getOwnRow(t, actor, id)
      const isRated = now.ticket.rating !== null
      const message = isRated
        ? 'This ticket was rated already. Thank you.'
        : 'A ticket can be rated once it is resolved or closed.'
      throw conflict(message, { reason: isRated ? 'rated' : 'not_finished', current: presentOwnTicket(now) })
    }
    await say(t, rated.conversationId, { id: newId(), author: 'system', kind: 'rated', body: String(stars) })
    const about = { action: `Rated ${stars} of 5`, type: 'feedback', ticketId: id, ticketSubject: rated.subject }
    await recordActivity(t, actor, about)
    publishTicket(t, rated)
    return presentOwnTicket({ ...own, ticket: rated })
  })
