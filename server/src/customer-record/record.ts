import type { CustomerRecord } from '#contracts/customer/customer-record.ts'
import type { VisitView } from '#contracts/customer/visit.ts'
import type { CustomerId, GuestId } from '#contracts/ids.ts'
import type { CustomerRow } from '#server/customer/schema.ts'
import {
  type CustomerMergeRow,
  emailStatusOf,
  findGroup,
  listExternalIds,
  listMerges,
  presentCustomer,
} from '#server/customer/service.ts'
import { readCustomerMemory } from '#server/memory/service.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { hasRole } from '#server/platform/policy.ts'
import { ERASE_CUSTOMERS } from './erasure/policy.ts'
import { EXPORT_CUSTOMERS } from './export/policy.ts'

/**
 * A customer with figures, the other customers of the same e-mail, and what the assistant remembers; of one that was merged into another
 * the record of that one.
 */
export const readCustomerRecord = (tenant: Tenant, actor: Member, id: CustomerId): Promise<CustomerRecord> =>
  tenant.read(async (t) => {
    const group = await getGroup(t, id)
    const [customer, ...parts] = group
    const ids = group.map((one) => one.id)
    const [statistics, visit, externalIds, sameEmail, memory, merges] = await Promise.all([
      readStatistics(t, ids),
      findFirstVisit(t, ids),
      listExternalIds(t, ids),
      listSameEmail(t, group),
      readCustomerMemory(t, ids),
      listMerges(t, customer.id),
    ])
    return {
      customer: presentCustomer(customer),
      visit,
      externalIds,
      statistics,
      merged: parts.map(presentAddress),
      merges: merges.map((row) => presentMerge(row, parts)),
      sameEmail,
      memory,
      can: { erase: hasRole(actor, ERASE_CUSTOMERS), export: hasRole(actor, EXPORT_CUSTOMERS) },
    }
  })

/** A customer and all merged into it, itself first. Throws not_found. */
export async function getGroup(t: Tx, id: CustomerId): Promise<[CustomerRow, ...CustomerRow[]]> {
  const [customer, ...parts] = await findGroup(t, id)
  if (!customer) throw notFound('customer')
  return [customer, ...parts]
}

const presentAddress = (row: CustomerRow): CustomerRecord['merged'][number] => ({
  id: row.id,
  name: row.name,
  email: row.email,
  emailStatus: emailStatusOf(row),
  lastActiveAt: row.lastActiveAt.toISOString(),
})

const presentMerge = (row: CustomerMergeRow, parts: CustomerRow[]): CustomerRecord['merges'][number] => ({
  id: row.id,
  name: parts.find((part) => part.id === row.fromId)?.name ?? null,
  by: row.actorName,
  at: row.createdAt.toISOString(),
})

async function readStatistics(t: Tx, ids: CustomerId[]): Promise<CustomerRecord['statistics']> {
  const [statistics] = await t.sql<CustomerRecord['statistics']>(
    `SELECT count(*)::int AS tickets, count(*) FILTER (WHERE status IN ('open', 'in-progress', 'waiting'))::int AS "openTickets",
       avg(rating)::float AS "averageRating", count(rating)::int AS ratings,
       (SELECT count(*)::int FROM (${CHATS}) chat) AS chats
     FROM ticket WHERE tenant_id = $1 AND customer_id = ANY ($2)`,
    [t.tenantId, ids],
  )
  return statistics ?? { tickets: 0, openTickets: 0, averageRating: null, ratings: 0, chats: 0 }
}

/**
 * The chats of customers that are one person ($2): those that are linked to them, and those that their browser had before it gave a name. A message at
 * least: whoever only opened the chat wrote nothing.
 */
export const CHATS = `
  SELECT id, preview, message_count, ticket_id, guest_id, rating, rating_comment, created_at FROM conversation
  WHERE tenant_id = $1 AND customer_id = ANY ($2) AND channel = 'chat' AND message_count > 0
  UNION ALL
  SELECT c.id, c.preview, c.message_count, c.ticket_id, c.guest_id, c.rating, c.rating_comment, c.created_at
  FROM guest g JOIN conversation c ON c.tenant_id = $1 AND c.guest_id = g.id
  WHERE g.tenant_id = $1 AND g.customer_id = ANY ($2) AND c.customer_id IS NULL AND c.channel = 'chat' AND c.message_count > 0`

/** How these customers, who are one person, first came to the portal. */
async function findFirstVisit(t: Tx, ids: CustomerId[]): Promise<VisitView | null> {
  const [row] = await t.sql<{ visit: VisitView }>(
    'SELECT visit FROM guest WHERE tenant_id = $1 AND customer_id = ANY ($2) AND visit IS NOT NULL ORDER BY created_at LIMIT 1',
    [t.tenantId, ids],
  )
  return row?.visit ?? null
}

type SameEmail = Pick<CustomerRow, 'id' | 'name' | 'email' | 'emailVerifiedAt' | 'lastActiveAt'> & {
  claimedBy: GuestId | null
}

/** At most the 20 that were last active. */
async function listSameEmail(t: Tx, group: CustomerRow[]): Promise<CustomerRecord['sameEmail']> {
  const emails = group.flatMap(({ email }) => email ?? [])
  if (emails.length === 0) return []
  const rows = await t.sql<SameEmail>(
    `SELECT id, name, email, claimed_by AS "claimedBy", email_verified_at AS "emailVerifiedAt", last_active_at AS "lastActiveAt"
     FROM customer WHERE tenant_id = $1 AND email = ANY ($2) AND id <> ALL ($3) ORDER BY last_active_at DESC LIMIT 20`,
    [t.tenantId, emails, group.map(({ id }) => id)],
  )
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    emailStatus: emailStatusOf(row) ?? 'entered',
    lastActiveAt: row.lastActiveAt.toISOString(),
  }))
}
