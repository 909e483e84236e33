import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { MemberRole } from '#contracts/identity/role.ts'
import type { SessionId, TenantId, UserId } from '#contracts/ids.ts'
import type { Language } from '#contracts/languages.ts'
import type { Platform } from '#server/platform/platform.ts'
import { processState } from '#server/platform/process-state.ts'
import { hashToken, isSameSecret } from '#server/platform/secrets/tokens.ts'
import { cookieOf, cookieSecret } from './auth.ts'

/** A signed-in person with the business they work for: what every member request needs. */
export type Account = {
  sessionId: SessionId
  sessionExpiresAt: Date
  /** When the person last proved who they are. */
  signedInAt: Date
  lastSeenAt: Date
  userId: UserId
  name: string
  email: string
  emailVerified: boolean
  language: Language
  platformRole: string | null
  needsOnboarding: boolean
  hasTwoFactor: boolean
  /** The business they work for in this session; null without one, and when it ended since it was chosen. */
  membership: {
    tenantId: TenantId
    slug: string
    tenantName: string
    primaryColor: string
    isDemo: boolean
    role: MemberRole
    name: string
    /** When the platform owner's time on this desk is over; null for a member. */
    supportEndsAt: Date | null
  } | null
}

const cookieSecretState = processState('session cookie secret', cookieSecret)

const signatureOf = (platform: Platform, token: string): string =>
  createHmac('sha256', platform.state(cookieSecretState)).update(token).digest('base64')

/** The value of the session cookie that carries this token. */
export const signToken = (platform: Platform, token: string): string => `${token}.${signatureOf(platform, token)}`

/** The session token of the request's cookie when its signature is valid; null otherwise. Does not read the database. */
export function sessionTokenOf(platform: Platform, request: FastifyRequest): string | null {
  const value = request.cookies[cookieOf(platform).name]
  const dot = value?.lastIndexOf('.') ?? -1
  if (!value || dot < 1) return null
  const token = value.slice(0, dot)
  return isSameSecret(value.slice(dot + 1), signatureOf(platform, token)) ? token : null
}

type Row = {
  session_id: SessionId
  signed_in_at: Date
  last_seen_at: Date
  needs_onboarding: boolean
  has_two_factor: boolean
  expires_at: Date
  user_id: string
  user_name: string
  user_email: string
  email_verified: boolean
  language: Language
  platform_role: string | null
  tenant_id: string | null
  slug: string
  tenant_name: string
  primary_color: string
  is_demo: boolean
  role: MemberRole
  member_name: string
  support_ends_at: Date | null
}

/**
 * Session, person and business in one statement, since every member request runs it. The platform owner may work on a desk for an hour
 * (support_membership_of). A person in several teams works for the one
 * that the session names, else for the one they joined first. When the named one is over, no other takes its place within the
 * session: a request made for one business must never act on another (`currentSession` chooses anew with the next page).
 */
const READ = `
  SELECT s.id AS session_id, s.signed_in_at, s.last_seen_at, s.expires_at,
         u.id AS user_id, u.name AS user_name, u.email AS user_email, u.email_verified, u.language, u.platform_role, u.needs_onboarding,
         u.two_factor_at IS NOT NULL AS has_two_factor,
         m.tenant_id, m.slug, m.name AS tenant_name, m.primary_color, m.is_demo, m.role, m.member_name, m.support_ends_at
  FROM auth.session s
  JOIN auth."user" u ON u.id = s.user_id
  LEFT JOIN LATERAL (
    SELECT * FROM support_membership_of(s.id, $2)
    UNION ALL
    SELECT f.*, NULL FROM memberships_of(u.id) f WHERE s.tenant_id IS NULL OR f.tenant_id = s.tenant_id
    LIMIT 1
  ) m ON true
  WHERE s.token = $1 AND s.expires_at > $2 AND u.disabled_at IS NULL`

/** Whose session a token is; null when it has ended or the account is disabled. Throws `unavailable` when the read fails. */
export async function findAccount(platform: Platform, token: string): Promise<Account | null> {
  const [row] = await platform.db.query<Row>(READ, [hashToken(token), platform.clock.now()], 'prepared')
  return row ? accountOf(row) : null
}

const accountOf = (row: Row): Account => ({
  sessionId: row.session_id,
  sessionExpiresAt: row.expires_at,
  signedInAt: row.signed_in_at,
  lastSeenAt: row.last_seen_at,
  userId: row.user_id as UserId,
  name: row.user_name,
  email: row.user_email,
  emailVerified: row.email_verified,
  language: row.language,
  platformRole: row.platform_role,
  needsOnboarding: row.needs_onboarding,
  hasTwoFactor: row.has_two_factor,
  membership: row.tenant_id
    ? {
        tenantId: row.tenant_id as TenantId,
        slug: row.slug,
        tenantName: row.tenant_name,
        primaryColor: row.primary_color,
        isDemo: row.is_demo,
        role: row.role,
        name: row.member_name,
        supportEndsAt: row.support_ends_at,
      }
    : null,
})

/** The signed-in person who sends this request; null without a session. */
export async function readAccount(platform: Platform, request: FastifyRequest): Promise<Account | null> {
  const token = sessionTokenOf(platform, request)
  return token ? findAccount(platform, token) : null
}

/** Ends one session. Gives whose it was, or null when there was none. */
export async function endSession(platform: Platform, token: string): Promise<UserId | null> {
  const [row] = await platform.db.query<{ user_id: string }>(
    'DELETE FROM auth.session WHERE token = $1 RETURNING user_id',
    [hashToken(token)],
  )
  return row ? (row.user_id as UserId) : null
}

/** Ends a session by its id, and with it its live streams. */
export async function endSessionById(platform: Platform, sessionId: string): Promise<void> {
  await platform.db.query('DELETE FROM auth.session WHERE id = $1', [sessionId])
}
