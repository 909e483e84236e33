import type { Harness, TestTenant } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'

/** Stores so many open tickets by SQL, numbered from 1000: more than requests could create in a test's time. */
export async function makeManyTickets(h: Harness, { tenant }: TestTenant, count: number): Promise<void> {
  await queryAsOwner(
    h.database.ownerUrl,
    `WITH made AS (SELECT gen_random_uuid() AS id, gen_random_uuid() AS conversation_id, n FROM generate_series(1000, 999 + $2::int) n),
     chats AS (INSERT INTO conversation (tenant_id, id, channel, state) SELECT $1, conversation_id, 'desk', 'waiting' FROM made)
     INSERT INTO ticket (tenant_id, id, number, conversation_id, description, priority_label, source)
     SELECT $1, id, n, conversation_id, 'd', 'medium', 'desk' FROM made`,
    [tenant.id, count],
  )
}
