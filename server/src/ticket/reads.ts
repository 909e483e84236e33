import type { ReplyOf } from '#contracts/endpoint.ts'
import type { TicketId } from '#contracts/ids.ts'
import type { Language } from '#contracts/languages.ts'
import type { GuestTicketView, listGuestTickets as ListGuestTickets } from '#contracts/ticket/guest-ticket.ts'
import type { listTickets, TicketCustomerView, TicketDetailView, TicketFilter } from '#contracts/ticket/ticket.ts'
import { readThread } from '#server/conversation/service.ts'
import { emailStatusOf } from '#server/customer/service.ts'
import type { Guest, Member } from '#server/platform/actor.ts'
import { newestFirst, pageFrom } from '#server/platform/db/cursor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { listTicketActivity, readTenant } from '#server/tenant/service.ts'
import { getOpenedTicket } from './load.ts'
import { mergesOf } from './merge/reads.ts'
import { type OpenedTicket, recentTicketsOf } from './opened-ticket.ts'
import { presentGuestTicket, presentRow, presentTicket } from './present.ts'
import { type GuestTicket, listGuestTickets, listTicketRows } from './queries.ts'
import { presentActivities } from './recorded-changes.ts'
import { findNewest } from './search/find.ts'
import { customerStatistics } from './ticket-counts.ts'

/** One page of the desk's list, newest message first. */
export const listDeskTickets = (
  tenant: Tenant,
  actor: Member,
  query: TicketFilter & { cursor?: string | undefined; limit: number },
): Promise<ReplyOf<typeof listTickets>> =>
  tenant.read(async (t) => {
    const page = { filter: query, after: newestFirst.decode(query.cursor), limit: query.limit + 1 }
    const found = await findNewest(t, actor.userId, page)
    const rows = await listTicketRows(t, actor.userId, { ...page, found })
    return pageFrom(rows.map(presentRow), query.limit, newestFirst, ({ lastMessageAt, id }) => ({
      at: new Date(lastMessageAt),
      id,
    }))
  })

/** The newest entries of a ticket's activity that are shown. */
const SHOWN_ACTIVITY = 200

/** A ticket with its thread, its customer and its activity (in the reader's language), read in one transaction. */
export const readTicket = (
  tenant: Tenant,
  actor: Member,
  id: TicketId,
  cursor: string | undefined,
  language: Language,
): Promise<TicketDetailView> =>
  tenant.read(async (t) => {
    // Two round trips: the ticket with what it refers to by id, then what is found by these rows.
    const [opened, activity] = await Promise.all([
      getOpenedTicket(t, actor, id),
      listTicketActivity(t, id, SHOWN_ACTIVITY),
    ])
    const { ticket, conversation, assigneeName, teamName } = opened
    const [customer, merges, entries, thread] = await Promise.all([
      customerOf(t, opened),
      mergesOf(t, opened),
      presentActivities(t, activity, language),
      readThread(t, actor, conversation, cursor ?? null),
    ])
    const { emailStatus } = customer
    const listed = { ticket, assigneeName, teamName, emailStatus, seenSeq: ticket.lastCustomerSeq }
    return {
      ticket: presentTicket(actor, listed, conversation),
      thread,
      customer,
      ...merges,
      activity: entries,
    }
  })

async function customerOf(t: Tx, { ticket: row, customer: known, visit }: OpenedTicket): Promise<TicketCustomerView> {
  const id = row.customerId
  const [recent, statistics] = await Promise.all([
    id ? recentTicketsOf(t, id, row.id, 5) : [],
    id ? customerStatistics(t, id) : { ticketCount: 1, chatCount: 0, averageRating: null },
  ])
  const recentTickets = recent.map(({ id, number, subject, status, createdAt }) => ({
    id,
    number,
    subject,
    status,
    createdAt: createdAt.toISOString(),
  }))
  return {
    id: row.customerId,
    name: row.customerName,
    email: row.customerEmail,
    emailStatus: row.customerEmail === null ? null : (emailStatusOf(known) ?? 'entered'),
    isBlocked: (known?.blockedAt ?? null) !== null,
    plan: known?.plan ?? 'Basic',
    firstSeenAt: (known?.joinedAt ?? row.createdAt).toISOString(),
    ...statistics,
    visit,
    recentTickets,
  }
}

const PAGE = 50

/** The guest's tickets, newest first. */
export const listTicketsOfGuest = (
  tenant: Tenant,
  actor: Guest,
  cursor: string | undefined,
): Promise<ReplyOf<typeof ListGuestTickets>> =>
  tenant.read(async (t) => {
    const rows = await listGuestTickets(t, actor, { after: newestFirst.decode(cursor), limit: PAGE + 1 })
    const page = pageFrom(rows, PAGE, newestFirst, ({ ticket }) => ({ at: ticket.createdAt, id: ticket.id }))
    const collectsRatings = await areRatingsOn(t)
    return { ...page, items: page.items.map((row) => presentGuestTicket(row, collectsRatings)) }
  })

export const areRatingsOn = async (t: Tx): Promise<boolean> => (await readTenant(t)).customerExperience.enableRatings

/** The ticket that one leads on to, as far as the guest may read. */
export async function getRowOfGuest(t: Tx, actor: Guest, ticketId: TicketId): Promise<GuestTicket> {
  const [row] = await listGuestTickets(t, actor, { ticketId, limit: 1 })
  if (!row) throw notFound('ticket')
  const { mergedIntoId } = row.ticket
  const [target] = mergedIntoId ? await listGuestTickets(t, actor, { ticketId: mergedIntoId, limit: 1 }) : []
  return target?.ticket.mergedIntoId ? getRowOfGuest(t, actor, target.ticket.id) : (target ?? row)
}

export const readTicketOfGuest = (tenant: Tenant, actor: Guest, id: TicketId): Promise<GuestTicketView> =>
  tenant.read(async (t) => presentGuestTicket(await getRowOfGuest(t, actor, id), await areRatingsOn(t)))
