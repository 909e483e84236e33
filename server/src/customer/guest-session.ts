import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { VisitView } from '#contracts/customer/visit.ts'
import type { ColorScheme } from '#contracts/identity/appearance.ts'
import type { GuestId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import { type Account, readAccount } from '#server/identity/service.ts'
import type { Guest } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Platform, Tenant } from '#server/platform/platform.ts'
import { hashToken, randomToken } from '#server/platform/secrets/tokens.ts'
import { getActivePortal, type PortalHost, portalHostOf } from '#server/tenant/service.ts'
import { enterAs, type SignedInAccount } from './account/enter.ts'
import { findCustomerByAccount, findGuestByToken, type GuestWithAccount, insertGuest, updateGuest } from './queries.ts'
import type { CustomerPreferences, GuestRow } from './schema.ts'
import { visitOf } from './visit.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** A guest who returns after half a year is a new guest. */
const SESSION_DAYS = 180
/** A guest who opens the portal again after this time is greeted as returning. */
const NEW_VISIT_MS = HOUR_MS / 2

/** Base64url of 32 bytes. Anything else is rejected without a read. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/

/** `__Host-` binds a cookie to this host and to TLS; without TLS browsers refuse the prefix. */
const cookieOf = (platform: Platform, slug: string): { name: string; secure: boolean } => {
  const secure = platform.baseUrl.startsWith('https:')
  const name = `guest-${slug.toLowerCase()}`
  return { name: secure ? `__Host-${name}` : name, secure }
}

type Slugs = readonly string[]

/** The token of a request: from the header, where a frame has to store it itself, otherwise from the cookie. */
function tokenOf(platform: Platform, request: FastifyRequest, slugs: Slugs): string | null {
  const { authorization } = request.headers
  if (!authorization) return cookieTokenOf(platform, request, slugs)
  const token = /^Bearer (.+)$/i.exec(authorization)?.[1]
  return token && TOKEN.test(token) ? token : null
}

/** Also from the cookie of an earlier address of the portal, so that its guests keep their conversations. */
function cookieTokenOf(platform: Platform, request: FastifyRequest, slugs: Slugs): string | null {
  const tokens = slugs.map((slug) => request.cookies[cookieOf(platform, slug).name])
  return tokens.find((token) => token && TOKEN.test(token)) ?? null
}

/**
 * Authenticates a guest by the session of this portal; a session of another portal does not count. Throws not_found for an unknown
 * or suspended portal and unauthenticated without an active session.
 */
export const guestAuthenticator =
  (platform: Platform) =>
  async (request: FastifyRequest, slug: string): Promise<{ actor: Guest; tenant: Tenant; sessionEndsAt: Date }> => {
    const { tenant, slugs } = await getActivePortal(platform, slug)
    const token = tokenOf(platform, request, slugs)
    const row = token && (await resumeSession(tenant, token))
    if (!row) throw new AppError('unauthenticated', m.error_visit_ended)
    const { customer, endsAt } = await signedInAs(platform, request, row)
    const isKnown = isReturning(row, platform.clock.now())
    const actor: Guest = {
      kind: 'guest',
      guestId: row.id,
      isReturning: isKnown,
      ...(customer ? { customer } : {}),
      ...(row.isBlocked ? { isBlocked: true } : {}),
    }
    return { actor, tenant, sessionEndsAt: endsAt }
  }

/**
 * The customer a guest is: whom the business's server named, or signed in by the account's session in the same browser. Without that session the guest's has ended too: who
 * uses the browser next does not get the customer's conversations.
 */
async function signedInAs(
  platform: Platform,
  request: FastifyRequest,
  { accountId, accountCustomerId, identifiedAt, customerId, expiresAt }: GuestWithAccount,
): Promise<{ customer: Guest['customer']; endsAt: Date }> {
  const identified = identifiedAt && customerId ? { id: customerId, userId: null } : undefined
  if (!accountId) return { customer: identified, endsAt: expiresAt }
  const account = await readAccount(platform, request)
  if (account?.userId !== accountId || !accountCustomerId) throw new AppError('unauthenticated', m.error_visit_ended)
  const endsAt = account.sessionExpiresAt < expiresAt ? account.sessionExpiresAt : expiresAt
  return { customer: { id: accountCustomerId, userId: accountId }, endsAt }
}

const isReturning = (row: GuestRow, now: Date): boolean =>
  row.customerId !== null || now.getTime() - row.createdAt.getTime() >= NEW_VISIT_MS

/** The active session of a token, with its expiry prolonged. Written at most hourly, so that most requests only read. */
async function resumeSession(tenant: Tenant, token: string): Promise<GuestWithAccount | null> {
  const row = await tenant.read((t) => findActiveGuest(t, token))
  return row && isVisitDue(row, tenant.platform.clock.now()) ? tenant.tx((t) => prolongSession(t, token)) : row
}

async function findActiveGuest(t: Tx, token: string): Promise<GuestWithAccount | null> {
  const row = await findGuestByToken(t, hashToken(token))
  return row && row.expiresAt > t.now ? row : null
}

const isVisitDue = (row: GuestRow, now: Date): boolean => now.getTime() - row.lastSeenAt.getTime() >= HOUR_MS

