import { z } from 'zod'
import type { CustomerFilter, CustomerPlan, CustomerRowView, CustomerSort } from '#contracts/customer/customer.ts'
import type { CustomerId, GuestId } from '#contracts/ids.ts'
import { emailStatusOf } from '#server/customer/service.ts'
import { CursorInteger, CursorTime, cursorOf, pageFrom } from '#server/platform/db/cursor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { foldAccents } from '#server/platform/text/fold.ts'

/** The kind of value a list is sorted by, which decides how the cursor keeps it. */
type Key = 'title' | 'count' | 'at'

/** What each column is sorted by. Name, joining and activity have an index; the others are sorted from all customers of the business. */
const SORTS: Record<CustomerSort, { key: Key; sql: string }> = {
  name: { key: 'title', sql: 'lower(c.name)' },
  email: { key: 'title', sql: `coalesce(c.email, '')` },
  plan: { key: 'count', sql: `array_position(ARRAY['Basic', 'Pro', 'Business', 'Enterprise'], c.plan)` },
  status: { key: 'count', sql: '(c.blocked_at IS NOT NULL)::int' },
  tickets: { key: 'count', sql: 'coalesce(k.tickets, 0)' },
  joined: { key: 'at', sql: 'c.joined_at' },
  lastActive: { key: 'at', sql: 'c.last_active_at' },
}

const Position = z.object({
  id: z.uuid(),
  title: z
    .string()
    .max(400)
    .regex(/^[^\0]*$/u),
  count: CursorInteger,
  at: CursorTime,
})
const positions = cursorOf<z.output<typeof Position>>(Position)
const EPOCH = new Date('2000-01-01T00:00:00.000Z')

type Listed = {
  id: CustomerId
  name: string
  email: string | null
  claimedBy: GuestId | null
  emailVerifiedAt: Date | null
  plan: CustomerPlan
  blockedAt: Date | null
  isDemo: boolean
  joinedAt: Date
  lastActiveAt: Date
  tickets: number
  key: string | number | Date
}

/** The largest number that is counted: a screen shows "10,000+", so that the cost is bounded. */
const COUNT_LIMIT = 10_001

type Query = CustomerFilter & { cursor?: string | undefined; limit: number }

/** One page of customers with the number of their tickets; `total` with the first page only, at most 10,001. */
export const listCustomers = (tenant: Tenant, query: Query) =>
  tenant.read(async (t) => {
    const sort = SORTS[query.sort]
    const [rows, total] = await Promise.all([
      listRows(t, query),
      query.cursor === undefined ? countRows(t, query) : null,
    ])
    const page = pageFrom(rows, query.limit, positions, ({ id, key }) => ({
      id,
      title: '',
      count: 0,
      at: EPOCH,
      [sort.key]: key,
    }))
    return { ...page, items: page.items.map(present), total }
  })

const present = (row: Listed): CustomerRowView => ({
  id: row.id,
  name: row.name,
  email: row.email,
  emailStatus: emailStatusOf(row),
  plan: row.plan,
  status: row.blockedAt ? 'Blocked' : 'Active',
  tickets: row.tickets,
  isDemo: row.isDemo,
  joinedAt: row.joinedAt.toISOString(),
  lastActiveAt: row.lastActiveAt.toISOString(),
})

/** Of customers that were merged the list has the one into whom they were; of erased ones nothing. */
const IN_LIST = 'c.tenant_id = $1 AND c.part_of_id IS NULL AND c.erased_at IS NULL'

/** The conditions of a filter, as SQL text; `bind` gives a value's placeholder. */
function conditionsOf({ search, plan }: CustomerFilter, bind: (value: unknown) => string): string[] {
  const words = foldAccents(search.toLowerCase()).split(/\s+/).filter(Boolean)
  return [...(plan === 'all' ? [] : [`c.plan = ${bind(plan)}`]), ...words.map((word) => isNamed(bind(word)))]
}

/** The word occurs in name or address of a customer, or of one that was merged into it. */
const isNamed = (word: string): string =>
  `(strpos(c.search, ${word}) > 0 OR c.id IN (
     SELECT l.part_of_id FROM customer l WHERE l.tenant_id = $1 AND l.part_of_id IS NOT NULL AND strpos(l.search, ${word}) > 0))`

/** Each ticket counts for the customer into whom its own was merged. */
const COUNTS = `LEFT JOIN (
    SELECT coalesce(l.part_of_id, k.customer_id) AS customer_id, count(*)::int AS tickets
    FROM ticket k LEFT JOIN customer l ON l.tenant_id = $1 AND l.id = k.customer_id AND l.part_of_id IS NOT NULL
    WHERE k.tenant_id = $1 GROUP BY 1
  ) k ON k.customer_id = c.id`

function listRows(t: Tx, query: Query): Promise<Listed[]> {
  const values: unknown[] = [t.tenantId]
  const bind = (value: unknown) => `$${values.push(value)}`
  const { key, sql } = SORTS[query.sort]
  const after = positions.decode(query.cursor)
  const [order, beyond] = query.direction === 'asc' ? ['ASC', '>'] : ['DESC', '<']
  const conditions = [
    IN_LIST,
    ...conditionsOf(query, bind),
    ...(after ? [`(${sql}, c.id) ${beyond} (${bind(after[key])}, ${bind(after.id)})`] : []),
  ]
  // The tickets of a page's customers are counted after the page is cut.
  return t.sql<Listed>(
    `SELECT p.*, (
       SELECT count(*)::int FROM ticket WHERE tenant_id = $1
         AND customer_id = ANY (ARRAY(SELECT p.id UNION ALL SELECT id FROM customer WHERE tenant_id = $1 AND part_of_id = p.id))
     ) AS tickets
     FROM (
       SELECT c.id, c.name, c.email, c.claimed_by AS "claimedBy", c.email_verified_at AS "emailVerifiedAt",
         c.plan, c.blocked_at AS "blockedAt", c.is_demo AS "isDemo", c.joined_at AS "joinedAt",
         c.last_active_at AS "lastActiveAt", ${sql} AS key
       FROM customer c ${query.sort === 'tickets' ? COUNTS : ''}
       WHERE ${conditions.join(' AND ')}
       ORDER BY ${sql} ${order}, c.id ${order} LIMIT ${bind(query.limit + 1)}
     ) p
     ORDER BY p.key ${order}, p.id ${order}`,
    values,
  )
}

async function countRows(t: Tx, query: Query): Promise<number> {
  const values: unknown[] = [t.tenantId, COUNT_LIMIT]
  const conditions = [IN_LIST, ...conditionsOf(query, (value) => `$${values.push(value)}`)]
  const [row] = await t.sql<{ total: number }>(
    `SELECT count(*)::int AS total FROM (SELECT 1 FROM customer c WHERE ${conditions.join(' AND ')} LIMIT $2) x`,
    values,
  )
  return row?.total ?? 0
}
