import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import type * as contract from '#contracts/agent/agent-action.ts'
import {
  type ActionParameter,
  type ActionResult,
  type AgentActionView,
  MAX_ACTIONS,
} from '#contracts/agent/agent-action.ts'
import type { AgentActionId, AgentId } from '#contracts/ids.ts'
import type { Language } from '#contracts/languages.ts'
import * as m from '#i18n/messages.js'
import type { Member } from '#server/platform/actor.ts'
import { createOnce, IdTakenError, isSameContent } from '#server/platform/db/create-once.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { conflict, invalid, notFound } from '#server/platform/errors.ts'
import type { RequestInput } from '#server/platform/http/request-template.ts'
import type { Platform, Tenant } from '#server/platform/platform.ts'
import { requireRole } from '#server/platform/policy.ts'
import { decryptSecret, encryptSecret, SecretError } from '#server/platform/secrets/encrypt.ts'
import { type Text, text } from '#server/platform/text/message.ts'
import { lockTenant, recordActivity } from '#server/tenant/service.ts'
import { deleteActionRow, findActionRow, insertAction, listActionRows, updateAction } from './action-queries.ts'
import { getAgent } from './agents.ts'
import { type CallableAction, callAction } from './call-action.ts'
import { EDIT_AGENTS } from './policy.ts'
import { presentAction } from './present.ts'
import type { ActionRow } from './schema.ts'

type NewAction = z.output<typeof contract.createAgentAction.body>
type ActionChange = z.output<typeof contract.changeAgentAction.body>
type Header = NewAction['headers'][number]

/** The actions of an agent, oldest first. Throws not_found. */
export const listAgentActions = (
  tenant: Tenant,
  actor: Member,
  agentId: AgentId,
): Promise<{ items: AgentActionView[] }> => {
  return tenant.read(async (t) => {
    await getAgent(t, agentId)
    requireRole(actor, EDIT_AGENTS)
    return { items: (await listActionRows(t, agentId)).map(presentAction) }
  })
}

/** Creates an action; the same request again gives the same one. A name that exists gets a number. */
export const createAgentAction = (
  tenant: Tenant,
  actor: Member,
  agentId: AgentId,
  given: NewAction,
): Promise<AgentActionView> => {
  return createOnce(tenant, {
    create: (t) => insertNewAction(tenant.platform, t, actor, agentId, given),
    findSame: async (t) => {
      const known = await findActionRow(t, agentId, given.id)
      return known && isSameAction(tenant.platform, t, known, given) ? presentAction(known) : null
    },
    conflict: () => conflict(m.error_action_id_taken),
  })
}

function isSameAction(platform: Platform, t: Tx, row: ActionRow, { headers, name, ...given }: NewAction): boolean {
  const wanted = Object.fromEntries(headers.filter(({ value }) => value !== '').map((one) => [one.name, one.value]))
  const isSameName = row.name === name || numberedName(name).test(row.name)
  return isSameName && isSameContent(given, row) && isDeepStrictEqual(decryptHeaders(platform, t, row), wanted)
}

async function insertNewAction(
  platform: Platform,
  t: Tx,
  actor: Member,
  agentId: AgentId,
  { headers, ...given }: NewAction,
): Promise<AgentActionView> {
  await lockTenant(t)
  const agent = await getAgent(t, agentId)
  requireRole(actor, EDIT_AGENTS)
  assertParametersMatchUrl(given.url, given.parameters)
  const rows = await listActionRows(t, agentId)
  if (rows.some(({ id }) => id === given.id)) throw new IdTakenError()
  if (rows.length >= MAX_ACTIONS) {
    throw conflict(text(m.error_action_full, { max: MAX_ACTIONS }))
  }
  const row = await insertAction(t, {
    ...given,
    ...encryptHeaders(platform, t, given.id, headers, {}),
    name: freeName(given.name, rows),
    agentId,
    createdAt: t.now,
    updatedAt: t.now,
  })
  await recordActionChange(t, actor, text(m.activity_action_added, { agent: agent.name, action: row.name }))
  return presentAction(row)
}

/** `check_order`, or `check_order_2` where that exists. */
function freeName(wanted: string, rows: readonly ActionRow[]): string {
  const existing = new Set(rows.map(({ name }) => name))
  let name = wanted
  for (let n = 2; existing.has(name); n += 1) name = `${stemOfName(wanted)}_${n}`
  return name
}

const stemOfName = (wanted: string): string => wanted.slice(0, 45)

/** The names that `freeName` gives instead of a taken one; a name has only letters, digits and underscores. */
const numberedName = (wanted: string): RegExp => new RegExp(`^${stemOfName(wanted)}_\\d+$`)

const duplicateName = () => invalid({ 'body.name': m.error_action_name_taken })

/** Changes an action. A new origin drops the stored headers: neither another host nor an unencrypted connection may get them. */
export const changeAgentAction = (
  tenant: Tenant,
  actor: Member,
  agentId: AgentId,
  id: AgentActionId,
  { version, headers, ...given }: ActionChange,
): Promise<AgentActionView> => {
  return tenant.tx(async (t) => {
    const before = await getActionRow(t, agentId, id)
    requireRole(actor, EDIT_AGENTS)
    const rows = await listActionRows(t, agentId)
    const { name = before.name, url = before.url, parameters = before.parameters } = given
    if (rows.some((one) => one.name === name && one.id !== id)) throw duplicateName()
    assertParametersMatchUrl(url, parameters)
    const row = await updateAction(t, agentId, id, version, {
      ...defined(given),
      ...changedHeaders(tenant.platform, t, before, { url, headers }),
    })
    if (!row) {
      throw conflict(m.error_action_changed, {
        current: presentAction(before),
      })
    }
    await recordActionChange(t, actor, text(m.activity_action_changed, { action: row.name }))
    return presentAction(row)
  })
}

