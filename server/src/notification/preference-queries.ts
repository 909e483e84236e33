import { and, asc, eq, exists, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { PushSubscriptionId, TeamId, UserId } from '#contracts/ids.ts'
import type { NotificationEvent } from '#contracts/notification/preferences.ts'
import { user } from '#server/identity/schema.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { teamMember } from '#server/team/schema.ts'
import { member } from '#server/tenant/schema.ts'
import { notificationPreference, type PreferenceRow, type PushSubscriptionRow, pushSubscription } from './schema.ts'

export const findPreference = async (t: Tx, userId: UserId): Promise<PreferenceRow | null> =>
  (
    await t.db
      .select()
      .from(notificationPreference)
      .where(and(eq(notificationPreference.tenantId, t.tenantId), eq(notificationPreference.userId, userId)))
  )[0] ?? null

/** Changes what a member chose, or stores it with the defaults for the rest. */
export async function upsertPreference(
  t: Tx,
  userId: UserId,
  change: Partial<Pick<PreferenceRow, 'choices' | 'mailRhythm' | 'phone'>>,
): Promise<void> {
  await t.db
    .insert(notificationPreference)
    .values({ tenantId: t.tenantId, userId, choices: {}, ...change })
    .onConflictDoUpdate({ target: [notificationPreference.tenantId, notificationPreference.userId], set: change })
}

const withPreference = (t: Tx) =>
  t.prepared
    .select({
      member,
      preference: notificationPreference,
      language: user.language,
      isVerified: user.emailVerified,
      hasBrowser: sql<boolean>`exists (SELECT 1 FROM push_subscription p
        WHERE p.tenant_id = ${member.tenantId} AND p.user_id = ${member.userId})`,
    })
    .from(member)
    .leftJoin(
      notificationPreference,
      and(eq(notificationPreference.tenantId, member.tenantId), eq(notificationPreference.userId, member.userId)),
    )
    .leftJoin(user, eq(user.id, member.userId))
    .$dynamic()

/** A member with their choices, their language, whether their address is confirmed, and whether a browser of theirs receives push messages. */
export type NotifiedMember = Awaited<ReturnType<typeof listChosen>>[number]

/** The most members that one event notifies. */
const MOST = 200

const isActive = (t: Tx) => and(eq(member.tenantId, t.tenantId), isNull(member.removedAt))

/** Owners, and everybody who chose something for this event; the longest members first, at most 200. */
export const listChosen = (t: Tx, event: NotificationEvent) => {
  const hasChosen = and(isNotNull(notificationPreference.userId), sql`${notificationPreference.choices} ? ${event}`)
  return withPreference(t)
    .where(and(isActive(t), or(eq(member.role, 'owner'), hasChosen)))
    .orderBy(asc(member.createdAt), asc(member.userId))
    .limit(MOST)
    .execute()
}

/** The whole team, the longest members first, at most 200. */
export const listTeam = (t: Tx): Promise<NotifiedMember[]> =>
  withPreference(t).where(isActive(t)).orderBy(asc(member.createdAt), asc(member.userId)).limit(MOST).execute()

/** Owners and admins, the longest members first, at most 200. */
export const listAdmins = (t: Tx): Promise<NotifiedMember[]> =>
  withPreference(t)
    .where(and(isActive(t), inArray(member.role, ['owner', 'admin'])))
    .orderBy(asc(member.createdAt), asc(member.userId))
    .limit(MOST)
    .execute()

/** The available members of a team, the longest members first, at most 200. */
export const listAvailableIn = (t: Tx, teamId: TeamId): Promise<NotifiedMember[]> => {
  const isOfTeam = exists(
    t.db
      .select({ one: sql`1` })
      .from(teamMember)
      .where(
        and(
          eq(teamMember.tenantId, member.tenantId),
          eq(teamMember.teamId, teamId),
          eq(teamMember.userId, member.userId),
        ),
      ),
  )
  return withPreference(t)
    .where(and(isActive(t), eq(member.availability, 'available'), isOfTeam))
    .orderBy(asc(member.createdAt), asc(member.userId))
    .limit(MOST)
    .execute()
}

export const findNotifiedMember = async (t: Tx, userId: UserId): Promise<NotifiedMember | null> =>
  (
    await withPreference(t)
      .where(and(isActive(t), eq(member.userId, userId)))
      .limit(1)
      .execute()
  )[0] ?? null

const isOf = (t: Tx, userId: UserId) =>
  and(eq(pushSubscription.tenantId, t.tenantId), eq(pushSubscription.userId, userId))

/** The browsers of a member, newest first; there are ten at most. */
export const listPushSubscriptions = (t: Tx, userId: UserId): Promise<PushSubscriptionRow[]> =>
  t.db.select().from(pushSubscription).where(isOf(t, userId)).orderBy(sql`created_at desc`).limit(10)

export const insertPushSubscription = (t: Tx, row: Omit<PushSubscriptionRow, 'tenantId'>) =>
  t.db.insert(pushSubscription).values({ tenantId: t.tenantId, ...row })

/** Deletes browsers of a member by their ids. */
export const deletePushSubscriptions = (t: Tx, userId: UserId, ids: PushSubscriptionId[]) =>
  t.db.delete(pushSubscription).where(and(isOf(t, userId), inArray(pushSubscription.id, ids)))

/** Deletes a browser by its address at the push service, whoever of the business added it. */
export const deletePushSubscriptionAt = (t: Tx, endpoint: string) =>
  t.db
    .delete(pushSubscription)
    .where(and(eq(pushSubscription.tenantId, t.tenantId), eq(pushSubscription.endpoint, endpoint)))
