import type { ConversationId, TicketId } from '#contracts/ids.ts'
import type { TicketSource, TicketStatus } from '#contracts/ticket/ticket.ts'
import type { Tenant } from '#server/platform/platform.ts'
import type { Harness, TestTenant } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { reportSchedule } from './schema.ts'

export type MadeTicket = {
  createdAt: Date
  status?: TicketStatus
  firstResponseAt?: Date | null
  resolvedAt?: Date | null
  ratedAt?: Date | null
  rating?: number | null
  source?: TicketSource
  category?: string
  assigneeId?: string | null
  teamId?: string | null
  utmSource?: string | null
  isDemo?: boolean
}

/** Stores tickets with conversations of their own, as they would be after that time. Returns their ids. */
export async function makeTickets(
  h: Harness,
  { tenant }: TestTenant,
  tickets: readonly MadeTicket[],
): Promise<TicketId[]> {
  const ids = tickets.map(() => crypto.randomUUID() as TicketId)
  const rows = tickets.map((one, n) => ({
    id: ids[n],
    conversation_id: crypto.randomUUID(),
    status: one.status ?? (one.resolvedAt ? 'resolved' : 'open'),
    created_at: one.createdAt,
    first_response_at: one.firstResponseAt ?? null,
    response_seconds: one.firstResponseAt
      ? Math.round((one.firstResponseAt.getTime() - one.createdAt.getTime()) / 1000)
      : null,
    resolved_at: one.resolvedAt ?? null,
    rated_at: one.ratedAt ?? null,
    rating: one.rating ?? null,
    source: one.source ?? 'desk',
    category: one.category ?? 'general',
    assignee_id: one.assigneeId ?? null,
    team_id: one.teamId ?? null,
    utm_source: one.utmSource ?? null,
    is_demo: one.isDemo ?? false,
    n: n + 1,
  }))
  const given = `json_to_recordset($2) AS x (id uuid, conversation_id uuid, status text, created_at timestamptz,
    first_response_at timestamptz, response_seconds int, resolved_at timestamptz, rated_at timestamptz, rating int, source text, category text,
    assignee_id uuid, team_id uuid, utm_source text, is_demo boolean, n int)`
  const run = (text: string) => queryAsOwner(h.database.ownerUrl, text, [tenant.id, JSON.stringify(rows)])
  await run(`INSERT INTO conversation (tenant_id, id, channel, state, is_demo, created_at, updated_at)
    SELECT $1, conversation_id, 'desk', 'waiting', is_demo, created_at, created_at FROM ${given}`)
  await run(`INSERT INTO ticket (tenant_id, id, number, conversation_id, description, status, priority_label, category, source,
      assignee_id, team_id, utm_source, first_response_at, response_seconds, resolved_at, rated_at, rating, is_demo, created_at, updated_at, last_message_at)
    SELECT $1, id, n, conversation_id, 'd', status, 'medium', category, source, assignee_id, team_id, utm_source, first_response_at,
      response_seconds, resolved_at, rated_at, rating, is_demo, created_at, created_at, created_at FROM ${given}`)
  return ids
}

type MadeChat = {
  guestId: string
  agentId: string
  startedAt: Date
  answeredAt: Date
  helped?: number
  failed?: number
  /** The customer's rating of its answer. */
  helpful?: boolean | null
}

/** Stores a chat that the assistant answered. */
export async function makeAnsweredChat(h: Harness, { tenant }: TestTenant, chat: MadeChat): Promise<ConversationId> {
  const id = crypto.randomUUID() as ConversationId
  const run = (text: string, values: unknown[]) => queryAsOwner(h.database.ownerUrl, text, [tenant.id, id, ...values])
  await run(
    `INSERT INTO conversation (tenant_id, id, channel, state, guest_id, seq, message_count, created_at, updated_at)
     VALUES ($1, $2, 'chat', 'ai', $3, 2, 2, $4, $5)`,
    [chat.guestId, chat.startedAt, chat.answeredAt],
  )
  await run(
    `INSERT INTO agent_work (tenant_id, conversation_id, agent_id, answers, helped, failed, latency_ms, first_at, last_at)
     VALUES ($1, $2, $3, 1, $4, $5, 100, $6, $6)`,
    [chat.agentId, chat.helped ?? 1, chat.failed ?? 0, chat.answeredAt],
  )
  await run(
    `INSERT INTO message (tenant_id, conversation_id, id, seq, changed_seq, author, body, helpful, created_at)
     VALUES ($1, $2, gen_random_uuid(), 1, 1, 'customer', 'question', null, $5), ($1, $2, gen_random_uuid(), 2, 2, 'assistant', 'answer', $3, $4)`,
    [chat.helpful ?? null, chat.answeredAt, chat.startedAt],
  )
  return id
}

/** Notes when the next daily report of a business is mailed: not during a test. */
export const makeReportSchedule = (tenant: Tenant): Promise<unknown> =>
  tenant.tx((t) =>
    t.db
      .insert(reportSchedule)
      .values({ tenantId: t.tenantId, rhythm: 'daily', dueAt: new Date(t.now.getTime() + 86_400_000) })
      .onConflictDoNothing(),
  )