/**
 * The headers after a change. Those that cannot be decrypted stay stored as long as no value is given: with the right master key they
 * can be read again.
 */
function changedHeaders(
  platform: Platform,
  t: Tx,
  before: ActionRow,
  { url, headers }: { url: string; headers: readonly Header[] | undefined },
): Partial<EncryptedHeaders> {
  const stored = originOf(url) === originOf(before.url) ? decryptHeaders(platform, t, before) : {}
  const kept = before.headerNames.map((name) => ({ name, value: '' }))
  if (!stored && (!headers || isDeepStrictEqual(headers, kept))) return {}
  const known = stored ?? {}
  const wanted = headers ?? Object.keys(known).map((name) => ({ name, value: '' }))
  return encryptHeaders(platform, t, before.id, wanted, known)
}

const defined = <T extends object>(given: T) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }

/** Deletes an action with its pending requests. */
export const deleteAgentAction = (
  tenant: Tenant,
  actor: Member,
  agentId: AgentId,
  id: AgentActionId,
): Promise<void> => {
  return tenant.tx(async (t) => {
    const row = await getActionRow(t, agentId, id)
    requireRole(actor, EDIT_AGENTS)
    await deleteActionRow(t, agentId, id)
    await recordActionChange(t, actor, text(m.activity_action_deleted, { action: row.name }))
  })
}

/** Calls an action as a test by a member; faults are described in the given language. */
export async function tryAgentAction(
  tenant: Tenant,
  actor: Member,
  agentId: AgentId,
  id: AgentActionId,
  input: RequestInput,
  language: Language = 'en',
): Promise<ActionResult> {
  const callable = await tenant.read(async (t) => {
    const row = await getActionRow(t, agentId, id)
    requireRole(actor, EDIT_AGENTS)
    return toCallable(tenant.platform, t, row)
  })
  return callAction(tenant.platform, callable, input, { language })
}

async function getActionRow(t: Tx, agentId: AgentId, id: AgentActionId): Promise<ActionRow> {
  const row = await findActionRow(t, agentId, id)
  if (!row) throw notFound('action')
  return row
}

/** An action with decrypted headers, ready to be called. */
export const toCallable = (platform: Platform, t: Tx, row: ActionRow): CallableAction => ({
  method: row.method,
  url: row.url,
  parameters: row.parameters,
  headers: decryptHeaders(platform, t, row),
})

/** `https://shop.example:8443`; empty for an address without a host. */
const originOf = (url: string): string => {
  const parsed = URL.parse(url.replaceAll(/[{}]/g, ''))
  return parsed?.host ? parsed.origin : ''
}

/** Every placeholder of the URL needs one required path parameter, and parameter names are unique. */
function assertParametersMatchUrl(url: string, parameters: readonly ActionParameter[]): void {
  if (originOf(url) === '') throw invalid({ 'body.url': m.error_enter_action_url })
  const names = parameters.map(({ name }) => name)
  if (new Set(names).size < names.length) throw invalid({ 'body.parameters': m.error_action_parameter_twice })
  const placeholders = new Set([...url.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name as string))
  const inPath = parameters.filter((one) => one.in === 'path')
  for (const placeholder of placeholders) {
    if (inPath.some(({ name }) => name === placeholder)) continue
    throw invalid({ 'body.parameters': text(m.error_action_place_unknown, { place: `{${placeholder}}` }) })
  }
  for (const { name, isRequired } of inPath) {
    if (!placeholders.has(name)) throw invalid({ 'body.parameters': text(m.error_action_place_missing, { name }) })
    if (!isRequired) throw invalid({ 'body.parameters': text(m.error_action_path_required, { name }) })
  }
}

const associatedData = (t: Tx, id: AgentActionId) => `tenant:${t.tenantId}:agent-action:${id}`

/** Null when they cannot be decrypted: another master key, or a damaged row. */
function decryptHeaders(platform: Platform, t: Tx, row: ActionRow): Record<string, string> | null {
  if (row.encryptedHeaders === null) return {}
  try {
    return JSON.parse(decryptSecret(platform.masterKey, row.encryptedHeaders, associatedData(t, row.id))) as Record<
      string,
      string
    >
  } catch (error) {
    if (!(error instanceof SecretError)) throw error
    platform.log.error({ action: row.id, reason: error.reason }, 'the headers of an action cannot be read')
    return null
  }
}

type EncryptedHeaders = Pick<ActionRow, 'encryptedHeaders' | 'headerNames'>

/** Encrypts the headers: an empty value keeps the stored one, a missing header is deleted. Throws invalid_input for one without a value. */
function encryptHeaders(
  platform: Platform,
  t: Tx,
  id: AgentActionId,
  wanted: readonly Header[],
  stored: Readonly<Record<string, string>>,
): EncryptedHeaders {
  const headers = Object.fromEntries(
    wanted.map(({ name, value }) => {
      const kept = value === '' ? stored[name] : value
      if (!kept) throw invalid({ 'body.headers': text(m.error_action_header_empty, { name }) })
      return [name, kept]
    }),
  )
  const names = wanted.map(({ name }) => name)
  if (new Set(names.map((name) => name.toLowerCase())).size < names.length)
    throw invalid({ 'body.headers': m.error_action_header_twice })
  if (names.length === 0) return { encryptedHeaders: null, headerNames: [] }
  return {
    encryptedHeaders: encryptSecret(platform.masterKey, JSON.stringify(headers), associatedData(t, id)),
    headerNames: names,
  }
}

const recordActionChange = (t: Tx, actor: Member, action: Text) => recordActivity(t, actor, { action, type: 'ai' })
