import type { z } from 'zod'
import {
  type ActionParameter,
  type ActionResult,
  type AgentActionView,
  type changeAgentAction,
  type createAgentAction,
  MAX_ACTIONS,
} from '#contracts/agent/agent-action.ts'
import type { AgentActionId, AgentId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import type { Member } from '#server/platform/actor.ts'
import { createOnce, IdTakenError } from '#server/platform/db/create-once.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { conflict, invalid, notFound } from '#server/platform/errors.ts'
import type { Platform, Tenant } from '#server/platform/platform.ts'
import { requireRole } from '#server/platform/policy.ts'
import { open, SealError, seal } from '#server/platform/secrets/seal.ts'
import { text } from '#server/platform/text/message.ts'
import { lockTenant, recordActivity } from '#server/tenant/service.ts'
import { findActionRow, insertAction, listActionRows, removeAction, updateAction } from './action-queries.ts'
import { getAgent } from './agents.ts'
import { type Callable, callAction, type Input } from './calling.ts'
import { EDIT_AGENTS } from './policy.ts'
import { presentAction } from './present.ts'
import type { ActionRow } from './schema.ts'

type Created = z.output<typeof createAgentAction.body>
type Changed = z.output<typeof changeAgentAction.body>
type Header = Created['headers'][number]

/** The actions of an agent, oldest first. Throws not_found. */
export const list = (tenant: Tenant, actor: Member, agentId: AgentId): Promise<{ items: AgentActionView[] }> => {
  return tenant.read(async (t) => {
    await getAgent(t, agentId)
    requireRole(actor, EDIT_AGENTS)
    return { items: (await listActionRows(t, agentId)).map(presentAction) }
  })
}

/** Gives an agent an action; the same call again gives the same one. A name that is taken gets a number. */
export const create = (tenant: Tenant, actor: Member, agentId: AgentId, given: Created): Promise<AgentActionView> => {
  return createOnce(tenant, {
    create: (t) => insert(tenant.platform, t, actor, agentId, given),
    findSame: async (t) => {
      const known = await findActionRow(t, agentId, given.id)
      return known?.url === given.url ? presentAction(known) : null
    },
    conflict: () => conflict(m.error_action_id_taken),
  })
}

async function insert(
  platform: Platform,
  t: Tx,
  actor: Member,
  agentId: AgentId,
  { headers, ...given }: Created,
): Promise<AgentActionView> {
  await lockTenant(t)
  const agent = await getAgent(t, agentId)
  requireRole(actor, EDIT_AGENTS)
  checkShape(given.url, given.parameters)
  const rows = await listActionRows(t, agentId)
  if (rows.some(({ id }) => id === given.id)) throw new IdTakenError()
  if (rows.length >= MAX_ACTIONS) {
    throw conflict(text(m.error_action_full, { max: MAX_ACTIONS }))
  }
  const row = await insertAction(t, {
    ...given,
    ...headersOf(platform, t, given.id, headers, {}),
    name: freeName(given.name, rows),
    agentId,
    createdAt: t.now,
    updatedAt: t.now,
  })
  await tell(t, actor, `AI agent "${agent.name}" can now call ${row.name}`)
  return presentAction(row)
}

/** `check_order`, or `check_order_2` where that stands already. */
function freeName(wanted: string, rows: readonly ActionRow[]): string {
  const taken = new Set(rows.map(({ name }) => name))
  let name = wanted
  for (let n = 2; taken.has(name); n += 1) name = `${wanted.slice(0, 45)}_${n}`
  return name
}

const nameTaken = () => invalid({ 'body.name': m.error_action_name_taken })

/** Changes an action. Another host drops the headers that were stored for the old one. */
export const change = (
  tenant: Tenant,
  actor: Member,
  agentId: AgentId,
  id: AgentActionId,
  { version, headers, ...given }: Changed,
): Promise<AgentActionView> => {
  return tenant.tx(async (t) => {
    const before = await getActionRow(t, agentId, id)
    requireRole(actor, EDIT_AGENTS)
    const rows = await listActionRows(t, agentId)
    const { name = before.name, url = before.url, parameters = before.parameters } = given
    if (rows.some((one) => one.name === name && one.id !== id)) throw nameTaken()
    checkShape(url, parameters)
    const isSameHost = hostOf(url) === hostOf(before.url)
    const stored = (isSameHost && openHeaders(tenant.platform, t, before)) || {}
    const wanted = headers ?? Object.keys(stored).map((one) => ({ name: one, value: '' }))
    const row = await updateAction(t, agentId, id, version, {
      ...defined(given),
      ...headersOf(tenant.platform, t, id, wanted, stored),
    })
    if (!row) {
      throw conflict(m.error_action_changed, {
        current: presentAction(before),
      })
    }
    await tell(t, actor, `Action ${row.name} of an AI agent changed`)
    return presentAction(row)
  })
}

const defined = <T extends object>(given: T) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }

