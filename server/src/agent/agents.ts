import type { z } from 'zod'
import type * as contract from '#contracts/agent/agent.ts'
import {
  type AgentStatus,
  type AgentsView,
  type AgentType,
  type AgentView,
  MAX_AGENTS,
} from '#contracts/agent/agent.ts'
import { AgentId } from '#contracts/ids.ts'
import type { ProviderId } from '#contracts/provider/provider.ts'
import * as m from '#i18n/messages.js'
import type { Actor, Member } from '#server/platform/actor.ts'
import { createOnce, IdTakenError, isSameContent } from '#server/platform/db/create-once.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { hasRole, requireRole } from '#server/platform/policy.ts'
import { type Text, text } from '#server/platform/text/message.ts'
import { listConnected, listConnections } from '#server/provider/service.ts'
import { lockTenant, readTenant, recordActivity, startOfDayIn } from '#server/tenant/service.ts'
import { DEFAULT_AGENTS } from './defaults.ts'
import { agentsChanged } from './events.ts'
import { fleetFigures } from './metrics.ts'
import { EDIT_AGENTS } from './policy.ts'
import { presentAgent, toChosenAgent } from './present.ts'
import {
  activateAgentRows,
  countActions,
  countAgents,
  deleteAgentRow,
  findAgentRow,
  insertAgents,
  listAgentRows,
  type NewAgent,
  sumAgentWork,
  updateAgent,
} from './queries.ts'
import type { AgentRow } from './schema.ts'

/** The agent that gives an answer, as the engine and the routing need it. */
export type ChosenAgent = {
  id: AgentId
  name: string
  type: AgentType
  description: string
  personality: string
  capabilities: readonly string[]
  specializations: readonly string[]
  /** Both null: the provider routing chooses. */
  provider: ProviderId | null
  model: string | null
}

const newAgentId = (): AgentId => AgentId.parse(crypto.randomUUID())

/** The tenant's agents; creates the eight default agents where there are none. */
export async function ensureDefaultAgents(t: Tx): Promise<AgentRow[]> {
  const rows = await listAgentRows(t)
  if (rows.length > 0) return rows
  await insertAgents(
    t,
    DEFAULT_AGENTS.map((given, position) => defaultRow(t, given, position)),
  )
  // Read again: a concurrent request may have created them.
  return listAgentRows(t)
}

/** Created one millisecond apart, so that they keep their order. */
const defaultRow = (t: Tx, given: (typeof DEFAULT_AGENTS)[number], position: number): NewAgent => ({
  ...given,
  id: newAgentId(),
  defaultType: given.type,
  status: 'active',
  createdAt: new Date(t.now.getTime() + position),
  updatedAt: t.now,
})

/** One agent in any status, since the console also tests agents in training. Throws not_found. */
export async function getAgent(t: Tx, id: AgentId): Promise<ChosenAgent> {
  return toChosenAgent(await getAgentRow(t, id))
}

async function getAgentRow(t: Tx, id: AgentId): Promise<AgentRow> {
  const row = await findAgentRow(t, id)
  if (!row) throw notFound('agent')
  return row
}

const METRICS_PERIOD_MS = 30 * 24 * 60 * 60 * 1000

/** The agents with their metrics, the metrics of all agents together, and the connected providers. */
export async function listAgents(tenant: Tenant, actor: Member): Promise<AgentsView> {
  const isEmpty = await tenant.read(async (t) => (await countAgents(t)) === 0)
  if (isEmpty) await tenant.tx(ensureDefaultAgents)
  return tenant.read(async (t) => {
    const { businessInfo } = await readTenant(t)
    const since = new Date(t.now.getTime() - METRICS_PERIOD_MS)
    const [rows, actions, works, providers] = await Promise.all([
      listAgentRows(t),
      countActions(t),
      sumAgentWork(t, since, startOfDayIn(businessInfo.timezone, t.now)),
      listConnections(tenant, t),
    ])
    const workOf = new Map(works.map((work) => [work.agentId, work]))
    return {
      items: rows.map((row) => presentAgent(row, actions.get(row.id) ?? 0, workOf.get(row.id))),
      figures: fleetFigures(rows.filter(({ status }) => status === 'active').length, works),
      providers,
      can: { edit: hasRole(actor, EDIT_AGENTS) },
      measuredAt: t.now.toISOString(),
    }
  })
}

/** The connected providers. */
export const connectedProviders = (tenant: Tenant): Promise<ProviderId[]> => tenant.read((t) => listConnected(t))

/** The view after a change, without metrics. */
const presentChanged = async (t: Tx, row: AgentRow): Promise<AgentView> =>
  presentAgent(row, (await countActions(t)).get(row.id) ?? 0, undefined)

