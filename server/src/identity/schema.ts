import { sql } from 'drizzle-orm'
import { boolean, index, jsonb, pgSchema, text, uuid } from 'drizzle-orm/pg-core'
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
  disabledAt: instant('disabled_at'),
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
  (t) => [index('account_by_user').on(t.userId)],
)

export const verification = auth.table('verification', {
  id: uuid('id').primaryKey().defaultRandom(),
  identifier: text('identifier').notNull(),
  value: text('value').notNull(),
  expiresAt: instant('expires_at').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
})

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
