import { z } from 'zod'
import { PLANS, type PlanId } from '#contracts/billing/plan.ts'
import type { TenantId } from '#contracts/ids.ts'
import type { TenantDetail, TenantSort, TenantSummary } from '#contracts/owner/tenant.ts'
import * as m from '#i18n/messages.js'
import { grantPlan, nameOfPlan } from '#server/billing/service.ts'
import { requireFreshSignIn } from '#server/identity/service.ts'
import { findUnfinished } from '#server/platform/data-runs/queries.ts'
import { cursorOf, pageFrom } from '#server/platform/db/cursor.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import { type Platform, tenantOf } from '#server/platform/platform.ts'
import { listMembers, setTenantStatus } from '#server/tenant/service.ts'
import { type OwnerCall, recordActIn } from './act.ts'
import { healthOf } from './health.ts'
import {
  findTenant,
  type ListedRow,
  type ListPosition,
  type OverviewRow,
  readLastSignIns,
  selectTenants,
} from './queries.ts'

const positions = {
  name: cursorOf<ListPosition>(z.object({ key: z.string().max(300), id: z.uuid() })),
  number: cursorOf<ListPosition>(z.object({ key: z.number(), id: z.uuid() })),
}

/** A page of the customer matrix. */
export async function listTenants(
  platform: Platform,
  given: { search?: string | undefined; sort: TenantSort; cursor?: string | undefined; limit: number },
): Promise<{ items: TenantSummary[]; nextCursor: string | null }> {
  const { search, sort, cursor, limit } = given
  const codec = sort === 'name' ? positions.name : positions.number
  const rows = await selectTenants(platform, { search, sort, after: codec.decode(cursor), limit: limit + 1 })
  const page = pageFrom<ListedRow, ListPosition>(rows, limit, codec, ({ key, tenant_id }) => ({ key, id: tenant_id }))
  const now = platform.clock.now()
  return { ...page, items: page.items.map((row) => summaryOf(row, now)) }
}

const summaryOf = (row: OverviewRow, now: Date): TenantSummary => ({
  id: row.tenant_id,
  slug: row.slug,
  name: row.name,
  status: row.status,
  isDemo: row.is_demo,
  createdAt: row.created_at.toISOString(),
  plan: row.plan_id && nameOfPlan(PLANS[row.plan_id]),
  planSource: row.plan_source,
  planStatus: row.plan_status,
  members: row.members,
  tickets: row.tickets,
  openTickets: row.open_tickets,
  chats: row.chats,
  aiShare: row.chats > 0 ? (row.chats - row.chats_handed_over) / row.chats : null,
  satisfaction: row.ratings > 0 ? row.stars / row.ratings : null,
  lastActivityAt: row.activity_at?.toISOString() ?? null,
  ...healthOf(row, now),
})

/** One business with its team and limits. Throws not_found. */
export async function getTenantDetail(platform: Platform, id: TenantId): Promise<TenantDetail> {
  const row = await findTenant(platform, id)
  if (!row) throw notFound('business')
  const members = await listMembers(tenantOf(platform, id))
  const signIns = await readLastSignIns(
    platform,
    members.map(({ userId }) => userId),
  )
  return {
    ...summaryOf(row, platform.clock.now()),
    supportUrl: `${platform.baseUrl}/support?tenant=${row.slug}`,
    memberList: members.map(({ userId, name, email, role }) => ({
      id: userId,
      name,
      email,
      role,
      lastSignInAt: signIns.get(userId)?.toISOString() ?? null,
    })),
    limits: { tickets: row.ticket_limit, seats: row.seat_limit, aiInteractions: row.ai_limit },
  }
}

type StatusChange = { status: 'ACTIVE' | 'SUSPENDED'; reason: string }

/** Suspends or reactivates a business; what has that status already stays as it is. */
export async function changeTenantStatus(call: OwnerCall, id: TenantId, given: StatusChange): Promise<TenantDetail> {
  const { platform } = call
  await requireFreshSignIn(platform, call.request)
  const before = await getTenantDetail(platform, id)
  if (before.status === given.status) return before
  if (given.status === 'ACTIVE' && (await findUnfinished(platform.db, ['delete_tenant'], id)))
    throw conflict(m.error_tenant_deletion_planned)
  const action = given.status === 'SUSPENDED' ? 'tenant_suspended' : 'tenant_reactivated'
  await tenantOf(platform, id).tx(async (t) => {
    await setTenantStatus(t, given.status)
    await recordActIn(t, call, { action, detail: { reason: given.reason } })
  })
  return getTenantDetail(platform, id)
}

type PlanGiven = {
  planId: PlanId
  reason: string
  ticketLimit: number | null
  seatLimit: number | null
  aiLimit: number | null
}

/** Gives a business a plan and limits of its own, in place of those it has. A subscription at Stripe is canceled, so that it pays no longer. */
export async function giveTenantPlan(
  call: OwnerCall,
  id: TenantId,
  { reason, ...grant }: PlanGiven,
): Promise<TenantDetail> {
  const { platform } = call
  await requireFreshSignIn(platform, call.request)
  await getTenantDetail(platform, id)
  await tenantOf(platform, id).tx(async (t) => {
    await grantPlan(t, { ...grant, source: 'owner' })
    await recordActIn(t, call, { action: 'plan_granted', detail: { ...grant, reason } })
  })
  return getTenantDetail(platform, id)
}
