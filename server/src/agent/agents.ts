import type { z } from 'zod'
import {
  type AgentStatus,
  type AgentsView,
  type AgentType,
  type AgentView,
  type changeAgent,
  type createAgent,
  MAX_AGENTS,
} from '#contracts/agent/agent.ts'
import { AgentId } from '#contracts/ids.ts'
import { ProviderId } from '#contracts/provider/provider.ts'
import * as m from '#i18n/messages.js'
import type { Actor, Member } from '#server/platform/actor.ts'
import { createOnce, IdTakenError } from '#server/platform/db/create-once.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { hasRole, requireRole } from '#server/platform/policy.ts'
import { text } from '#server/platform/text/message.ts'
import { listConnected } from '#server/provider/service.ts'
import { lockTenant, readTenant, recordActivity, startOfDayIn } from '#server/tenant/service.ts'
import { DEFAULT_AGENTS } from './defaults.ts'
import { agentsChanged } from './events.ts'
import { figuresOf } from './metrics.ts'
import { EDIT_AGENTS } from './policy.ts'
import { chosen, presentAgent } from './present.ts'
import {
  activateRows,
  countActions,
  countAgents,
  findAgentRow,
  insertAgents,
  listAgentRows,
  measureWork,
  type NewAgent,
  removeAgentRow,
  updateAgent,
} from './queries.ts'
import { type Asked, route } from './routing.ts'
import type { AgentRow } from './schema.ts'

/** The agent an answer is given by, as the engine and the router need it. */
export type ChosenAgent = {
  id: AgentId
  name: string
  type: AgentType
  description: string
  personality: string
  capabilities: readonly string[]
  specializations: readonly string[]
  /** Both null: the router chooses (R9). */
  provider: ProviderId | null
  model: string | null
}

const newAgentId = (): AgentId => AgentId.parse(crypto.randomUUID())

/** The agents of the business; where there are none, the eight defaults are made first (G1). */
export async function readyAgents(t: Tx): Promise<AgentRow[]> {
  const rows = await listAgentRows(t)
  if (rows.length > 0) return rows
  await insertAgents(
    t,
    DEFAULT_AGENTS.map((given, place) => defaultRow(t, given, place)),
  )
  // Read again: somebody else may have made them at the same moment.
  return listAgentRows(t)
}

/** A millisecond apart, so that they keep their order. */
const defaultRow = (t: Tx, given: (typeof DEFAULT_AGENTS)[number], place: number): NewAgent => ({
  ...given,
  id: newAgentId(),
  defaultType: given.type,
  status: 'active',
  createdAt: new Date(t.now.getTime() + place),
  updatedAt: t.now,
})

/**
 * Who answers a question (G5): the active agent of the fitting type. Null where none is active; an inactive one, or one in training,
 * is never chosen.
 */
export const chooseAgent = async (t: Tx, asked: Asked): Promise<ChosenAgent | null> =>
  chooseAmong(await readyAgents(t), asked)

/** The same among agents that were read already. */
export function chooseAmong(agents: readonly AgentRow[], asked: Asked): ChosenAgent | null {
  const active = agents.filter(({ status }) => status === 'active')
  const row = route(
    active.map((one) => ({ ...one, isDefault: one.defaultType !== null })),
    asked,
  )
  return row && chosen(row)
}

/** One agent, whatever its status: the console tests those in training too. Throws not_found. */
export async function getAgent(t: Tx, id: AgentId): Promise<ChosenAgent> {
  return chosen(await getRow(t, id))
}

async function getRow(t: Tx, id: AgentId): Promise<AgentRow> {
  const row = await findAgentRow(t, id)
  if (!row) throw notFound('agent')
  return row
}

const MEASURED_MS = 30 * 24 * 60 * 60 * 1000

/** Everything the section shows: agents with their metrics, the figures over all, and which providers are connected. */
export async function readFleet(tenant: Tenant, actor: Member): Promise<AgentsView> {
  const isEmpty = await tenant.read(async (t) => (await countAgents(t)) === 0)
  if (isEmpty) await tenant.tx(readyAgents)
  return tenant.read(async (t) => {
    const { businessInfo } = await readTenant(t)
    const since = new Date(t.now.getTime() - MEASURED_MS)
    const [rows, actions, works, connected] = await Promise.all([
      listAgentRows(t),
      countActions(t),
      measureWork(t, since, startOfDayIn(businessInfo.timezone, t.now)),
      listConnected(t),
    ])
    const workOf = new Map(works.map((work) => [work.agentId, work]))
    return {
      items: rows.map((row) => presentAgent(row, actions.get(row.id) ?? 0, workOf.get(row.id))),
      figures: figuresOf(rows.filter(({ status }) => status === 'active').length, works),
      providers: ProviderId.options.map((id) => ({ id, isConnected: connected.includes(id) })),
      can: { edit: hasRole(actor, EDIT_AGENTS) },
      measuredAt: t.now.toISOString(),
    }
  })
}

