import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgSchema, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { ColorScheme } from '#contracts/identity/appearance.ts'
import type { TenantId } from '#contracts/ids.ts'
import type { Language } from '#contracts/languages.ts'
import { instant } from '#server/platform/db/table.ts'

/** The sign-in library's tables, in a schema without tenants: a person has one account for all businesses. */
export const auth = pgSchema('auth')

export const user = auth.table('user', {
  id: uuid('id').primaryKey().defaultRandom(),
  name: text('name').notNull(),
  email: text('email').notNull().unique(),
  emailVerified: boolean('email_verified').notNull().default(false),
  image: text('image'),
  /** `super-admin` for the platform owner; everybody else's role derives from their membership. */
  platformRole: text('platform_role'),
  /** Of the mails about the account. */
  language: text('language').$type<Language>().notNull().default('en'),
  disabledAt: instant('disabled_at'),
  /** Set by a trigger on `session`, so that no way of signing in can forget it. */
  lastSignInAt: instant('last_sign_in_at'),
  /** The key of the authenticator app, encrypted; without `twoFactorAt` it is only being set up. */
  totpSecret: text('totp_secret'),
  twoFactorAt: instant('two_factor_at'),
  /** The time step of the last accepted code: a code is accepted once. */
  totpStep: bigint('totp_step', { mode: 'number' }),
  /** Signed up, and still without a business of their own. */
  needsOnboarding: boolean('needs_onboarding').notNull().default(false),
  /** Has set up a business, or the platform owner says so with the reset tool. */
  onboardingComplete: boolean('onboarding_complete').notNull().default(false),
  /** When, and by whom (an email), the reset tool cleared the flag of onboarding. */
  resetAt: instant('reset_at'),
  resetBy: text('reset_by'),
  /** `#rrggbb`; null: Segue's own. */
  accentColor: text('accent_color'),
  /** Null until the person chooses: each device keeps its own. */
  colorScheme: text('color_scheme').$type<ColorScheme>(),
  /** Another one with each picture, so that its address changes. */
  avatarId: uuid('avatar_id'),
  avatarKey: text('avatar_key'),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
})
export type UserRow = typeof user.$inferSelect

export const session = auth.table(
  'session',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** The SHA-256 of the token in the cookie (`hashToken`); the token itself is not stored. */
    token: text('token').notNull().unique(),
    userId: uuid('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    /** The business the person works for in this session; null: the one they joined first. */
    tenantId: uuid('tenant_id').$type<TenantId>(),
    /** When the person last proved who they are. */
    signedInAt: instant('signed_in_at').notNull().defaultNow(),
    lastSeenAt: instant('last_seen_at').notNull().defaultNow(),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [index('session_by_user').on(t.userId)],
)

export const account = auth.table(
  'account',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: instant('access_token_expires_at'),
    refreshTokenExpiresAt: instant('refresh_token_expires_at'),
    scope: text('scope'),
    password: text('password'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [index('account_by_user').on(t.userId), unique('account_of_provider').on(t.providerId, t.accountId)],
)

export const verification = auth.table('verification', {
  id: uuid('id').primaryKey().defaultRandom(),
  identifier: text('identifier').notNull(),
  value: text('value').notNull(),
  expiresAt: instant('expires_at').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
})

export type OneTimeTokenKind = 'reset_password' | 'verify_email' | 'change_email' | 'second_step' | 'openid'

/** Tokens of links and of sign-ins with several steps, each redeemed once. Only their hash is stored. */
export const oneTimeToken = auth.table(
  'one_time_token',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    kind: text('kind').$type<OneTimeTokenKind>().notNull(),
    tokenHash: text('token_hash').notNull().unique(),
    /** Null while it is unknown who signs in. */
    userId: uuid('user_id').references(() => user.id, { onDelete: 'cascade' }),
    detail: jsonb('detail').$type<Record<string, unknown>>().notNull().default({}),
    attempts: integer('attempts').notNull().default(0),
    createdAt: instant('created_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [index('one_time_token_by_user').on(t.userId, t.kind), index('one_time_token_by_expiry').on(t.expiresAt)],
)

/** Codes that replace the authenticator app, each once. Only their hash is stored. */
export const recoveryCode = auth.table(
  'recovery_code',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    codeHash: text('code_hash').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [primaryKey({ columns: [t.userId, t.codeHash] })],
)

/** Failed sign-ins by account, address and known device. The limits on them hold across restarts and nodes. */
export const signInAttempt = auth.table(
  'sign_in_attempt',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    email: text('email').notNull(),
    address: text('address').notNull(),
    /** The device, where an earlier sign-in of this account came from it; null for an unknown one. */
    device: text('device'),
    at: instant('at').notNull().defaultNow(),
  },
  (t) => [
    index('attempt_by_email').on(t.email, t.at),
    index('attempt_by_address').on(t.address, t.at),
    index('attempt_by_device').on(t.device, t.at).where(sql`device is not null`),
  ],
)

/** Sign-ins, denials and role changes, append-only: the serving role can add rows and nothing else. */
export const auditLog = auth.table(
  'audit_log',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    at: instant('at').notNull().defaultNow(),
    action: text('action').notNull(),
    tenantId: uuid('tenant_id'),
    actorKind: text('actor_kind').notNull(),
    actorId: uuid('actor_id'),
    actorEmail: text('actor_email'),
    address: text('address'),
    requestId: text('request_id'),
    detail: jsonb('detail').$type<Record<string, unknown>>().notNull().default({}),
  },
  (t) => [index('audit_by_time').on(t.at)],
)
