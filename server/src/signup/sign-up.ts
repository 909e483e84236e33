import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { TenantId, UserId } from '#contracts/ids.ts'
import type {
  SignUpId,
  SignUpView,
  signUpBusiness as signUpBusinessContract,
  signUp as signUpContract,
} from '#contracts/signup/signup.ts'
import * as m from '#i18n/messages.js'
import { planOf, readCheckout } from '#server/billing/service.ts'
import {
  createAccountIn,
  finishOnboarding,
  hashNewPassword,
  recordAuditIn,
  type StartedSession,
  sendVerification,
  signIn,
  startSession,
} from '#server/identity/service.ts'
import type { SignedIn } from '#server/platform/actor.ts'
import { violatedConstraint } from '#server/platform/db/database-errors.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { AppError, conflict } from '#server/platform/errors.ts'
import { type Platform, type Tenant, tenantOf } from '#server/platform/platform.ts'
import { deriveKey } from '#server/platform/secrets/encrypt.ts'
import { readTenant } from '#server/tenant/service.ts'
import { createBusiness } from './create-business.ts'
import { isAskedLater, pageAfter } from './flows.ts'
import { findOnboarding } from './queries.ts'
import { queueWelcomeMail } from './welcome-mail.ts'

type SignUp = z.output<typeof signUpContract.body>
type BusinessSignUp = z.output<typeof signUpBusinessContract.body>
export type SignedUp = { view: SignUpView; session: StartedSession }

/**
 * Signs up a business with a new account, all in one transaction, and signs its owner in. Repeated under its id with the same e-mail and
 * password it gives the same account. Throws conflict (`email_in_use`; of the checkout `used`, `unpaid`), not_found for a gift token or
 * checkout that does not exist, and invalid_input for what cannot be a password.
 */
export async function signUp(platform: Platform, request: FastifyRequest, given: SignUp): Promise<SignedUp> {
  const { email } = given
  // What is left of a name where only an e-mail address is known.
  const name = given.name || (email.split('@')[0] ?? email)
  const password = await hashNewPassword(platform, given.password, { name, email, businessName: given.businessName })
  await readProof(platform, given)
  const tenant = tenantOf(platform, tenantIdOf(platform, given.id))
  const created = await onceIn(tenant, async (t) => {
    const create = () =>
      createAccountIn(t, { email, name, password, emailVerified: false, needsOnboarding: isAskedLater(given) })
    const business = await createBusiness(t, given, { name, email, create })
    await recordSignUp(t, request, { userId: business.ownerId, email }, given)
    if (!isAskedLater(given)) await queueWelcomeMail(t, platform, email, given.language)
    return business
  })
  if (!created) return signInAgain(tenant, request, given)
  const { ownerId, view } = created
  await sendVerification(platform, ownerId).catch((error: unknown) => {
    // The business exists: a mail that cannot be queued must not make its owner sign up again. It can be sent again from the account.
    platform.log.warn({ error }, 'the verification mail of a sign-up could not be queued')
  })
  return { view, session: await startSession(platform, request, ownerId) }
}

/** The same for a signed-in account without a business (a sign-in with Google). Throws conflict where it has one. */
export async function signUpBusiness(
  platform: Platform,
  request: FastifyRequest,
  actor: SignedIn,
  given: BusinessSignUp,
): Promise<SignedUp> {
  const { userId, email, name } = actor
  await readProof(platform, given)
  const tenant = tenantOf(platform, tenantIdOf(platform, given.id))
  const created = await onceIn(tenant, async (t) => {
    await requireNoBusiness(t, userId)
    const business = await createBusiness(t, given, { name, email, create: async () => userId })
    if (!isAskedLater(given)) await finishOnboarding(t, userId)
    await recordSignUp(t, request, actor, given)
    if (!isAskedLater(given)) await queueWelcomeMail(t, platform, email, given.language)
    return business
  })
  const view = created?.view ?? (await readSignUp(tenant, userId))
  return { view, session: await startSession(platform, request, userId) }
}

/** Of two sign-ups of one account at once the second waits here, and then sees the first one's business. */
async function requireNoBusiness(t: Tx, userId: UserId): Promise<void> {
  await t.sql('SELECT pg_advisory_xact_lock(hashtextextended($1, 8))', [userId])
  const memberships = await t.sql('SELECT 1 FROM memberships_of($1) WHERE tenant_id <> $2', [userId, t.tenantId])
  if (memberships.length > 0) throw conflict(m.error_signup_has_business, { reason: 'has_business' })
}

/** Before the transaction: Stripe may know a checkout as paid whose message has not come yet. */
async function readProof(platform: Platform, { proof }: Pick<SignUp, 'proof'>): Promise<void> {
  if (proof.kind === 'checkout') await readCheckout(platform, proof.checkoutId)
}

/**
 * The id of a sign-up's business. It follows from the id that the page made, so that a repeated request meets the same row, but not
 * without the server's key: nobody can name a business that is not the sign-up's own.
 */
function tenantIdOf(platform: Platform, id: SignUpId): TenantId {
  const bytes = createHmac('sha256', deriveKey(platform.masterKey, 'sign-up')).update(id).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') as TenantId
}

/** Null where the business exists. */
async function onceIn<T>(tenant: Tenant, create: (t: Tx) => Promise<T>): Promise<T | null> {
  try {
    return await tenant.tx(create)
  } catch (error) {
    if (violatedConstraint(error) === 'tenant_pkey') return null
    throw error
  }
}

/** The sign-up was made before: whoever knows its e-mail and password gets a session, with the limits of any sign-in. */
async function signInAgain(tenant: Tenant, request: FastifyRequest, { email, password }: SignUp): Promise<SignedUp> {
  const credentials = { email, password, portal: 'business' } as const
  const session = await signIn(tenant.platform, request, credentials).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'unauthenticated' ? anotherSignUp() : error
  })
  const { account, cookies } = session
  if (!account) throw anotherSignUp()
  return { view: await readSignUp(tenant, account.userId), session: { account, cookies } }
}

const anotherSignUp = () => conflict(m.error_signup_other, { reason: 'other_sign_up' })

const readSignUp = (tenant: Tenant, ownerId: UserId): Promise<SignUpView> =>
  tenant.read(async (t) => {
    const row = await findOnboarding(t)
    if (row?.ownerId !== ownerId) throw anotherSignUp()
    const { slug } = await readTenant(t)
    const { plan } = await planOf(t)
    return { slug, planId: plan.id, next: pageAfter(row.flow, plan.id) }
  })

const recordSignUp = (
  t: Tx,
  request: FastifyRequest,
  { userId, email }: Pick<SignedIn, 'userId' | 'email'>,
  { flow, proof }: Pick<SignUp, 'flow' | 'proof'>,
): Promise<void> =>
  recordAuditIn(t, {
    action: 'sign_up',
    actor: { kind: 'member', id: userId, email },
    address: request.ip,
    requestId: request.id,
    detail: { flow, plan: proof.kind },
  })
