import type { dryRunSla, SlaBreachRow, SlaPolicy } from '#contracts/automation/sla.ts'
import type { Priority } from '#contracts/conversation/escalation.ts'
import type { ReplyOf } from '#contracts/endpoint.ts'
import type { ConversationId, TicketId } from '#contracts/ids.ts'
import { type SlaClock, SlaTarget } from '#contracts/ticket/sla.ts'
import type { TicketStatus } from '#contracts/ticket/ticket.ts'
import { EDIT_AUTOMATION } from '#server/automation/policy.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { requireRole } from '#server/platform/policy.ts'
import { businessCalendar, readTenant } from '#server/tenant/service.ts'
import { follow, markDue, type SlaEvent, type SlaStanding, type SlaTerms } from './standing.ts'

const DAY_MS = 86_400_000
/** Tickets that one dry run calculates, the newest. */
const MOST_TICKETS = 2000
const PAGE = 500
const MOST_ROWS = 50

type PastTicket = {
  id: TicketId
  number: number
  subject: string
  priority: Priority
  conversationId: ConversationId
  createdAt: Date
}
type PastMessage = { conversationId: ConversationId; author: string; kind: string; body: string; at: Date }
type Reply = ReplyOf<typeof dryRunSla>

/**
 * What agreed times would have meant for the tickets of the last days: the same calculation as of a ticket that is worked on now, over
 * what was written in it. Its priority is the one it has today. Throws forbidden.
 */
export function dryRunSlaPolicy(
  tenant: Tenant,
  actor: Member,
  { policy, days }: { policy: SlaPolicy; days: number },
): Promise<Reply> {
  requireRole(actor, EDIT_AUTOMATION)
  return tenant.read(async (t) => {
    const { businessInfo } = await readTenant(t)
    const terms = { policy, calendar: businessCalendar(businessInfo) }
    const found = await listPastTickets(t, new Date(t.now.getTime() - days * DAY_MS))
    const tickets = found.slice(0, MOST_TICKETS)
    const reply: Reply = {
      tickets: tickets.length,
      isPartial: found.length > MOST_TICKETS,
      results: { firstReply: nothing(), nextReply: nothing(), resolution: nothing() },
      rows: [],
    }
    for (let from = 0; from < tickets.length; from += PAGE) {
      const page = tickets.slice(from, from + PAGE)
      const messages = Map.groupBy(await listWhatHappened(t, page), ({ conversationId }) => conversationId)
      for (const ticket of page)
        add(reply, ticket, replay(ticket, messages.get(ticket.conversationId) ?? [], terms, t.now))
    }
    return reply
  })
}

const nothing = () => ({ met: 0, breached: 0, open: 0 })

type Past = [SlaTarget, SlaClock]

function add(reply: Reply, { id, number, subject, priority }: PastTicket, clocks: Past[]): void {
  for (const [target, { dueAt, breachedAt, endedAt }] of clocks) {
    if (dueAt === null && !breachedAt && !endedAt) continue
    const result = reply.results[target]
    if (!breachedAt) {
      if (endedAt) result.met += 1
      else result.open += 1
      continue
    }
    result.breached += 1
    const row: SlaBreachRow = { ticketId: id, number, subject, priority, target, dueAt: breachedAt }
    if (reply.rows.length < MOST_ROWS) reply.rows.push(row)
  }
}

/** All clocks that a ticket would have had, the current ones and those of earlier next replies, as they stand now. */
function replay(ticket: PastTicket, messages: PastMessage[], terms: SlaTerms, now: Date): Past[] {
  const past: Past[] = []
  let standing: SlaStanding | null = null
  for (const event of eventsOf(ticket, messages)) {
    const due: SlaStanding | null = standing && markDue(standing, event.at).standing
    const before = due?.clocks.nextReply
    standing = follow(due, event, terms)
    if (before && standing?.clocks.nextReply?.endedAt === null && before.endedAt) past.push(['nextReply', before])
  }
  const clocks = standing ? markDue(standing, now).standing.clocks : {}
  const current = SlaTarget.options.flatMap((target): Past[] => (clocks[target] ? [[target, clocks[target]]] : []))
  return [...past, ...current].filter(([target]) => terms.policy.targets[ticket.priority][target] !== null)
}

/** What happened to a ticket, read from its thread: who wrote, and the steps of its status. */
function* eventsOf({ priority, createdAt }: PastTicket, messages: PastMessage[]): Generator<SlaEvent> {
  let status: TicketStatus = 'open'
  yield { triggers: ['created'], status, priority, at: createdAt }
  for (const { author, kind, body, at } of messages) {
    if (at <= createdAt) continue
    if (kind === 'status_changed') {
      status = body as TicketStatus
      yield { triggers: ['status_changed'], status, priority, at }
    } else if (author === 'member') {
      if (status === 'open') status = 'in-progress'
      yield { triggers: ['member_replied'], status, priority, at }
    } else {
      if (status !== 'in-progress') status = 'open'
      yield { triggers: ['customer_replied'], status, priority, at }
    }
  }
}

const listPastTickets = (t: Tx, from: Date) =>
  t.sql<PastTicket>(
    `SELECT id, number, subject, priority, conversation_id AS "conversationId", created_at AS "createdAt"
     FROM ticket WHERE tenant_id = $1 AND created_at >= $2 AND NOT is_demo
     ORDER BY created_at DESC LIMIT ${MOST_TICKETS + 1}`,
    [t.tenantId, from],
  )

/** The time a ticket was resolved is its own: not every thread says so, as of a ticket that was brought in from elsewhere. */
const listWhatHappened = (t: Tx, tickets: PastTicket[]) =>
  t.sql<PastMessage>(
    `SELECT conversation_id AS "conversationId", author, kind, left(body, 20) AS body, created_at AS at, seq
     FROM message WHERE tenant_id = $1 AND conversation_id = ANY ($2::uuid[])
       AND (author = 'customer' OR (author = 'member' AND author_id IS NOT NULL AND visibility = 'public') OR kind = 'status_changed')
     UNION ALL
     SELECT conversation_id, 'system', 'status_changed', 'resolved', resolved_at, NULL
     FROM ticket WHERE tenant_id = $1 AND id = ANY ($3::uuid[]) AND resolved_at IS NOT NULL
     ORDER BY "conversationId", at, seq NULLS LAST`,
    [t.tenantId, tickets.map(({ conversationId }) => conversationId), tickets.map(({ id }) => id)],
  )
