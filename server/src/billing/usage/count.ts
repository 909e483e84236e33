import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { PLANS } from '#contracts/billing/plan.ts'
import type { UsageKind } from '#contracts/billing/subscription.ts'
import { planUsage } from '#server/billing/schema.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { tenantCounter } from '#server/tenant/schema.ts'
import { tellUsage } from './tell.ts'

const limitsByPlan = (kind: UsageKind): string =>
  JSON.stringify(Object.fromEntries(Object.values(PLANS).map(({ id, limits }) => [id, limits[kind]])))

const TICKET_LIMITS = limitsByPlan('tickets')
const AI_LIMITS = limitsByPlan('aiInteractions')

/** The billing month and the limit at a moment ($2); nothing without a plan, 0 where it is not in force (`isInForce`). */
const planWithLimit = (own: 'ticket_limit' | 'ai_limit') => `
  SELECT billing_month(s.started_at, $2) AS month,
    CASE WHEN s.ends_at <= $2 THEN 0 ELSE coalesce(s.${own}, ($3::jsonb ->> s.plan_id)::int) END AS most
  FROM subscription s WHERE s.tenant_id = $1`

const NUMBER_AND_COUNT = `
  WITH numbered AS (
    INSERT INTO tenant_counter (tenant_id, last_ticket_number) VALUES ($1, 1)
    ON CONFLICT (tenant_id) DO UPDATE SET last_ticket_number = tenant_counter.last_ticket_number + 1
    RETURNING last_ticket_number),
  plan AS (${planWithLimit('ticket_limit')}),
  counted AS (
    INSERT INTO plan_usage AS u (tenant_id, month, tickets, ticket_limit) SELECT $1, month, 1, most FROM plan WHERE $4
    ON CONFLICT (tenant_id, month) DO UPDATE SET tickets = u.tickets + 1, ticket_limit = excluded.ticket_limit
    RETURNING month, tickets, ticket_limit, tickets_told_percent)
  SELECT n.last_ticket_number AS number, c.month, coalesce(c.tickets, 0) AS used, coalesce(c.ticket_limit, 0) AS most,
    c.tickets_told_percent AS told
  FROM numbered n LEFT JOIN counted c ON true`

type Counted = { month: Date | null; used: number; most: number; told: number | null }

/** What the statement that inserts a ticket writes: its number, and whether it is over the limit of the plan. */
export type TicketCount = { number: SQL<number>; isOverLimit: SQL<boolean> }

/**
 * Numbers a ticket of this business (1, 2, 3, … without gaps among the committed ones) and counts it in its billing month, in one
 * statement. `write` gets both as expressions for the statement that inserts the ticket. A ticket that is not counted (demo, imported)
 * is never over the limit. From here to the commit no other ticket of the business is numbered: to be called last.
 */
export async function numberTicket(
  t: Tx,
  { isCounted }: { isCounted: boolean },
  write: (count: TicketCount) => void,
): Promise<{ number: number; isOverLimit: boolean; limit: number }> {
  const values = [t.tenantId, t.now, TICKET_LIMITS, isCounted]
  const counting = t.sql<Counted & { number: number }>(NUMBER_AND_COUNT, values, 'prepared')
  // Sent at once: the next statement finds what this one counted.
  write({ number: currentNumber(t), isOverLimit: isCounted ? isOverLimit(t) : sql`false` })
  const [row] = await counting
  if (!row) throw new Error('the ticket counter gave no number')
  if (isCounted) await tellUsage(t, 'tickets', row)
  return { number: row.number, isOverLimit: isCounted && (row.month === null || row.used > row.most), limit: row.most }
}

/** The first of so many numbers for tickets that are not counted (imported). As above: to be called last. */
export async function numberUncountedTickets(t: Tx, count: number): Promise<number> {
  const [row] = await t.sql<{ last: number }>(
    `INSERT INTO tenant_counter AS c (tenant_id, last_ticket_number) VALUES ($1, $2)
     ON CONFLICT (tenant_id) DO UPDATE SET last_ticket_number = c.last_ticket_number + $2 RETURNING last_ticket_number AS last`,
    [t.tenantId, count],
  )
  if (!row) throw new Error('the ticket counter gave no number')
  return row.last - count + 1
}

const currentNumber = (t: Tx) =>
  sql<number>`(SELECT ${tenantCounter.lastTicketNumber} FROM ${tenantCounter} WHERE ${eq(tenantCounter.tenantId, t.tenantId)})`

/** True also without a plan. */
const isOverLimit = (t: Tx) =>
  sql<boolean>`coalesce((SELECT ${planUsage.tickets} > ${planUsage.ticketLimit} FROM ${planUsage} WHERE ${eq(planUsage.tenantId, t.tenantId)} ORDER BY ${desc(planUsage.month)} LIMIT 1), true)`

const COUNT_AI_INTERACTION = `
  WITH plan AS (${planWithLimit('ai_limit')})
  INSERT INTO plan_usage AS u (tenant_id, month, ai_interactions) SELECT $1, month, 1 FROM plan WHERE most > 0
  ON CONFLICT (tenant_id, month) DO UPDATE SET ai_interactions = u.ai_interactions + 1
    WHERE u.ai_interactions < (SELECT most FROM plan)
  RETURNING month, ai_interactions AS used, (SELECT most FROM plan) AS most, ai_told_percent AS told`

/** Counts an answer of a model, unless the plan allows no more of them in this billing month: then false. */
export const countAiInteraction = (tenant: Tenant): Promise<boolean> =>
  tenant.tx(async (t) => {
    t.relaxDurability()
    const [row] = await t.sql<Counted>(COUNT_AI_INTERACTION, [t.tenantId, t.now, AI_LIMITS], 'prepared')
    if (row) await tellUsage(t, 'aiInteractions', row)
    return row !== undefined
  })

/** The month's use so far. */
export const findUsage = async (t: Tx, month: Date) =>
  (
    await t.db
      .select()
      .from(planUsage)
      .where(and(eq(planUsage.tenantId, t.tenantId), eq(planUsage.month, month)))
  )[0]
