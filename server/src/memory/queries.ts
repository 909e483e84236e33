import { and, eq, sql } from 'drizzle-orm'
import type { CustomerId, GuestId } from '#contracts/ids.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { nothingRemembered } from './remembered.ts'
import { type MemoryRow, memory } from './schema.ts'

/** MemoryOwner memory: a guest's session, or a customer who signed in. A claimed e-mail makes nobody a customer here. */
export type MemoryOwner = { kind: 'guest'; id: GuestId } | { kind: 'customer'; id: CustomerId }

const ownerOf = (whose: MemoryOwner) =>
  whose.kind === 'guest' ? { guestId: whose.id, customerId: null } : { guestId: null, customerId: whose.id }

const ownedBy = (t: Tx, whose: MemoryOwner) =>
  and(
    eq(memory.tenantId, t.tenantId),
    whose.kind === 'guest' ? eq(memory.guestId, whose.id) : eq(memory.customerId, whose.id),
  )

export const findMemory = async (t: Tx, whose: MemoryOwner): Promise<MemoryRow | null> =>
  (await t.prepared.select().from(memory).where(ownedBy(t, whose)))[0] ?? null

export const lockMemory = async (t: Tx, whose: MemoryOwner): Promise<MemoryRow | null> =>
  (await t.db.select().from(memory).where(ownedBy(t, whose)).for('update'))[0] ?? null

export type Visit = { visits: number; timezone: string | null }

/** Begins a memory or goes on with it, in one statement; `visits` more, and a timezone where one is told. */
export async function upsertMemory(t: Tx, whose: MemoryOwner, { visits, timezone }: Visit): Promise<MemoryRow> {
  const fresh = {
    tenantId: t.tenantId,
    id: crypto.randomUUID(),
    ...ownerOf(whose),
    visitCount: Math.max(visits, 1),
    timezone,
    content: nothingRemembered(),
    firstVisitAt: t.now,
    lastSeenAt: t.now,
  }
  const [row] = await t.db
    .insert(memory)
    .values(fresh)
    .onConflictDoUpdate({
      target: [memory.tenantId, whose.kind === 'guest' ? memory.guestId : memory.customerId],
      set: {
        visitCount: sql`${memory.visitCount} + ${visits}`,
        lastSeenAt: t.now,
        ...(timezone === null ? {} : { timezone }),
      },
    })
    .returning()
  if (!row) throw new Error('a memory was neither begun nor found')
  return row
}

export async function updateMemory(
  t: Tx,
  id: string,
  change: Partial<Pick<MemoryRow, 'content' | 'totalInteractions' | 'language' | 'lastSeenAt'>>,
): Promise<void> {
  await t.db
    .update(memory)
    .set(change)
    .where(and(eq(memory.tenantId, t.tenantId), eq(memory.id, id)))
}

export async function deleteMemory(t: Tx, whose: MemoryOwner): Promise<void> {
  await t.db.delete(memory).where(ownedBy(t, whose))
}
