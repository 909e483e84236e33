import { and, desc, eq, inArray, or, sql } from 'drizzle-orm'
import type { CustomerId, GuestId } from '#contracts/ids.ts'
import type { ConversationRow } from '#server/conversation/schema.ts'
import { guest } from '#server/customer/schema.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { emptyMemory } from './memory-content.ts'
import { type MemoryRow, memory } from './schema.ts'

/** A guest session, or a signed-in customer. A claimed e-mail address does not identify a customer. */
export type MemoryOwner = { kind: 'guest'; id: GuestId } | { kind: 'customer'; id: CustomerId }

/** The owner of the memory that a conversation uses: its guest; null where a member opened it. */
export const memoryOwnerOf = (row: Pick<ConversationRow, 'guestId'>): MemoryOwner | null =>
  row.guestId ? { kind: 'guest', id: row.guestId } : null

const ownerColumns = (owner: MemoryOwner) =>
  owner.kind === 'guest' ? { guestId: owner.id, customerId: null } : { guestId: null, customerId: owner.id }

const ownedBy = (t: Tx, owner: MemoryOwner) =>
  and(
    eq(memory.tenantId, t.tenantId),
    owner.kind === 'guest' ? eq(memory.guestId, owner.id) : eq(memory.customerId, owner.id),
  )

export const findMemory = async (t: Tx, owner: MemoryOwner): Promise<MemoryRow | null> =>
  (await t.prepared.select().from(memory).where(ownedBy(t, owner)))[0] ?? null

/** The memory of the visit at which a customer was last seen: their own, or that of a browser in which they wrote. */
export async function findMemoryOfCustomer(t: Tx, customerIds: CustomerId[]): Promise<MemoryRow | null> {
  const guests = t.db
    .select({ id: guest.id })
    .from(guest)
    .where(and(eq(guest.tenantId, t.tenantId), inArray(guest.customerId, customerIds)))
  const isTheirs = or(inArray(memory.customerId, customerIds), inArray(memory.guestId, guests))
  const rows = await t.db
    .select()
    .from(memory)
    .where(and(eq(memory.tenantId, t.tenantId), isTheirs))
    .orderBy(desc(memory.lastSeenAt))
    .limit(1)
  return rows[0] ?? null
}

export const lockMemory = async (t: Tx, owner: MemoryOwner): Promise<MemoryRow | null> =>
  (await t.db.select().from(memory).where(ownedBy(t, owner)).for('update'))[0] ?? null

export type Visit = { visits: number; timezone: string | null }

/** Creates or updates a memory in one statement: adds `visits` and stores the time zone if there is one. */
export async function upsertMemory(t: Tx, owner: MemoryOwner, { visits, timezone }: Visit): Promise<MemoryRow> {
  const fresh = {
    tenantId: t.tenantId,
    id: crypto.randomUUID(),
    ...ownerColumns(owner),
    visitCount: Math.max(visits, 1),
    timezone,
    content: emptyMemory(),
    firstVisitAt: t.now,
    lastSeenAt: t.now,
  }
  const [row] = await t.db
    .insert(memory)
    .values(fresh)
    .onConflictDoUpdate({
      target: [memory.tenantId, owner.kind === 'guest' ? memory.guestId : memory.customerId],
      set: {
        visitCount: sql`${memory.visitCount} + ${visits}`,
        lastSeenAt: t.now,
        ...(timezone === null ? {} : { timezone }),
      },
    })
    .returning()
  if (!row) throw new Error('the memory was not returned')
  return row
}

export async function updateMemory(
  t: Tx,
  id: string,
  change: Partial<Pick<MemoryRow, 'content' | 'totalInteractions' | 'language' | 'lastSeenAt'>>,
): Promise<void> {
  t.write(
    t.prepared
      .update(memory)
      .set(change)
      .where(and(eq(memory.tenantId, t.tenantId), eq(memory.id, id))),
  )
}

export async function deleteMemory(t: Tx, owner: MemoryOwner): Promise<void> {
  await t.db.delete(memory).where(ownedBy(t, owner))
}
