import { eq } from 'drizzle-orm'
import { type MailServerRow, mailServer } from '#server/notification/schema.ts'
import type { Tx } from '#server/platform/db/tenant.ts'

export const findMailServer = async (t: Tx): Promise<MailServerRow | null> =>
  (await t.prepared.select().from(mailServer).where(eq(mailServer.tenantId, t.tenantId)).execute())[0] ?? null

export async function upsertMailServer(t: Tx, row: Omit<MailServerRow, 'tenantId'>): Promise<void> {
  await t.db
    .insert(mailServer)
    .values({ tenantId: t.tenantId, ...row })
    .onConflictDoUpdate({ target: mailServer.tenantId, set: row })
}

export const changeMailServer = (t: Tx, change: Partial<Omit<MailServerRow, 'tenantId'>>) =>
  t.db.update(mailServer).set(change).where(eq(mailServer.tenantId, t.tenantId))

export const deleteMailServerRow = (t: Tx) => t.db.delete(mailServer).where(eq(mailServer.tenantId, t.tenantId))
