import type { TimelineItem } from '#contracts/customer/customer-record.ts'
import type { VisitView } from '#contracts/customer/visit.ts'
import type { ConversationId, CustomerId, TicketId } from '#contracts/ids.ts'
import type { TicketStatus } from '#contracts/ticket/ticket.ts'
import { listNotes } from '#server/customer/service.ts'
import type { Member } from '#server/platform/actor.ts'
import { type NewestFirstPosition, newestFirst, pageFrom } from '#server/platform/db/cursor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { CHATS, getGroup } from './record.ts'

const PAGE = 50

type Part = { customerIds: CustomerId[]; after: NewestFirstPosition | null }

/** Tickets, chats without a ticket, ratings and notes of a customer and of all merged into it, newest first. */
export const listTimeline = (tenant: Tenant, actor: Member, customerId: CustomerId, cursor: string | undefined) =>
  tenant.read(async (t) => {
    const after = newestFirst.decode(cursor)
    const customerIds = (await getGroup(t, customerId)).map(({ id }) => id)
    const part = { customerIds, after }
    const parts = await Promise.all([
      listTickets(t, part),
      listChats(t, part),
      listRatings(t, part),
      listNoteItems(t, actor, part),
    ])
    const items = parts.flat().toSorted((a, b) => b.at.localeCompare(a.at) || b.id.localeCompare(a.id))
    return pageFrom(items, PAGE, newestFirst, ({ at, id }) => ({ at: new Date(at), id }))
  })

/** One part of the timeline: the rows after the cursor, one more than a page. */
function listPart<Row extends { at: Date }>(t: Tx, from: string, { customerIds, after }: Part): Promise<Row[]> {
  const values = [t.tenantId, customerIds, ...(after ? [after.at, after.id] : [])]
  const where = after ? 'WHERE (p.at, p.id) < ($3, $4)' : ''
  return t.sql<Row>(`SELECT * FROM (${from}) p ${where} ORDER BY p.at DESC, p.id DESC LIMIT ${PAGE + 1}`, values)
}

type TicketItem = { at: Date; id: TicketId; number: number; subject: string; status: TicketStatus }

const listTickets = async (t: Tx, part: Part): Promise<TimelineItem[]> => {
  const rows = await listPart<TicketItem>(
    t,
    'SELECT created_at AS at, id, number, subject, status FROM ticket WHERE tenant_id = $1 AND customer_id = ANY ($2)',
    part,
  )
  return rows.map((row) => ({ kind: 'ticket', ...row, at: row.at.toISOString() }))
}

type ChatItem = {
  at: Date
  id: ConversationId
  preview: string
  messageCount: number
  visit: VisitView | null
  stars: number | null
  comment: string | null
}

const listChats = async (t: Tx, part: Part): Promise<TimelineItem[]> => {
  const rows = await listPart<ChatItem>(
    t,
    `SELECT chat.created_at AS at, chat.id, preview, message_count AS "messageCount", visit, rating AS stars, rating_comment AS comment
     FROM (${CHATS}) chat LEFT JOIN guest ON guest.tenant_id = $1 AND guest.id = chat.guest_id WHERE ticket_id IS NULL`,
    part,
  )
  return rows.map((row) => ({ kind: 'chat', ...row, at: row.at.toISOString() }))
}

type RatingItem = { at: Date; id: TicketId; number: number; stars: number; comment: string | null }

const listRatings = async (t: Tx, part: Part): Promise<TimelineItem[]> => {
  const rows = await listPart<RatingItem>(
    t,
    `SELECT rated_at AS at, id, number, rating AS stars, rating_comment AS comment FROM ticket
     WHERE tenant_id = $1 AND customer_id = ANY ($2) AND rated_at IS NOT NULL`,
    part,
  )
  return rows.map((row) => ({ kind: 'rating', ...row, at: row.at.toISOString() }))
}

const listNoteItems = async (t: Tx, actor: Member, { customerIds, after }: Part): Promise<TimelineItem[]> => {
  const notes = await listNotes(t, actor, customerIds, { after, limit: PAGE + 1 })
  return notes.map((note) => ({ kind: 'note', at: note.at, id: note.id, note }))
}
