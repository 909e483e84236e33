import { and, asc, desc, eq, isNull, lt, or, sql } from 'drizzle-orm'
import type { TenantId, UserId } from '#contracts/ids.ts'
import type { SettingsChange } from '#contracts/tenant/settings.ts'
import type { WidgetSettings } from '#contracts/tenant/widget-settings.ts'
import { statement } from '#server/platform/db/statement.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { Platform } from '#server/platform/platform.ts'
import { type ActivityRow, activity, type MemberRow, member, type TenantRow, tenant } from './schema.ts'

type InTenant = Pick<Tx, 'tenantId'>

const selectTenant = statement((db, t: InTenant) => db.select().from(tenant).where(eq(tenant.id, t.tenantId)))

export const findTenantRow = async (t: Tx): Promise<TenantRow | undefined> => (await t.run(selectTenant, {}))[0]

/** Holds the row until the transaction ends; rows that refer to it may be written meanwhile. */
export const lockTenantRow = (t: Tx) =>
  t.db.select({ id: tenant.id }).from(tenant).where(eq(tenant.id, t.tenantId)).for('no key update')

/** Whether the team is to be notified of a flood now: true for one caller only, unless the last notice is older than `before`. */
export const claimFloodNotice = async (t: Tx, before: Date): Promise<boolean> =>
  (
    await t.db
      .update(tenant)
      .set({ floodNoticeAt: t.now })
      .where(and(eq(tenant.id, t.tenantId), or(isNull(tenant.floodNoticeAt), lt(tenant.floodNoticeAt, before))))
      .returning({ id: tenant.id })
  ).length > 0

/** Changes settings at a version of them; undefined where they have another. What is left out of a part stays. */
export async function mergeSettings(
  t: Tx,
  version: number,
  { embedOrigins, ...parts }: Omit<SettingsChange, 'version'>,
): Promise<TenantRow | undefined> {
  const merged = Object.entries(parts).map(([part, values]) => {
    const column = tenant[part as keyof typeof parts]
    return [part, sql`${column} || ${JSON.stringify(values)}::jsonb`]
  })
  const name = parts.businessInfo?.companyName
  const rows = await t.db
    .update(tenant)
    .set({
      ...Object.fromEntries(merged),
      ...(embedOrigins ? { embedOrigins } : {}),
      ...(name ? { name } : {}),
      version: version + 1,
      updatedAt: t.now,
    })
    .where(and(eq(tenant.id, t.tenantId), eq(tenant.version, version)))
    .returning()
  return rows[0]
}

/** Stores how the widget appears at a version of the settings; undefined where they have another. */
export const updateWidget = async (t: Tx, version: number, widget: WidgetSettings): Promise<TenantRow | undefined> =>
  (
    await t.db
      .update(tenant)
      .set({ widget, version: version + 1, updatedAt: t.now })
      .where(and(eq(tenant.id, t.tenantId), eq(tenant.version, version)))
      .returning()
  )[0]

export const insertTenant = (t: Tx, row: typeof tenant.$inferInsert) => t.db.insert(tenant).values(row)

export const listMemberRows = (t: Tx): Promise<MemberRow[]> =>
  t.db
    .select()
    .from(member)
    .where(and(eq(member.tenantId, t.tenantId), isNull(member.removedAt)))
    .orderBy(asc(member.name), asc(member.userId))
    .limit(1000)

export const findMemberRow = async (t: Tx, userId: UserId): Promise<MemberRow | undefined> =>
  (
    await t.db
      .select()
      .from(member)
      .where(and(eq(member.tenantId, t.tenantId), eq(member.userId, userId), isNull(member.removedAt)))
  )[0]

export const findMemberByEmail = async (t: Tx, email: string): Promise<MemberRow | undefined> =>
  (
    await t.db
      .select()
      .from(member)
      .where(and(eq(member.tenantId, t.tenantId), eq(member.email, email), isNull(member.removedAt)))
  )[0]

/** Whether nobody of the team takes new work; false for a business without members. */
export async function isEveryMemberAway(t: Tx): Promise<boolean> {
  const rows = await t.sql<{ away: boolean }>(
    `SELECT coalesce(bool_and(availability = 'away'), false) AS away FROM member WHERE tenant_id = $1 AND removed_at IS NULL`,
    [t.tenantId],
    'prepared',
  )
  return rows[0]?.away ?? false
}

export const upsertMember = async (
  t: Tx,
  row: Omit<MemberRow, 'createdAt' | 'removedAt' | 'availability'>,
): Promise<MemberRow> =>
  (
    await t.db
      .insert(member)
      .values({ ...row, createdAt: t.now })
      .onConflictDoUpdate({
        target: [member.tenantId, member.userId],
        set: { name: row.name, email: row.email, role: row.role, removedAt: null },
      })
      .returning()
  )[0]!

export const updateMember = async (
  t: Tx,
  userId: UserId,
  change: Partial<Pick<MemberRow, 'role' | 'availability' | 'removedAt'>>,
): Promise<MemberRow> =>
  (
    await t.db
      .update(member)
      .set(change)
      .where(and(eq(member.tenantId, t.tenantId), eq(member.userId, userId)))
      .returning()
  )[0]!

const insertEntry = statement((db, _: InTenant, row: typeof activity.$inferInsert) => db.insert(activity).values(row))

export const insertActivity = (t: Tx, row: typeof activity.$inferInsert) => t.run(insertEntry, {}, row)

const selectOfTicket = statement((db, t: InTenant & { ticketId: string; limit: number }) =>
  db
    .select()
    .from(activity)
    .where(and(eq(activity.tenantId, t.tenantId), eq(activity.ticketId, t.ticketId)))
    .orderBy(desc(activity.at), desc(activity.id))
    .limit(t.limit),
)

export const listActivityOfTicket = (t: Tx, ticketId: string, limit: number): Promise<ActivityRow[]> =>
  t.run(selectOfTicket, { ticketId, limit })

/** Reads across tenants through a function of the database, since a portal link is resolved before there is a tenant. */
export const findPortalRow = async (platform: Platform, slug: string) =>
  (
    await platform.db.query<{
      tenant_id: TenantId
      status: 'ACTIVE' | 'SUSPENDED'
      slug: string
      former_slugs: string[]
    }>('SELECT tenant_id, status, slug, former_slugs FROM portal_of($1)', [slug])
  )[0]

/** The business that proved a domain, with its portal's present slug. */
export const findPortalByDomain = async (platform: Platform, host: string) =>
  (
    await platform.db.query<{ tenant_id: TenantId; slug: string }>(
      'SELECT portal.tenant_id, found.slug FROM portal_by_domain($1) AS found, portal_of(found.slug) AS portal',
      [host],
    )
  )[0]
