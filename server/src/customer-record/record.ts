import type { CustomerRecord } from '#contracts/customer/customer-record.ts'
import type { CustomerId, GuestId } from '#contracts/ids.ts'
import type { CustomerRow } from '#server/customer/schema.ts'
import { emailStatusOf, getCustomer, presentCustomer } from '#server/customer/service.ts'
import { readCustomerMemory } from '#server/memory/service.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { Tenant } from '#server/platform/platform.ts'

/** A customer with figures, the other customers of the same e-mail, and what the assistant remembers. */
export const readCustomerRecord = (tenant: Tenant, id: CustomerId): Promise<CustomerRecord> =>
  tenant.read(async (t) => {
    const customer = await getCustomer(t, id)
    const [statistics, sameEmail, memory] = await Promise.all([
      readStatistics(t, id),
      listSameEmail(t, customer),
      readCustomerMemory(t, id),
    ])
    return { customer: presentCustomer(customer), statistics, sameEmail, memory }
  })

async function readStatistics(t: Tx, id: CustomerId): Promise<CustomerRecord['statistics']> {
  const [[tickets], [chats]] = await Promise.all([
    t.sql<{ tickets: number; openTickets: number; averageRating: number | null; ratings: number }>(
      `SELECT count(*)::int AS tickets, count(*) FILTER (WHERE status IN ('open', 'in-progress', 'waiting'))::int AS "openTickets",
         avg(rating)::float AS "averageRating", count(rating)::int AS ratings
       FROM ticket WHERE tenant_id = $1 AND customer_id = $2`,
      [t.tenantId, id],
    ),
    t.sql<{ chats: number }>(`SELECT count(*)::int AS chats FROM (${CHATS}) chat`, [t.tenantId, id]),
  ])
  return {
    tickets: tickets?.tickets ?? 0,
    openTickets: tickets?.openTickets ?? 0,
    averageRating: tickets?.averageRating ?? null,
    ratings: tickets?.ratings ?? 0,
    chats: chats?.chats ?? 0,
  }
}

/**
 * The chats of a customer ($2): those that are linked to them, and those that their browser had before it gave a name. A message at
 * least: whoever only opened the chat wrote nothing.
 */
export const CHATS = `
  SELECT id, preview, message_count, ticket_id, created_at FROM conversation
  WHERE tenant_id = $1 AND customer_id = $2 AND channel = 'chat' AND message_count > 0
  UNION ALL
  SELECT c.id, c.preview, c.message_count, c.ticket_id, c.created_at
  FROM guest g JOIN conversation c ON c.tenant_id = $1 AND c.guest_id = g.id
  WHERE g.tenant_id = $1 AND g.customer_id = $2 AND c.customer_id IS NULL AND c.channel = 'chat' AND c.message_count > 0`

type SameEmail = Pick<CustomerRow, 'id' | 'name' | 'email' | 'emailVerifiedAt' | 'lastActiveAt'> & {
  claimedBy: GuestId | null
}

/** At most the 20 that were last active. */
async function listSameEmail(t: Tx, { id, email }: CustomerRow): Promise<CustomerRecord['sameEmail']> {
  if (email === null) return []
  const rows = await t.sql<SameEmail>(
    `SELECT id, name, email, claimed_by AS "claimedBy", email_verified_at AS "emailVerifiedAt", last_active_at AS "lastActiveAt"
     FROM customer WHERE tenant_id = $1 AND email = $2 AND id <> $3 ORDER BY last_active_at DESC LIMIT 20`,
    [t.tenantId, email, id],
  )
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    emailStatus: emailStatusOf(row) ?? 'entered',
    lastActiveAt: row.lastActiveAt.toISOString(),
  }))
}
