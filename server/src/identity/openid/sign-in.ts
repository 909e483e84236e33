import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { Email } from '#contracts/fields.ts'
import type { UserId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import { recordAudit } from '#server/identity/audit.ts'
import { createAccountIn, insertLogin } from '#server/identity/create-account.ts'
import { finishSignIn, type Portal } from '#server/identity/finish-sign-in.ts'
import { issueToken, redeemToken } from '#server/identity/one-time-tokens.ts'
import { type EmailProof, proveEmailIn } from '#server/identity/prove-email.ts'
import { refusals } from '#server/identity/refusals.ts'
import type { StartedSession } from '#server/identity/start-session.ts'
import { inTransaction, type Statements } from '#server/identity/transaction.ts'
import { beginSecondStep } from '#server/identity/two-factor/second-step.ts'
import { sqlState } from '#server/platform/db/database-errors.ts'
import { AppError, forbidden } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { languageOf } from '#server/platform/route/request-language.ts'
import { isSameSecret, randomToken } from '#server/platform/secrets/tokens.ts'
import { text } from '#server/platform/text/message.ts'
import { authorizationUrl, configuredProvider, identityOfCode, type ProviderIdentity } from './provider.ts'

const VALID_MS = 10 * 60_000
/** The cookie is sent where somebody signs in, and nowhere else. */
const PATH = '/api/session'

const cookieNameOf = (platform: Platform): string =>
  platform.baseUrl.startsWith('https:') ? '__Secure-segue-provider' : 'segue-provider'

const browserCookie = (platform: Platform, request: FastifyRequest, value: string, maxAge: number): string =>
  request.server.serializeCookie(cookieNameOf(platform), value, {
    path: PATH,
    httpOnly: true,
    sameSite: 'lax',
    secure: platform.baseUrl.startsWith('https:'),
    maxAge,
  })

/** What a begun sign-in keeps until the provider leads back. */
type Begun = { state: string; nonce: string; verifier: string; portal: Portal; isSignUp: boolean; next: string | null }

/** Begins a sign-in at the configured provider: its address, and the cookie that binds the sign-in to this browser. */
export async function beginProviderSignIn(
  platform: Platform,
  request: FastifyRequest,
  { portal, isSignUp, next }: { portal: Portal; isSignUp: boolean; next?: string | undefined },
): Promise<{ url: string; cookie: string }> {
  const begun: Begun = {
    state: randomToken(),
    nonce: randomToken(),
    verifier: randomToken(),
    portal,
    isSignUp,
    next: next ?? null,
  }
  const challenge = createHash('sha256').update(begun.verifier).digest('base64url')
  const url = await authorizationUrl(platform, { ...begun, challenge })
  const token = await issueToken(platform, { kind: 'openid', userId: null, validMs: VALID_MS, detail: begun })
  return { url, cookie: browserCookie(platform, request, token, VALID_MS / 1000) }
}

export type ProviderSignInResult = {
  account: StartedSession['account'] | null
  cookies: string[]
  next: string | null
  isCodeNeeded: boolean
}

/**
 * Completes it. The person is found by the provider's subject, or by an e-mail that the provider has verified, which links them from then on; where Segue had not
 * verified it, this is its first proof (`proveEmailIn`).
 * Throws unauthenticated (reason `step_over`) for a sign-in of another browser or that took too long, forbidden (reason `email_not_verified`) where the
 * provider has not verified the e-mail, or `no_account` at a sign-in without an account, and unavailable when the provider does not answer.
 */
export async function completeProviderSignIn(
  platform: Platform,
  request: FastifyRequest,
  given: { code: string; state: string },
): Promise<ProviderSignInResult> {
  const token = request.cookies[cookieNameOf(platform)] ?? ''
  const now = platform.clock.now()
  const redeemed = await inTransaction(platform, (t) => redeemToken(t, { kinds: ['openid'], token, now }))
  const begun = redeemed?.detail as Begun | undefined
  if (!begun?.state || !isSameSecret(given.state, begun.state)) throw stepOver()
  const identity = await identityOfCode(platform, { ...begun, code: given.code })
  const origin = { address: request.ip, requestId: request.id }
  const find = () => inTransaction(platform, (t) => findOrLink(t, identity, { now, origin }))
  const found = await find().catch((error: unknown) => {
    // Two sign-ins linked the account at once: the other one did it.
    if (sqlState(error) === '23505') return find()
    throw error
  })
  const result = { account: null, cookies: [browserCookie(platform, request, '', 0)], next: begun.next }
  if (found === 'unverified') throw await refuseUnverified(platform, request, identity)
  if (!found && !begun.isSignUp) throw noAccount(identity)
  const person = found ?? (await createAccountOf(platform, request, identity))
  const { userId, hasTwoFactor, isDisabled } = person
  const { portal } = begun
  if (isDisabled) throw refusals.user_disabled()
  if (hasTwoFactor) {
    result.cookies.push(await beginSecondStep(platform, request, { userId, portal }))
    return { ...result, isCodeNeeded: true }
  }
  const { account, cookies } = await finishSignIn(platform, request, { userId, portal, owner: null, how: 'provider' })
  return { ...result, account, cookies: [...result.cookies, ...cookies], isCodeNeeded: false }
}

const stepOver = () => new AppError('unauthenticated', m.error_provider_step_over, { reason: 'step_over' })

type Person = { userId: UserId; hasTwoFactor: boolean; isDisabled: boolean }
type Row = { id: UserId; two_factor_at: Date | null; disabled_at: Date | null }

const personOf = (row: Row): Person => ({
  userId: row.id,
  hasTwoFactor: row.two_factor_at !== null,
  isDisabled: row.disabled_at !== null,
})

/** The person of an identity; null without one, `unverified` where an account has the e-mail and the provider has not verified it. */
async function findOrLink(
  t: Statements,
  identity: ProviderIdentity,
  at: Pick<EmailProof, 'now' | 'origin'>,
): Promise<Person | 'unverified' | null> {
  const { issuer, subject, email } = identity
  const columns = 'u.id, u.two_factor_at, u.disabled_at'
  const [linked] = await t.sql<Row>(
    `SELECT ${columns} FROM auth.account a JOIN auth."user" u ON u.id = a.user_id
     WHERE a.provider_id = $1 AND a.account_id = $2`,
    [issuer, subject],
  )
  if (linked) return personOf(linked)
  const [named] = email ? await t.sql<Row>(`SELECT ${columns} FROM auth."user" u WHERE u.email = $1`, [email]) : []
  if (!named || !email) return null
  if (!identity.isEmailVerified) return 'unverified'
  const person = personOf(named)
  if (person.isDisabled) return person
  const { userId } = person
  const isFirstProof = await proveEmailIn(t, { userId, email, by: 'provider', ...at })
  await insertLogin(t, { userId, accountId: subject, providerId: issuer, password: null })
  return { ...person, hasTwoFactor: person.hasTwoFactor && !isFirstProof }
}

async function refuseUnverified(platform: Platform, request: FastifyRequest, { email }: ProviderIdentity) {
  await recordAudit(platform, {
    action: 'sign_in_denied',
    actor: { kind: 'unauthenticated', email },
    address: request.ip,
    requestId: request.id,
    detail: { reason: 'email_not_verified', how: 'provider' },
  })
  const provider = configuredProvider(platform).name
  return forbidden(text(m.error_provider_unverified, { provider }), { reason: 'email_not_verified', isAudited: true })
}

/** A new account of a verified identity, without password and without a business yet. Throws forbidden without a verified e-mail. */
async function createAccountOf(
  platform: Platform,
  request: FastifyRequest,
  identity: ProviderIdentity,
): Promise<Person> {
  const { email, name, issuer, subject, isEmailVerified } = identity
  if (!email || !isEmailVerified || !Email.safeParse(email).success)
    throw await refuseUnverified(platform, request, identity)
  const userId = await inTransaction(platform, (t) =>
    createAccountIn(t, {
      email,
      name: name || (email.split('@')[0] ?? email),
      password: null,
      emailVerified: true,
      linked: { issuer, subject },
      language: languageOf(request),
      needsOnboarding: true,
    }),
  )
  return { userId, hasTwoFactor: false, isDisabled: false }
}

const noAccount = ({ email }: ProviderIdentity) =>
  forbidden(text(m.error_provider_no_account, { email: email ?? '' }), { reason: 'no_account', isAudited: true })