/** Takes an action away, with what waits for its confirmation. */
export const remove = (tenant: Tenant, actor: Member, agentId: AgentId, id: AgentActionId): Promise<void> => {
  return tenant.tx(async (t) => {
    const row = await getActionRow(t, agentId, id)
    requireRole(actor, EDIT_AGENTS)
    await removeAction(t, agentId, id)
    await tell(t, actor, `Action ${row.name} of an AI agent deleted`)
  })
}

/** Calls an action for a member who tries it. */
export async function tryOut(
  tenant: Tenant,
  actor: Member,
  agentId: AgentId,
  id: AgentActionId,
  input: Input,
): Promise<ActionResult> {
  const callable = await tenant.read(async (t) => {
    const row = await getActionRow(t, agentId, id)
    requireRole(actor, EDIT_AGENTS)
    return callableOf(tenant.platform, t, row)
  })
  return callAction(tenant.platform, callable, input)
}

async function getActionRow(t: Tx, agentId: AgentId, id: AgentActionId): Promise<ActionRow> {
  const row = await findActionRow(t, agentId, id)
  if (!row) throw notFound('action')
  return row
}

/** An action ready to be called, its headers opened. */
export const callableOf = (platform: Platform, t: Tx, row: ActionRow): Callable => ({
  method: row.method,
  url: row.url,
  parameters: row.parameters,
  headers: openHeaders(platform, t, row),
})

const hostOf = (url: string): string => URL.parse(url.replaceAll(/[{}]/g, ''))?.host ?? ''

/** Every place of the address is filled by one required parameter, and no name stands twice. */
function checkShape(url: string, parameters: readonly ActionParameter[]): void {
  if (hostOf(url) === '') throw invalid({ 'body.url': m.error_enter_action_url })
  const names = parameters.map(({ name }) => name)
  if (new Set(names).size < names.length) throw invalid({ 'body.parameters': m.error_action_parameter_twice })
  const places = new Set([...url.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name as string))
  const inPath = parameters.filter((one) => one.in === 'path')
  for (const place of places) {
    if (inPath.some(({ name }) => name === place)) continue
    throw invalid({ 'body.parameters': text(m.error_action_place_unknown, { place: `{${place}}` }) })
  }
  for (const { name, isRequired } of inPath) {
    if (!places.has(name)) throw invalid({ 'body.parameters': text(m.error_action_place_missing, { name }) })
    if (!isRequired) throw invalid({ 'body.parameters': text(m.error_action_path_required, { name }) })
  }
}

const associatedData = (t: Tx, id: AgentActionId) => `tenant:${t.tenantId}:agent-action:${id}`

/** Null when they cannot be opened: another master key, or a damaged row. */
function openHeaders(platform: Platform, t: Tx, row: ActionRow): Record<string, string> | null {
  if (row.sealedHeaders === null) return {}
  try {
    return JSON.parse(open(platform.masterKey, row.sealedHeaders, associatedData(t, row.id))) as Record<string, string>
  } catch (error) {
    if (!(error instanceof SealError)) throw error
    platform.log.error({ action: row.id, reason: error.reason }, 'the headers of an action cannot be read')
    return null
  }
}

/** What is stored of the headers: an empty value keeps the one there is, a header left out goes. */
function headersOf(
  platform: Platform,
  t: Tx,
  id: AgentActionId,
  wanted: readonly Header[],
  stored: Readonly<Record<string, string>>,
): Pick<ActionRow, 'sealedHeaders' | 'headerNames'> {
  const kept = wanted.map(({ name, value }) => [name, value === '' ? stored[name] : value] as const)
  const headers = Object.fromEntries(kept.filter(([, value]) => value !== undefined && value !== ''))
  const names = Object.keys(headers)
  if (new Set(names.map((name) => name.toLowerCase())).size < names.length)
    throw invalid({ 'body.headers': m.error_action_header_twice })
  if (names.length === 0) return { sealedHeaders: null, headerNames: [] }
  return { sealedHeaders: seal(platform.masterKey, JSON.stringify(headers), associatedData(t, id)), headerNames: names }
}

const tell = (t: Tx, actor: Member, action: string) => recordActivity(t, actor, { action, type: 'ai' })