async function prolongSession(t: Tx, token: string): Promise<GuestWithAccount | null> {
  const row = await findActiveGuest(t, token)
  if (!row || !isVisitDue(row, t.now)) return row
  const change = { lastSeenAt: t.now, ...(isExpiryDue(row, t.now) ? { expiresAt: expiryFrom(t.now) } : {}) }
  await updateGuest(t, row.id, change)
  return { ...row, ...change }
}

const expiryFrom = (now: Date): Date => new Date(now.getTime() + SESSION_DAYS * DAY_MS)
const isExpiryDue = (row: GuestRow, now: Date): boolean => expiryFrom(now).getTime() - row.expiresAt.getTime() >= DAY_MS

type Person = { name: string; email: string }
type SignedIn = Person & { timezone: string | null; theme: ColorScheme | null }

export type GuestSession = {
  guestId: GuestId
  token: string | null
  isReturning: boolean
  /** Whether the business's server signed who the guest is. */
  isIdentified: boolean
  /** The account that is signed in at this business. */
  account: SignedIn | null
  /** The account of this browser that has not entered this business. */
  otherAccount: Person | null
}

/**
 * Starts a guest session, or resumes the one of the request, and sets its cookie. The reply contains the token only when the page
 * asks for it (`bearer`) and the session's cookie did not arrive: where cookies work, no script needs the token, and none gets it.
 */
export async function startGuestSession(
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
  given: { slug: string; bearer: boolean; from?: string | undefined; isNew?: boolean | undefined },
): Promise<GuestSession> {
  const { tenant, slugs } = await getActivePortal(platform, given.slug)
  const token = given.isNew ? null : tokenOf(platform, request, slugs)
  // A frame on another site gets no session of an account.
  const signedIn = given.bearer ? null : await readAccount(platform, request)
  const begun = { portalHost: portalHostOf(platform, request), visit: visitOf(given.from, request.headers.referer) }
  const session = await tenant.tx((t) => resumeOrCreate(t, token, signedIn, begun))
  const { name, secure } = cookieOf(platform, given.slug)
  // Some browsers give a frame on another site neither cookies nor storage, only a cookie partitioned by that site.
  const scope = given.bearer
    ? ({ sameSite: 'none', secure: true, partitioned: true } as const)
    : { sameSite: 'lax' as const, secure }
  reply.setCookie(name, session.token, {
    path: '/',
    httpOnly: true,
    ...scope,
    maxAge: (SESSION_DAYS * DAY_MS) / 1000,
  })
  return {
    guestId: session.row.id,
    token: given.bearer && cookieTokenOf(platform, request, slugs) !== session.token ? session.token : null,
    isReturning: isReturning(session.row, platform.clock.now()),
    isIdentified: session.row.identifiedAt !== null,
    ...accountsOf(session, signedIn),
  }
}

const accountsOf = ({ row, preferences }: Session, signedIn: Account | null) => {
  const person = signedIn && { name: signedIn.name, email: signedIn.email }
  if (!row.accountId) return { account: null, otherAccount: person }
  const { timezone = null, theme = null } = preferences
  return { account: person && { ...person, timezone, theme }, otherAccount: null }
}

/** Where a session begins, and how its visitor came there. */
type Begun = { portalHost: PortalHost; visit: VisitView | null }
type Session = { row: GuestRow; token: string; preferences: CustomerPreferences }

/**
 * The session of the token, or a new one: also where the account that was signed in with it no longer is. Somebody who signed in at this
 * business before and is signed in elsewhere on the installation is signed in here too.
 */
async function resumeOrCreate(t: Tx, token: string | null, signedIn: Account | null, begun: Begun): Promise<Session> {
  const known = token && (await prolongSession(t, token))
  const isOver = known && known.accountId !== null && known.accountId !== signedIn?.userId
  const session = known && token && !isOver ? { row: known as GuestRow, token } : await createGuest(t, begun)
  const { portalHost } = begun
  if (session.row.portalHost !== portalHost) await updateGuest(t, session.row.id, { portalHost })
  const customer = isProved(signedIn) ? await findCustomerByAccount(t, signedIn.userId) : undefined
  const preferences = customer?.preferences ?? {}
  if (!isProved(signedIn) || session.row.accountId || !customer) return { ...session, preferences }
  await enterAs(t, session.row.id, signedIn)
  return { ...session, preferences, row: { ...session.row, accountId: signedIn.userId } }
}

const isProved = (account: Account | null): account is Account & SignedInAccount => account?.emailVerified === true

/** Adds a guest with a new random token. A token that came with the request is never adopted. */
export async function createGuest(t: Tx, { portalHost, visit }: Begun): Promise<{ row: GuestRow; token: string }> {
  const token = randomToken()
  const row: GuestRow = {
    tenantId: t.tenantId,
    id: randomUUID() as GuestId,
    tokenHash: hashToken(token),
    customerId: null,
    accountId: null,
    identifiedAt: null,
    portalHost,
    visit,
    createdAt: t.now,
    lastSeenAt: t.now,
    expiresAt: expiryFrom(t.now),
  }
  await insertGuest(t, row)
  return { row, token }
}
