import type { Duplicate, DuplicateReason } from '#contracts/customer/merge.ts'
import type { CustomerId } from '#contracts/ids.ts'
import type { CustomerRow } from '#server/customer/schema.ts'
import { emailStatusOf } from '#server/customer/service.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { getGroup } from './record.ts'

const LIMIT = 10
/** Names as "Jo" and mailboxes as "info" belong to many. */
const SHORTEST = 5

type Found = Omit<CustomerRow, 'search' | 'attributes'> & { tickets: number; reasons: DuplicateReason[] }

/**
 * Customers that may be the same person as this one: the same e-mail, claimed or not; the same part before the @ at another provider;
 * the same name. Those with more in common come first; at most ten.
 */
export const listDuplicates = (tenant: Tenant, id: CustomerId): Promise<Duplicate[]> =>
  tenant.read(async (t) => {
    const group = await getGroup(t, id)
    const emails = group.flatMap(({ email }) => email ?? [])
    const mailboxes = [...new Set(emails.map(mailboxOf))].filter(({ length }) => length >= SHORTEST)
    const names = [...new Set(group.map(({ name }) => name.toLowerCase()))].filter(({ length }) => length >= SHORTEST)
    const rows = await t.sql<Found>(
      `SELECT c.id, c.name, c.email, c.claimed_by AS "claimedBy", c.email_verified_at AS "emailVerifiedAt", c.plan,
         c.blocked_at AS "blockedAt", c.is_demo AS "isDemo", c.joined_at AS "joinedAt", c.last_active_at AS "lastActiveAt",
         c.version, f.reasons, (SELECT count(*)::int FROM ticket WHERE tenant_id = $1 AND customer_id = c.id) AS tickets
       FROM (
         SELECT coalesce(part_of_id, id) AS id, array_agg(DISTINCT reason) AS reasons FROM (
           (SELECT id, part_of_id, 'same_email' AS reason FROM customer WHERE tenant_id = $1 AND email = ANY ($3) LIMIT 50)
           UNION ALL
           (SELECT id, part_of_id, 'similar_email' FROM customer WHERE tenant_id = $1 AND ${MAILBOX} = ANY ($4) AND email <> ALL ($3)
            LIMIT 50)
           UNION ALL
           (SELECT id, part_of_id, 'same_name' FROM customer WHERE tenant_id = $1 AND lower(name) = ANY ($5) LIMIT 50)
         ) x WHERE coalesce(part_of_id, id) <> $2 GROUP BY 1
       ) f JOIN customer c ON c.tenant_id = $1 AND c.id = f.id AND c.erased_at IS NULL
       ORDER BY cardinality(f.reasons) DESC, c.last_active_at DESC, c.id LIMIT ${LIMIT}`,
      [t.tenantId, group[0].id, emails, mailboxes, names],
    )
    return rows.map(present)
  })

/** As the index customer_by_mailbox. */
const MAILBOX = `replace(split_part(split_part(email, '@', 1), '+', 1), '.', '')`
const mailboxOf = (email: string): string => (email.split('@')[0] ?? '').split('+')[0]?.replaceAll('.', '') ?? ''

const present = (row: Found): Duplicate => ({
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
  version: row.version,
  reasons: row.reasons,
})
