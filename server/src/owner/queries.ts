import type { PlanId } from '#contracts/billing/plan.ts'
import type { GrantSource, SubscriptionStatus } from '#contracts/billing/subscription.ts'
import type { TenantId, UserId } from '#contracts/ids.ts'
import type { TenantSort } from '#contracts/owner/tenant.ts'
import type { Platform } from '#server/platform/platform.ts'

/** A row of `tenant_overview()`. */
export type OverviewRow = {
  tenant_id: TenantId
  slug: string
  name: string
  status: 'ACTIVE' | 'SUSPENDED'
  is_demo: boolean
  created_at: Date
  plan_id: PlanId | null
  plan_source: GrantSource | null
  plan_status: SubscriptionStatus | null
  plan_ends_at: Date | null
  /** Limits set for this business; null: those of its plan. */
  ticket_limit: number | null
  seat_limit: number | null
  ai_limit: number | null
  members: number
  tickets: number
  open_tickets: number
  ratings: number
  stars: number
  chats: number
  chats_handed_over: number
  activity_at: Date | null
  /** Its owner has finished setting it up. */
  is_onboarded: boolean
}

export type PayingRow = { plan_id: PlanId; n: number }

export type SumsRow = Pick<
  OverviewRow,
  'members' | 'tickets' | 'open_tickets' | 'ratings' | 'stars' | 'chats' | 'chats_handed_over'
> & {
  tenants: number
  active: number
  suspended: number
  demo: number
  new_this_month: number
  new_in_30_days: number
  older: number
  older_and_active: number
  /** Active businesses that completed onboarding and whose plan was paid at a checkout and is in force, by plan. */
  paying: PayingRow[]
}

const SUMS = `
  SELECT count(*)::int AS tenants, count(*) FILTER (WHERE status = 'ACTIVE')::int AS active,
    count(*) FILTER (WHERE status = 'SUSPENDED')::int AS suspended,
    (SELECT count(*)::int FROM all_tenants WHERE is_demo) AS demo,
    count(*) FILTER (WHERE created_at >= date_trunc('month', $1::timestamptz, 'UTC'))::int AS new_this_month,
    count(*) FILTER (WHERE created_at > $2)::int AS new_in_30_days,
    count(*) FILTER (WHERE created_at <= $2)::int AS older,
    count(*) FILTER (WHERE created_at <= $2 AND status = 'ACTIVE' AND activity_at > $2)::int AS older_and_active,
    coalesce(sum(members), 0)::int AS members, coalesce(sum(tickets), 0)::int AS tickets,
    coalesce(sum(open_tickets), 0)::int AS open_tickets, coalesce(sum(ratings), 0)::int AS ratings,
    coalesce(sum(stars), 0)::int AS stars, coalesce(sum(chats), 0)::int AS chats,
    coalesce(sum(chats_handed_over), 0)::int AS chats_handed_over,
    (SELECT coalesce(json_agg(p), '[]') FROM (
      SELECT plan_id, count(*)::int AS n FROM all_tenants
      WHERE NOT is_demo AND status = 'ACTIVE' AND is_onboarded AND plan_source = 'checkout'
        AND plan_status IN ('active', 'past_due') AND (plan_ends_at IS NULL OR plan_ends_at > $1) GROUP BY plan_id) p) AS paying
  FROM all_tenants WHERE NOT is_demo`

/** The sums over all businesses but the demo ones. `monthAgo` divides the new ones from the older. */
export const readSums = async (platform: Platform, now: Date, monthAgo: Date): Promise<SumsRow> =>
  (
    await platform.db.queryStale<SumsRow>(
      `WITH all_tenants AS MATERIALIZED (SELECT * FROM tenant_overview()) ${SUMS}`,
      [now, monthAgo],
    )
  )[0]!

/** What a list is sorted by; never null, so that a position can be compared. */
const SORT_KEYS: Record<TenantSort, string> = {
  name: 'lower(name)',
  created: 'extract(epoch FROM created_at)::float8',
  tickets: 'tickets::float8',
  aiShare: 'coalesce((chats - chats_handed_over)::float8 / nullif(chats, 0), -1)',
  satisfaction: 'coalesce(stars::float8 / nullif(ratings, 0), -1)',
  activity: 'coalesce(extract(epoch FROM activity_at), 0)::float8',
}

/** The pattern of texts that contain this one; null without a text. */
export const patternOf = (search: string | undefined): string | null =>
  search ? `%${search.replace(/[\\%_]/g, '\\$&')}%` : null

export type ListPosition = { key: string | number; id: string }
export type ListedRow = OverviewRow & { key: string | number }

/** Businesses whose name or slug contains the text, from after a position. */
export function selectTenants(
  platform: Platform,
  given: { search: string | undefined; sort: TenantSort; after: ListPosition | null; limit: number },
): Promise<ListedRow[]> {
  const { search, sort, after, limit } = given
  const isByName = sort === 'name'
  const pattern = patternOf(search)
  return platform.db.queryStale<ListedRow>(
    `SELECT * FROM (SELECT *, ${SORT_KEYS[sort]} AS key FROM tenant_overview()) o
     WHERE ($1::text IS NULL OR name ILIKE $1 OR slug ILIKE $1)
       AND ($2::text IS NULL OR (key, tenant_id) ${isByName ? '>' : '<'} ($2${isByName ? '' : '::float8'}, $3::uuid))
     ORDER BY key ${isByName ? 'ASC' : 'DESC'}, tenant_id ${isByName ? 'ASC' : 'DESC'} LIMIT $4`,
    [pattern, after && String(after.key), after?.id ?? null, limit],
  )
}

export const findTenant = async (platform: Platform, id: TenantId): Promise<OverviewRow | undefined> =>
  (await platform.db.query<OverviewRow>('SELECT * FROM tenant_overview() WHERE tenant_id = $1', [id]))[0]

/** When each person last signed in. */
export const readLastSignIns = async (platform: Platform, userIds: readonly UserId[]): Promise<Map<string, Date>> => {
  const rows = await platform.db.query<{ user_id: string; at: Date }>(
    'SELECT id AS user_id, last_sign_in_at AS at FROM auth."user" WHERE id = ANY ($1) AND last_sign_in_at IS NOT NULL',
    [userIds],
  )
  return new Map(rows.map(({ user_id, at }) => [user_id, at]))
}

export const foldTallies = async (platform: Platform, limit: number): Promise<number> =>
  (await platform.db.query<{ n: number }>('SELECT fold_tallies($1) AS n', [limit]))[0]?.n ?? 0

/** The names of businesses; one that was deleted has none. */
export const readTenantNames = async (platform: Platform, ids: readonly TenantId[]): Promise<Map<TenantId, string>> => {
  const rows = await platform.db.query<Pick<OverviewRow, 'tenant_id' | 'name'>>(
    'SELECT tenant_id, name FROM tenant_names($1)',
    [ids],
  )
  return new Map(rows.map(({ tenant_id, name }) => [tenant_id, name]))
}
