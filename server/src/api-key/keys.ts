import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import {
  type ApiKeyView,
  type createApiKey as createContract,
  type listApiKeys as listContract,
  MAX_API_KEYS,
} from '#contracts/api-key/api-key.ts'
import type { ReplyOf } from '#contracts/endpoint.ts'
import type { ApiKeyId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import { featureAccess, requestsPerMinute, requireFeature } from '#server/billing/service.ts'
import { recordAuditIn } from '#server/identity/service.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { conflict, forbidden, invalid, notFound } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { requireRole } from '#server/platform/policy.ts'
import { hashToken, randomToken } from '#server/platform/secrets/tokens.ts'
import { text } from '#server/platform/text/message.ts'
import type { MemberRow } from '#server/tenant/schema.ts'
import { findMember, lockTenant, recordActivity } from '#server/tenant/service.ts'
import { MANAGE_API_KEYS, mayPassOn } from './policy.ts'
import { countKeys, insertKey, type ListedKey, listKeyRows, markRevoked } from './queries.ts'
import type { ApiKeyRow } from './schema.ts'

/** Marks a key as one of Segue, for people and for scanners of source code. */
export const KEY_PREFIX = 'segue_'
const SHOWN_CHARACTERS = KEY_PREFIX.length + 6

const stoppedBy = (row: ListedKey, now: Date): ApiKeyView['stopped'] => {
  if (row.expiresAt && row.expiresAt <= now) return 'expired'
  return row.makerRemovedAt || !mayPassOn(row.makerRole, row.scopes) ? 'maker' : null
}

const present = (row: ListedKey, now: Date): ApiKeyView => ({
  id: row.id,
  name: row.name,
  scopes: row.scopes,
  prefix: row.prefix,
  createdBy: row.makerName,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt?.toISOString() ?? null,
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  stopped: stoppedBy(row, now),
})

/** The keys of the business, and what its plan allows. Throws forbidden for agents. */
export const listKeys = (tenant: Tenant, actor: Member): Promise<ReplyOf<typeof listContract>> => {
  requireRole(actor, MANAGE_API_KEYS)
  return tenant.read(async (t) => {
    const [rows, apiAccess, perMinute] = await Promise.all([
      listKeyRows(t),
      featureAccess(t, 'apiAccess'),
      requestsPerMinute(t),
    ])
    return { items: rows.map((row) => present(row, t.now)), apiAccess, perMinute }
  })
}

type Given = z.output<typeof createContract.body>
type Origin = Pick<FastifyRequest, 'ip' | 'id'>

/** The platform's support works on a desk for an hour: nothing that it makes outlives that. Throws forbidden for it. */
export async function requireLastingMember(t: Tx, actor: Member): Promise<MemberRow> {
  const maker = await findMember(t, actor.userId)
  if (!maker || maker.removedAt) throw forbidden(m.error_api_key_support)
  return maker
}

/** Makes a key and shows it, once. Throws forbidden, plan_limit where the plan has no access to the API, conflict beyond the most keys. */
export async function createKey(
  tenant: Tenant,
  actor: Member,
  given: Given,
  origin: Origin,
): Promise<ReplyOf<typeof createContract>> {
  requireRole(actor, MANAGE_API_KEYS)
  const key = `${KEY_PREFIX}${randomToken()}`
  return tenant.tx(async (t) => {
    await lockTenant(t)
    await requireFeature(t, 'apiAccess')
    const maker = await requireLastingMember(t, actor)
    const expiresAt = given.expiresAt ? new Date(given.expiresAt) : null
    if (expiresAt && expiresAt <= t.now) throw invalid({ 'body.expiresAt': m.error_api_key_expiry_past })
    if ((await countKeys(t)) >= MAX_API_KEYS) throw conflict(text(m.error_api_keys_most, { max: MAX_API_KEYS }))
    const row: ApiKeyRow = {
      tenantId: t.tenantId,
      id: randomUUID() as ApiKeyId,
      name: given.name,
      scopes: [...new Set(given.scopes)],
      prefix: key.slice(0, SHOWN_CHARACTERS),
      keyHash: hashToken(key),
      createdBy: actor.userId,
      createdAt: t.now,
      expiresAt,
      lastUsedAt: null,
      revokedAt: null,
    }
    await insertKey(t, row)
    await record(t, actor, origin, 'api_key_created', row)
    const made = { ...row, makerName: maker.name, makerRole: maker.role, makerRemovedAt: null }
    return { apiKey: present(made, t.now), key }
  })
}

/** Refuses a key from now on. Throws forbidden, not_found. */
export async function revokeKey(tenant: Tenant, actor: Member, id: ApiKeyId, origin: Origin): Promise<{ ok: true }> {
  requireRole(actor, MANAGE_API_KEYS)
  await tenant.tx(async (t) => {
    const row = await markRevoked(t, id)
    if (!row) throw notFound('key')
    await record(t, actor, origin, 'api_key_revoked', row)
  })
  return { ok: true }
}

type Recorded = 'api_key_created' | 'api_key_revoked'

/** The row in the audit log, and the line that the business reads in its activity. */
async function record(
  t: Tx,
  actor: Member,
  { ip, id: requestId }: Origin,
  action: Recorded,
  { id, name, scopes, expiresAt }: Pick<ApiKeyRow, 'id' | 'name' | 'scopes' | 'expiresAt'>,
): Promise<void> {
  const message = action === 'api_key_created' ? m.activity_api_key_created : m.activity_api_key_revoked
  await recordActivity(t, actor, { action: text(message, { name }), type: 'api_key_update' })
  await recordAuditIn(t, {
    action,
    actor: { kind: 'member', id: actor.userId, email: actor.email },
    address: ip,
    requestId,
    detail: { apiKeyId: id, name, scopes, expiresAt: expiresAt?.toISOString() ?? null },
  })
}
