import { and, count, eq, isNull, or, sql } from 'drizzle-orm'
import type { MacroId, UserId } from '#contracts/ids.ts'
import { MAX_OWN_MACROS, MAX_SHARED_MACROS } from '#contracts/ticket/macro.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { type MacroRow, macro } from './schema.ts'

const byId = (t: Tx, id: MacroId) => and(eq(macro.tenantId, t.tenantId), eq(macro.id, id))

/** Shared macros and those of a member: what they can see and use. */
const usableBy = (userId: UserId) => or(isNull(macro.ownerId), eq(macro.ownerId, userId))

export const listMacroRows = (t: Tx, userId: UserId): Promise<MacroRow[]> =>
  t.db
    .select()
    .from(macro)
    .where(and(eq(macro.tenantId, t.tenantId), usableBy(userId)))
    .orderBy(sql`lower(${macro.name})`, macro.id)
    .limit(MAX_SHARED_MACROS + MAX_OWN_MACROS)

/** A macro that the member can see, under its lock where it is to be changed. */
export async function findMacroRow(t: Tx, id: MacroId, userId: UserId, lock?: 'forUpdate'): Promise<MacroRow | null> {
  const found = t.db
    .select()
    .from(macro)
    .where(and(byId(t, id), usableBy(userId)))
  return (await (lock ? found.for('update') : found))[0] ?? null
}

/** How many there are of a member, or shared for null. */
export async function countMacros(t: Tx, ownerId: UserId | null): Promise<number> {
  const rows = await t.db
    .select({ macros: count() })
    .from(macro)
    .where(and(eq(macro.tenantId, t.tenantId), ownerId ? eq(macro.ownerId, ownerId) : isNull(macro.ownerId)))
  return rows[0]?.macros ?? 0
}

export const insertMacro = (t: Tx, row: MacroRow) => t.db.insert(macro).values(row)

export const updateMacro = (t: Tx, id: MacroId, change: Partial<MacroRow>) =>
  t.db.update(macro).set(change).where(byId(t, id))

export const deleteMacroRow = (t: Tx, id: MacroId) => t.db.delete(macro).where(byId(t, id))
