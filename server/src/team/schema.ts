import { sql } from 'drizzle-orm'
import { foreignKey, index, integer, pgTable, primaryKey, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { MemberRole } from '#contracts/identity/role.ts'
import type { InvitationId, TeamId, UserId } from '#contracts/ids.ts'
import { instant, isolated, tenantId } from '#server/platform/db/table.ts'
import { member, tenant } from '#server/tenant/schema.ts'

/** An invitation to become a member. The token of its link is stored hashed; a second mail replaces it. */
export const invitation = pgTable(
  'invitation',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    id: uuid('id').$type<InvitationId>().notNull(),
    email: text('email').notNull(),
    role: text('role').$type<MemberRole>().notNull(),
    tokenHash: text('token_hash').notNull(),
    invitedBy: uuid('invited_by').$type<UserId>().notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    sentAt: instant('sent_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
    acceptedAt: instant('accepted_at'),
    withdrawnAt: instant('withdrawn_at'),
  },
  (t) => [
    isolated(),
    primaryKey({ columns: [t.tenantId, t.id] }),
    unique('invitation_by_tenant_token').on(t.tenantId, t.tokenHash),
    // The link names no tenant: invitation_of() finds it by the token alone.
    index('invitation_by_token').on(t.tokenHash),
    uniqueIndex('invitation_open_by_email')
      .on(t.tenantId, t.email)
      .where(sql`accepted_at is null and withdrawn_at is null`),
    foreignKey({ columns: [t.tenantId, t.invitedBy], foreignColumns: [member.tenantId, member.userId] }),
  ],
)
export type InvitationRow = typeof invitation.$inferSelect

/** A group of members as a target of assignment. A deleted one stays, so that finished tickets keep its name. */
export const team = pgTable(
  'team',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    id: uuid('id').$type<TeamId>().notNull(),
    name: text('name').notNull(),
    /** With how many open tickets a member gets no more of the team's in turn; null where its tickets wait for who takes them. */
    ticketLimit: integer('ticket_limit'),
    createdAt: instant('created_at').notNull().defaultNow(),
    deletedAt: instant('deleted_at'),
  },
  (t) => [
    isolated(),
    primaryKey({ columns: [t.tenantId, t.id] }),
    uniqueIndex('team_by_name').on(t.tenantId, sql`lower(name)`).where(sql`deleted_at is null`),
  ],
)
export type TeamRow = typeof team.$inferSelect

export const teamMember = pgTable(
  'team_member',
  {
    tenantId: tenantId(),
    teamId: uuid('team_id').$type<TeamId>().notNull(),
    userId: uuid('user_id').$type<UserId>().notNull(),
    /** When the member last got a ticket of the team in turn. */
    lastAssignedAt: instant('last_assigned_at'),
  },
  (t) => [
    isolated(),
    primaryKey({ columns: [t.tenantId, t.teamId, t.userId] }),
    foreignKey({ columns: [t.tenantId, t.teamId], foreignColumns: [team.tenantId, team.id] }).onDelete('cascade'),
    foreignKey({ columns: [t.tenantId, t.userId], foreignColumns: [member.tenantId, member.userId] }).onDelete(
      'cascade',
    ),
    index('team_member_by_user').on(t.tenantId, t.userId),
  ],
)
