import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { ActionRequestId, AgentActionId, AgentId } from '#contracts/ids.ts'
import { conversation } from '#server/conversation/schema.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { type ActionRequestRow, type ActionRow, actionRequest, agent, agentAction } from './schema.ts'

const byId = (t: Tx, agentId: AgentId, id: AgentActionId) =>
  and(eq(agentAction.tenantId, t.tenantId), eq(agentAction.agentId, agentId), eq(agentAction.id, id))

export const listActionRows = (t: Tx, agentId: AgentId): Promise<ActionRow[]> =>
  t.prepared
    .select()
    .from(agentAction)
    .where(and(eq(agentAction.tenantId, t.tenantId), eq(agentAction.agentId, agentId)))
    .orderBy(asc(agentAction.createdAt), asc(agentAction.id))

export const findActionRow = async (t: Tx, agentId: AgentId, id: AgentActionId): Promise<ActionRow | undefined> =>
  (
    await t.db
      .select()
      .from(agentAction)
      .where(byId(t, agentId, id))
  )[0]

export const insertAction = async (t: Tx, row: Omit<typeof agentAction.$inferInsert, 'tenantId'>): Promise<ActionRow> =>
  (
    await t.db
      .insert(agentAction)
      .values({ ...row, tenantId: t.tenantId })
      .returning()
  )[0]!

export const updateAction = async (
  t: Tx,
  agentId: AgentId,
  id: AgentActionId,
  version: number,
  change: Partial<Omit<ActionRow, 'tenantId' | 'id' | 'agentId'>>,
): Promise<ActionRow | undefined> =>
  (
    await t.db
      .update(agentAction)
      .set({ ...change, version: sql`${agentAction.version} + 1`, updatedAt: t.now })
      .where(and(byId(t, agentId, id), eq(agentAction.version, version)))
      .returning()
  )[0]

export const deleteActionRow = (t: Tx, agentId: AgentId, id: AgentActionId) =>
  t.db.delete(agentAction).where(byId(t, agentId, id))

export const insertRequest = (t: Tx, row: Omit<typeof actionRequest.$inferInsert, 'tenantId'>) =>
  t.db.insert(actionRequest).values({ ...row, tenantId: t.tenantId })

export type ListedRequest = {
  request: ActionRequestRow
  action: ActionRow
  agentName: string
  ticketId: typeof conversation.$inferSelect.ticketId
}

const REQUESTS = 100

const requestsWithAction = (t: Tx) =>
  t.db
    .select({ request: actionRequest, action: agentAction, agentName: agent.name, ticketId: conversation.ticketId })
    .from(actionRequest)
    .innerJoin(
      agentAction,
      and(eq(agentAction.tenantId, actionRequest.tenantId), eq(agentAction.id, actionRequest.actionId)),
    )
    .innerJoin(agent, and(eq(agent.tenantId, agentAction.tenantId), eq(agent.id, agentAction.agentId)))
    .leftJoin(
      conversation,
      and(eq(conversation.tenantId, actionRequest.tenantId), eq(conversation.id, actionRequest.conversationId)),
    )

/** Pending requests first, then the newest. */
export const listRequestRows = (t: Tx): Promise<ListedRequest[]> =>
  requestsWithAction(t)
    .where(eq(actionRequest.tenantId, t.tenantId))
    .orderBy(desc(eq(actionRequest.status, 'pending')), desc(actionRequest.createdAt), desc(actionRequest.id))
    .limit(REQUESTS)

export const findRequest = async (t: Tx, id: ActionRequestId): Promise<ListedRequest | undefined> =>
  (await requestsWithAction(t).where(and(eq(actionRequest.tenantId, t.tenantId), eq(actionRequest.id, id))))[0]

/** Claims a pending request: of two concurrent decisions only one succeeds. */
export async function claimRequest(
  t: Tx,
  id: ActionRequestId,
  change: Pick<ActionRequestRow, 'status' | 'result' | 'decidedBy' | 'decidedAt'>,
): Promise<boolean> {
  const rows = await t.db
    .update(actionRequest)
    .set(change)
    .where(and(eq(actionRequest.tenantId, t.tenantId), eq(actionRequest.id, id), eq(actionRequest.status, 'pending')))
    .returning({ id: actionRequest.id })
  return rows.length === 1
}

export const finishRequest = (t: Tx, id: ActionRequestId, change: Pick<ActionRequestRow, 'status' | 'result'>) =>
  t.db
    .update(actionRequest)
    .set(change)
    .where(and(eq(actionRequest.tenantId, t.tenantId), eq(actionRequest.id, id)))
