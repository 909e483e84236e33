import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { PushSubscriptionId } from '#contracts/ids.ts'
import type { NewPushSubscription, PreferencesView } from '#contracts/notification/preferences.ts'
import * as m from '#i18n/messages.js'
import { type Account, readAccount } from '#server/identity/service.ts'
import type { Guest, Member } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { forbidden, notFound, unauthenticated } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import {
  deletePushSubscriptionAt,
  deletePushSubscriptions,
  insertPushSubscription,
  listPushSubscriptions,
} from './preference-queries.ts'
import { viewOf } from './preferences.ts'
import { encryptAuth } from './short-messages/push.ts'

/** The most browsers of a person; a further one takes the place of the oldest. */
const MOST = 10

/**
 * Sends push messages to this browser from now on, until the session ends. The same browser again replaces its former keys; whoever used it
 * before gets none there any more.
 */
export async function addPushDevice(
  tenant: Tenant,
  actor: Member,
  given: z.output<typeof NewPushSubscription>,
  request: FastifyRequest,
): Promise<PreferencesView> {
  const device = await deviceOf(request.headers['user-agent'])
  const account = await readAccount(tenant.platform, request)
  if (!account) throw unauthenticated()
  return tenant.tx(async (t) => {
    await store(t, tenant, { ...account, userId: actor.userId }, given, device)
    return viewOf(t, tenant, actor)
  })
}

/** The same for a customer: replies of the business come to this browser. Throws forbidden (reason `signed_out`) for a guest. */
export async function addCustomerPushDevice(
  tenant: Tenant,
  { customer }: Guest,
  given: z.output<typeof NewPushSubscription>,
  request: FastifyRequest,
): Promise<void> {
  const account = customer && (await readAccount(tenant.platform, request))
  if (!account) throw forbidden(m.error_portal_signed_out, { reason: 'signed_out' })
  const device = await deviceOf(request.headers['user-agent'])
  await tenant.tx((t) => store(t, tenant, account, given, device))
}

/** One row for each browser. A further one than the most takes the place of the oldest. */
async function store(
  t: Tx,
  tenant: Tenant,
  { userId, sessionId }: Pick<Account, 'userId' | 'sessionId'>,
  given: z.output<typeof NewPushSubscription>,
  device: string,
): Promise<void> {
  await deletePushSubscriptionAt(t, given.endpoint)
  const tooMany = (await listPushSubscriptions(t, userId)).slice(MOST - 1).map(({ id }) => id)
  if (tooMany.length > 0) await deletePushSubscriptions(t, userId, tooMany)
  const id = crypto.randomUUID() as PushSubscriptionId
  const { p256dh, auth } = given.keys
  const encryptedAuth = encryptAuth(tenant, id, auth)
  await insertPushSubscription(t, {
    id,
    userId,
    sessionId,
    endpoint: given.endpoint,
    p256dh,
    encryptedAuth,
    device,
    createdAt: t.now,
  })
}

/** Forgets a browser of the member. One that is not theirs is not found and changes nothing. */
export const removePushDevice = (tenant: Tenant, actor: Member, id: PushSubscriptionId): Promise<PreferencesView> =>
  tenant.tx(async (t) => {
    if (!(await listPushSubscriptions(t, actor.userId)).some((one) => one.id === id)) throw notFound('device')
    await deletePushSubscriptions(t, actor.userId, [id])
    return viewOf(t, tenant, actor)
  })

/** "Firefox, Linux": what the member recognises the browser by. */
async function deviceOf(userAgent: string | undefined): Promise<string> {
  if (!userAgent) return '—'
  const { default: Bowser } = await import('bowser')
  const { browser, os } = Bowser.parse(userAgent.slice(0, 500))
  return [browser.name, os.name].filter(Boolean).join(', ').slice(0, 80) || '—'
}
