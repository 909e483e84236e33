import { foreignKey, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { ApiScope } from '#contracts/api-key/scope.ts'
import type { ApiKeyId, UserId } from '#contracts/ids.ts'
import { instant, isolated, tenantId } from '#server/platform/db/table.ts'
import { member } from '#server/tenant/schema.ts'

/** A key of a business for its own programs. A revoked one stays, so that its refusal can say so. */
export const apiKey = pgTable(
  'api_key',
  {
    tenantId: tenantId(),
    id: uuid('id').$type<ApiKeyId>().notNull(),
    name: text('name').notNull(),
    scopes: text('scopes').array().$type<ApiScope[]>().notNull(),
    prefix: text('prefix').notNull(),
    /** SHA-256 of the key, which is not stored. */
    keyHash: text('key_hash').notNull(),
    /** The member for whom it acts. */
    createdBy: uuid('created_by').$type<UserId>().notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at'),
    lastUsedAt: instant('last_used_at'),
    revokedAt: instant('revoked_at'),
  },
  (t) => [
    isolated(),
    primaryKey({ columns: [t.tenantId, t.id] }),
    foreignKey({ columns: [t.tenantId, t.createdBy], foreignColumns: [member.tenantId, member.userId] }).onDelete(
      'cascade',
    ),
    uniqueIndex('api_key_hash').on(t.tenantId, t.keyHash),
    // Not unique: no unique index spans businesses. A hash that two of them have is refused (queries.ts).
    index('api_key_by_hash').on(t.keyHash),
  ],
)
export type ApiKeyRow = typeof apiKey.$inferSelect
