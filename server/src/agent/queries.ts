import { and, asc, count, eq, ne, sql } from 'drizzle-orm'
import type { AgentId, ConversationId } from '#contracts/ids.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { type AgentRow, agent, agentAction } from './schema.ts'

export type NewAgent = Omit<typeof agent.$inferInsert, 'tenantId'>
export type AgentChange = Partial<Omit<AgentRow, 'tenantId' | 'id' | 'createdAt'>>

const byId = (t: Tx, id: AgentId) => and(eq(agent.tenantId, t.tenantId), eq(agent.id, id))

/** All agents, oldest first. */
export const listAgentRows = (t: Tx): Promise<AgentRow[]> =>
  t.prepared.select().from(agent).where(eq(agent.tenantId, t.tenantId)).orderBy(asc(agent.createdAt), asc(agent.id))

export const findAgentRow = async (t: Tx, id: AgentId): Promise<AgentRow | undefined> =>
  (await t.db.select().from(agent).where(byId(t, id)))[0]

/** Inserts agents; skips those whose id or default type exists. */
export const insertAgents = (t: Tx, rows: NewAgent[]): Promise<AgentRow[]> =>
  t.db
    .insert(agent)
    .values(rows.map((row) => ({ ...row, tenantId: t.tenantId })))
    .onConflictDoNothing()
    .returning()

/** Updates an agent that has the given version (null: with every version); undefined when it has another one. */
export const updateAgent = async (
  t: Tx,
  id: AgentId,
  version: number | null,
  change: AgentChange,
): Promise<AgentRow | undefined> =>
  (
    await t.db
      .update(agent)
      .set({ ...change, version: sql`${agent.version} + 1`, updatedAt: t.now })
      .where(and(byId(t, id), version === null ? undefined : eq(agent.version, version)))
      .returning()
  )[0]

export const activateAgentRows = (t: Tx): Promise<AgentRow[]> =>
  t.db
    .update(agent)
    .set({ status: 'active', version: sql`${agent.version} + 1`, updatedAt: t.now })
    .where(and(eq(agent.tenantId, t.tenantId), ne(agent.status, 'active')))
    .returning()

export const deleteAgentRow = (t: Tx, id: AgentId) => t.db.delete(agent).where(byId(t, id))

export async function countAgents(t: Tx): Promise<number> {
  const [row] = await t.db.select({ n: count() }).from(agent).where(eq(agent.tenantId, t.tenantId))
  return row?.n ?? 0
}

/** How many actions each agent has. */
export async function countActions(t: Tx): Promise<Map<AgentId, number>> {
  const rows = await t.db
    .select({ id: agentAction.agentId, n: count() })
    .from(agentAction)
    .where(eq(agentAction.tenantId, t.tenantId))
    .groupBy(agentAction.agentId)
  return new Map(rows.map(({ id, n }) => [id, n]))
}

export type Work = {
  agentId: AgentId
  handledToday: number
  conversations: number
  /** Conversations with a question, and of these the ones that needed no person. */
  judged: number
  resolved: number
  answers: number
  latencyMs: number
  ratings: number
  ratingSum: number
  lastActiveAt: Date | null
}

/** The maximum number of rows in a metric: of more, the newest count. */
const MEASURED = 20_000

/** The sums of each agent's conversations since `since`, without demo ones. */
export const sumAgentWork = (t: Tx, since: Date, midnight: Date): Promise<Work[]> =>
  t.sql<Work>(
    `SELECT w.agent_id AS "agentId",
       count(*) FILTER (WHERE w.last_at >= $3)::int AS "handledToday",
       count(*)::int AS conversations,
       count(*) FILTER (WHERE w.helped + w.failed > 0)::int AS judged,
       count(*) FILTER (WHERE w.helped > 0 AND c.ticket_id IS NULL AND c.offer_reason IS NULL AND c.state IN ('ai', 'closed'))::int AS resolved,
       sum(w.answers)::int AS answers,
       sum(w.latency_ms)::float8 AS "latencyMs",
       count(k.rating)::int AS ratings,
       coalesce(sum(k.rating), 0)::int AS "ratingSum",
       max(w.last_at) AS "lastActiveAt"
     FROM (SELECT * FROM agent_work WHERE tenant_id = $1 AND last_at >= $2 ORDER BY last_at DESC LIMIT ${MEASURED}) w
     JOIN conversation c ON c.tenant_id = $1 AND c.id = w.conversation_id AND NOT c.is_demo
     LEFT JOIN ticket k ON k.tenant_id = $1 AND k.conversation_id = w.conversation_id AND k.rating IS NOT NULL
     GROUP BY w.agent_id`,
    [t.tenantId, since, midnight],
  )

export type Worked = {
  agentId: AgentId
  conversationId: ConversationId
  outcome: 'helped' | 'failed' | 'neither'
  latencyMs: number
}

/** Counts one answer. Does nothing for a deleted agent. */
export const countAnswer = (t: Tx, { agentId, conversationId, outcome, latencyMs }: Worked): Promise<unknown> =>
  t.sql(
    `INSERT INTO agent_work AS w (tenant_id, agent_id, conversation_id, answers, helped, failed, latency_ms, first_at, last_at)
     SELECT $1, id, $3, 1, $4, $5, $6, $7, $7 FROM agent WHERE tenant_id = $1 AND id = $2 FOR KEY SHARE
     ON CONFLICT (tenant_id, conversation_id, agent_id) DO UPDATE SET answers = w.answers + 1, helped = w.helped + $4,
       failed = w.failed + $5, latency_ms = least(w.latency_ms::bigint + $6, 2000000000)::int, last_at = $7`,
    [
      t.tenantId,
      agentId,
      conversationId,
      outcome === 'helped' ? 1 : 0,
      outcome === 'failed' ? 1 : 0,
      Math.min(Math.max(Math.round(latencyMs), 0), 600_000),
      t.now,
    ],
    'prepared',
  )