async function recordAgentChange(t: Tx, actor: Actor, action: Text): Promise<void> {
  await recordActivity(t, actor, { action, type: 'ai' })
  await t.emit(agentsChanged, {})
}

/** A model without a provider is ambiguous and not stored. */
const withModel = (provider: ProviderId | null, model: string | null) => ({
  provider,
  model: provider && model ? model : null,
})

/** Creates an agent under the client's id; the same request again gives the same agent. */
export const createAgent = (
  tenant: Tenant,
  actor: Member,
  given: z.output<typeof contract.createAgent.body>,
): Promise<AgentView> => {
  requireRole(actor, EDIT_AGENTS)
  return createOnce(tenant, {
    create: (t) => insertNewAgent(t, actor, given),
    findSame: async (t) => {
      const known = await getAgentRow(t, given.id)
      const wanted = { ...given, ...withModel(given.provider, given.model) }
      return isSameContent(wanted, known) ? presentChanged(t, known) : null
    },
    conflict: () => conflict(m.error_agent_id_taken),
  })
}

async function insertNewAgent(
  t: Tx,
  actor: Member,
  given: z.output<typeof contract.createAgent.body>,
): Promise<AgentView> {
  await lockTenant(t)
  if (await findAgentRow(t, given.id)) throw new IdTakenError()
  await ensureDefaultAgents(t)
  if ((await countAgents(t)) >= MAX_AGENTS) {
    throw conflict(text(m.error_agent_full, { max: MAX_AGENTS }))
  }
  const row = { ...given, ...withModel(given.provider, given.model), createdAt: t.now, updatedAt: t.now }
  await insertAgents(t, [row])
  await recordAgentChange(t, actor, text(m.activity_agent_created, { name: given.name }))
  return presentChanged(t, await getAgentRow(t, given.id))
}

type Change = z.output<typeof contract.changeAgent.body>

/** Changes an agent. Throws conflict, with the current agent, when it was changed meanwhile. */
export const changeAgent = (
  tenant: Tenant,
  actor: Member,
  id: AgentId,
  { version, ...given }: Change,
): Promise<AgentView> => {
  return tenant.tx(async (t) => {
    const before = await getAgentRow(t, id)
    requireRole(actor, EDIT_AGENTS)
    const { provider = before.provider, model = before.model, ...rest } = given
    const row = await updateAgent(t, id, version, { ...defined(rest), ...withModel(provider, model) })
    if (!row) {
      const current = await presentChanged(t, await getAgentRow(t, id))
      throw conflict(m.error_agent_changed, { current })
    }
    await recordAgentChange(t, actor, text(m.activity_agent_changed, { name: row.name }))
    return presentChanged(t, row)
  })
}

/** Removes undefined values. */
const defined = <T extends object>(given: T) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }

const STATUS_TEXTS = {
  active: m.activity_agent_activated,
  inactive: m.activity_agent_deactivated,
  training: m.activity_agent_training,
}

/** Sets an agent's status, from the next question on. */
export const setAgentStatus = (tenant: Tenant, actor: Member, id: AgentId, status: AgentStatus): Promise<AgentView> => {
  return tenant.tx(async (t) => {
    const before = await getAgentRow(t, id)
    requireRole(actor, EDIT_AGENTS)
    if (before.status === status) return presentChanged(t, before)
    const row = await updateAgent(t, id, null, { status })
    if (!row) throw notFound('agent')
    await recordAgentChange(t, actor, text(STATUS_TEXTS[status], { name: row.name }))
    return presentChanged(t, row)
  })
}

/** Activates all agents. Returns how many were not active. */
export const activateAllAgents = (tenant: Tenant, actor: Member): Promise<{ activated: number }> => {
  requireRole(actor, EDIT_AGENTS)
  return tenant.tx(async (t) => {
    await ensureDefaultAgents(t)
    const rows = await activateAgentRows(t)
    if (rows.length > 0) await recordAgentChange(t, actor, m.activity_agents_activated)
    return { activated: rows.length }
  })
}

/** Deletes a custom agent with its actions. Throws conflict for a default agent. */
export const deleteAgent = async (tenant: Tenant, actor: Member, id: AgentId): Promise<void> => {
  await tenant.tx(async (t) => {
    const row = await getAgentRow(t, id)
    requireRole(actor, EDIT_AGENTS)
    if (row.defaultType !== null) {
      throw conflict(m.error_agent_default)
    }
    await deleteAgentRow(t, id)
    await recordAgentChange(t, actor, text(m.activity_agent_deleted, { name: row.name }))
  })
}