/** Which providers can be called, for who asks on behalf of a member. */
export const connectedProviders = (tenant: Tenant): Promise<ProviderId[]> => tenant.read((t) => listConnected(t))

/** What the change's answer shows; the figures come with the next reading. */
const present = async (t: Tx, row: AgentRow): Promise<AgentView> =>
  presentAgent(row, (await countActions(t)).get(row.id) ?? 0, undefined)

async function tell(t: Tx, actor: Actor, action: string): Promise<void> {
  await recordActivity(t, actor, { action, type: 'ai' })
  await t.emit(agentsChanged, {})
}

/** A model without a provider could be anybody's: it is not kept. */
const withModel = (provider: ProviderId | null, model: string | null) => ({
  provider,
  model: provider && model ? model : null,
})

/** Adds an agent under the client's id; the same call again gives the same agent. */
export const create = (tenant: Tenant, actor: Member, given: z.output<typeof createAgent.body>): Promise<AgentView> => {
  requireRole(actor, EDIT_AGENTS)
  return createOnce(tenant, {
    create: (t) => insert(t, actor, given),
    findSame: async (t) => {
      const known = await getRow(t, given.id)
      return known.name === given.name && known.type === given.type ? present(t, known) : null
    },
    conflict: () => conflict(m.error_agent_id_taken),
  })
}

async function insert(t: Tx, actor: Member, given: z.output<typeof createAgent.body>): Promise<AgentView> {
  await lockTenant(t)
  if (await findAgentRow(t, given.id)) throw new IdTakenError()
  await readyAgents(t)
  if ((await countAgents(t)) >= MAX_AGENTS) {
    throw conflict(text(m.error_agent_full, { max: MAX_AGENTS }))
  }
  const row = { ...given, ...withModel(given.provider, given.model), createdAt: t.now, updatedAt: t.now }
  await insertAgents(t, [row])
  await tell(t, actor, `AI agent "${given.name}" created`)
  return present(t, await getRow(t, given.id))
}

type Change = z.output<typeof changeAgent.body>

/** Changes an agent. Throws conflict, with the agent as it stands, when somebody changed it meanwhile. */
export const change = (
  tenant: Tenant,
  actor: Member,
  id: AgentId,
  { version, ...given }: Change,
): Promise<AgentView> => {
  return tenant.tx(async (t) => {
    const before = await getRow(t, id)
    requireRole(actor, EDIT_AGENTS)
    const { provider = before.provider, model = before.model, ...rest } = given
    const row = await updateAgent(t, id, version, { ...defined(rest), ...withModel(provider, model) })
    if (!row) {
      const current = await present(t, await getRow(t, id))
      throw conflict(m.error_agent_changed, { current })
    }
    await tell(t, actor, `AI agent "${row.name}" changed`)
    return present(t, row)
  })
}

/** Without the keys that were not given. */
const defined = <T extends object>(given: T) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }

const WORD: Record<AgentStatus, string> = { active: 'activated', inactive: 'deactivated', training: 'put in training' }

/** Switches an agent on or off, for the next question on. */
export const setStatus = (tenant: Tenant, actor: Member, id: AgentId, status: AgentStatus): Promise<AgentView> => {
  return tenant.tx(async (t) => {
    const before = await getRow(t, id)
    requireRole(actor, EDIT_AGENTS)
    if (before.status === status) return present(t, before)
    const row = await updateAgent(t, id, null, { status })
    if (!row) throw notFound('agent')
    await tell(t, actor, `AI agent "${row.name}" ${WORD[status]}`)
    return present(t, row)
  })
}

/** Activate All (R12: kept). Gives how many were not active. */
export const activateAll = (tenant: Tenant, actor: Member): Promise<{ activated: number }> => {
  requireRole(actor, EDIT_AGENTS)
  return tenant.tx(async (t) => {
    await readyAgents(t)
    const rows = await activateRows(t)
    if (rows.length > 0) await tell(t, actor, 'All AI agents activated')
    return { activated: rows.length }
  })
}

/** Deletes an own agent with its actions. Throws conflict for one of the eight. */
export const remove = async (tenant: Tenant, actor: Member, id: AgentId): Promise<void> => {
  await tenant.tx(async (t) => {
    const row = await getRow(t, id)
    requireRole(actor, EDIT_AGENTS)
    if (row.defaultType !== null) {
      throw conflict(m.error_agent_default)
    }
    await removeAgentRow(t, id)
    await tell(t, actor, `AI agent "${row.name}" deleted`)
  })
}
