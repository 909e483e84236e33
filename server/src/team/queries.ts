import { and, asc, count, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { MemberRole } from '#contracts/identity/role.ts'
import type { InvitationId, TeamId, TenantId, UserId } from '#contracts/ids.ts'
import type { Language } from '#contracts/languages.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { Platform } from '#server/platform/platform.ts'
import { member } from '#server/tenant/schema.ts'
import { type InvitationRow, invitation, type TeamRow, team, teamMember } from './schema.ts'

/** Reads across tenants through a function of the database: the link of an invitation names no business. */
export const findInvitationTenant = async (platform: Platform, tokenHash: string): Promise<TenantId | null> =>
  (await platform.db.query<{ tenant_id: TenantId }>('SELECT tenant_id FROM invitation_of($1)', [tokenHash]))[0]
    ?.tenant_id ?? null

const invitationById = (t: Tx, id: InvitationId) => and(eq(invitation.tenantId, t.tenantId), eq(invitation.id, id))
const isOpen = () => and(isNull(invitation.acceptedAt), isNull(invitation.withdrawnAt))

export const insertInvitation = (t: Tx, row: InvitationRow) => t.db.insert(invitation).values(row)

export const findInvitation = async (t: Tx, id: InvitationId): Promise<InvitationRow | null> =>
  (await t.db.select().from(invitation).where(invitationById(t, id)))[0] ?? null

export const findInvitationByToken = async (t: Tx, tokenHash: string): Promise<InvitationRow | null> =>
  (
    await t.db
      .select()
      .from(invitation)
      .where(and(eq(invitation.tenantId, t.tenantId), eq(invitation.tokenHash, tokenHash)))
  )[0] ?? null

export const findOpenInvitation = async (t: Tx, email: string): Promise<InvitationRow | null> =>
  (
    await t.db
      .select()
      .from(invitation)
      .where(and(eq(invitation.tenantId, t.tenantId), eq(invitation.email, email), isOpen()))
  )[0] ?? null

/** Open invitations with who sent them, newest first; at most as many as a business can have seats. */
export const listOpenInvitations = (t: Tx): Promise<{ invitation: InvitationRow; invitedBy: string }[]> =>
  t.db
    .select({ invitation, invitedBy: member.name })
    .from(invitation)
    .innerJoin(member, and(eq(member.tenantId, invitation.tenantId), eq(member.userId, invitation.invitedBy)))
    .where(and(eq(invitation.tenantId, t.tenantId), isOpen()))
    .orderBy(sql`${invitation.sentAt} desc`, asc(invitation.id))
    .limit(1000)

/** Changes an open invitation; null where it was accepted or withdrawn meanwhile. */
export const updateOpenInvitation = async (
  t: Tx,
  id: InvitationId,
  change: Partial<Pick<InvitationRow, 'tokenHash' | 'invitedBy' | 'sentAt' | 'expiresAt' | 'withdrawnAt'>>,
): Promise<InvitationRow | null> =>
  (
    await t.db
      .update(invitation)
      .set(change)
      .where(and(invitationById(t, id), isOpen()))
      .returning()
  )[0] ?? null

/** Withdraws a member's open invitations to these roles, also expired ones, which could be sent again; gives what was withdrawn. */
export const withdrawInvitationsBy = (
  t: Tx,
  invitedBy: UserId,
  roles: readonly MemberRole[],
): Promise<InvitationRow[]> =>
  t.db
    .update(invitation)
    .set({ withdrawnAt: t.now })
    .where(
      and(
        eq(invitation.tenantId, t.tenantId),
        eq(invitation.invitedBy, invitedBy),
        inArray(invitation.role, [...roles]),
        isOpen(),
      ),
    )
    .returning()

/** The language of the account with this e-mail, or else that of the other account. */
export const findLanguage = async (t: Tx, email: string, otherwise: UserId): Promise<Language> =>
  (
    await t.sql<{ language: Language }>(
      'SELECT language FROM auth."user" WHERE email = $1 OR id = $2 ORDER BY email = $1 DESC LIMIT 1',
      [email, otherwise],
    )
  )[0]?.language ?? 'en'

/** Redeems a link: of many requests with one token this gives the invitation to one, and null to the others. */
export const redeemInvitation = async (t: Tx, tokenHash: string): Promise<InvitationRow | null> =>
  (
    await t.db
      .update(invitation)
      .set({ acceptedAt: t.now })
      .where(
        and(
          eq(invitation.tenantId, t.tenantId),
          eq(invitation.tokenHash, tokenHash),
          isOpen(),
          gt(invitation.expiresAt, t.now),
        ),
      )
      .returning()
  )[0] ?? null

/** Seats that are reserved: open invitations that have not expired. */
export const countReservedSeats = async (t: Tx): Promise<number> =>
  (
    await t.db
      .select({ seats: count() })
      .from(invitation)
      .where(and(eq(invitation.tenantId, t.tenantId), isOpen(), gt(invitation.expiresAt, t.now)))
  )[0]?.seats ?? 0

/** The name of who sent an invitation, also of a former member. */
export const findInviterName = async (t: Tx, userId: UserId): Promise<string> =>
  (
    await t.db
      .select({ name: member.name })
      .from(member)
      .where(and(eq(member.tenantId, t.tenantId), eq(member.userId, userId)))
  )[0]?.name ?? ''

export const countOwners = async (t: Tx): Promise<number> =>
  (
    await t.db
      .select({ owners: count() })
      .from(member)
      .where(and(eq(member.tenantId, t.tenantId), eq(member.role, 'owner'), isNull(member.removedAt)))
  )[0]?.owners ?? 0

/** When each member of the business last signed in. The accounts are in a schema without tenants, so they are read by their ids. */
export const lastSignIns = async (t: Tx, userIds: UserId[]): Promise<Map<UserId, Date | null>> => {
  const rows = await t.sql<{ id: UserId; last_sign_in_at: Date | null }>(
    'SELECT id, last_sign_in_at FROM auth."user" WHERE id = ANY ($1::uuid[])',
    [userIds],
  )
  return new Map(rows.map((row) => [row.id, row.last_sign_in_at]))
}

export type TeamWithMembers = Pick<TeamRow, 'id' | 'name' | 'ticketLimit'> & { memberIds: UserId[] }

/** The teams with their present members, by name. */
export const listTeamRows = (t: Tx): Promise<TeamWithMembers[]> =>
  t.sql<TeamWithMembers>(
    `SELECT t.id, t.name, t.ticket_limit AS "ticketLimit", coalesce(array_agg(m.user_id::text ORDER BY m.name, m.user_id) FILTER (WHERE m.user_id IS NOT NULL), '{}') AS "memberIds"
     FROM team t
     LEFT JOIN team_member tm ON tm.tenant_id = $1 AND tm.team_id = t.id
     LEFT JOIN member m ON m.tenant_id = $1 AND m.user_id = tm.user_id AND m.removed_at IS NULL
     WHERE t.tenant_id = $1 AND t.deleted_at IS NULL
     GROUP BY t.id, t.name, t.ticket_limit ORDER BY lower(t.name), t.id LIMIT 100`,
    [t.tenantId],
  )

const teamById = (t: Tx, id: TeamId) => and(eq(team.tenantId, t.tenantId), eq(team.id, id), isNull(team.deletedAt))

export const findTeamRow = async (t: Tx, id: TeamId): Promise<TeamRow | null> =>
  (await t.db.select().from(team).where(teamById(t, id)))[0] ?? null

export const lockTeamRow = async (t: Tx, id: TeamId): Promise<TeamRow | null> =>
  (await t.db.select().from(team).where(teamById(t, id)).for('update'))[0] ?? null

export const insertTeam = (t: Tx, row: TeamRow) => t.db.insert(team).values(row)

export const updateTeam = (t: Tx, id: TeamId, change: Partial<Pick<TeamRow, 'name' | 'ticketLimit' | 'deletedAt'>>) =>
  t.db.update(team).set(change).where(teamById(t, id))

/** Makes these the members of a team; people who are no members of the business are left out. */
export async function replaceTeamMembers(t: Tx, teamId: TeamId, userIds: UserId[]): Promise<UserId[]> {
  await t.db.delete(teamMember).where(and(eq(teamMember.tenantId, t.tenantId), eq(teamMember.teamId, teamId)))
  const rows = await t.sql<{ id: UserId }>(
    `INSERT INTO team_member (tenant_id, team_id, user_id)
     SELECT tenant_id, $2, user_id FROM member WHERE tenant_id = $1 AND removed_at IS NULL AND user_id = ANY ($3::uuid[])
     RETURNING user_id AS id`,
    [t.tenantId, teamId, userIds],
  )
  return rows.map(({ id }) => id)
}

export const leaveTeams = (t: Tx, userId: UserId) =>
  t.db.delete(teamMember).where(and(eq(teamMember.tenantId, t.tenantId), eq(teamMember.userId, userId)))
