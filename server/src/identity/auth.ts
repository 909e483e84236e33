import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { APIError } from 'better-auth/api'
import { betterAuth } from 'better-auth/minimal'
import type { Platform } from '#server/platform/platform.ts'
import { processState } from '#server/platform/process-state.ts'
import { deriveKey } from '#server/platform/secrets/encrypt.ts'
import { withHashedSessionTokens } from './hashed-tokens.ts'
import { hashPassword, verifyPassword } from './password-hash.ts'
import { MAX_PASSWORD_LENGTH } from './passwords.ts'
import { account, session, user, verification } from './schema.ts'

const DAY_SECONDS = 86_400
export const SESSION_SECONDS = 30 * DAY_SECONDS
/** A session in use is prolonged once a day. */
export const REFRESH_SECONDS = DAY_SECONDS

/** Gives the client's address to the sign-in library, which would otherwise trust any X-Forwarded-For. */
export const CLIENT_ADDRESS_HEADER = 'x-segue-address'
export const USER_DISABLED = 'USER_DISABLED'

/** `__Host-` binds the cookie to this host and to TLS; without TLS browsers refuse the prefix. */
export const cookieOf = (platform: Platform): { name: string; secure: boolean } =>
  platform.baseUrl.startsWith('https:') ? { name: '__Host-segue', secure: true } : { name: 'segue', secure: false }

/** Signs the session cookie, so that no other value than one we gave reaches the database. */
export const cookieSecret = (platform: Platform): string =>
  deriveKey(platform.masterKey, 'session').toString('base64url')

/**
 * The sign-in library on Segue's tables: passwords, sessions and their cookie. Only Segue's routes call it, it serves no routes
 * itself; roles, tenants and limits are Segue's.
 */
const createAuth = (platform: Platform) => {
  const cookie = cookieOf(platform)
  return betterAuth({
    appName: 'Segue',
    baseURL: platform.baseUrl,
    secret: cookieSecret(platform),
    database: withHashedSessionTokens(
      drizzleAdapter(platform.db.orm, { provider: 'pg', schema: { user, session, account, verification } }),
    ),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: platform.config.passwordMinLength,
      maxPasswordLength: MAX_PASSWORD_LENGTH,
      password: { hash: hashPassword, verify: verifyPassword },
    },
    session: {
      expiresIn: SESSION_SECONDS,
      updateAge: REFRESH_SECONDS,
      additionalFields: {
        tenantId: { type: 'string', required: false, input: false },
        signedInAt: { type: 'date', required: false, input: false },
        lastSeenAt: { type: 'date', required: false, input: false },
      },
    },
    databaseHooks: {
      session: {
        create: {
          // In this hook, so that a disabled account gets no session by any way of signing in that is added later.
          before: async ({ userId }) => {
            const [person] = await platform.db.query<{ isDisabled: boolean; tenantId: string | null }>(
              `SELECT u.disabled_at IS NOT NULL AS "isDisabled", (SELECT tenant_id FROM memberships_of(u.id) LIMIT 1) AS "tenantId"
               FROM auth."user" u WHERE u.id = $1`,
              [userId],
              'prepared',
            )
            if (person?.isDisabled) throw new APIError('FORBIDDEN', { code: USER_DISABLED, message: USER_DISABLED })
            return { data: { tenantId: person?.tenantId ?? null } }
          },
        },
      },
    },
    advanced: {
      database: { generateId: 'uuid' },
      useSecureCookies: false,
      cookies: { session_token: { name: cookie.name, attributes: { secure: cookie.secure } } },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
  })
}

export type Auth = ReturnType<typeof createAuth>

const authState = processState('sign-in library', createAuth)

/** The sign-in library of this process. */
export const authOf = (platform: Platform): Auth => platform.state(authState)
