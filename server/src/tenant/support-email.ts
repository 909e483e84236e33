import { eq } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/tenant.ts'
import { type TenantRow, tenant } from './schema.ts'

/**
 * The support address if its owner confirmed it, else nothing: anybody can type any address into the settings, and mails that go there or
 * name it would then reach a stranger.
 */
export function confirmedSupportEmail({ businessInfo, confirmedEmail }: TenantRow): string {
  const email = businessInfo.supportEmail.trim()
  return email.toLowerCase() === confirmedEmail?.toLowerCase() ? email : ''
}

/** The owner of this address has shown that they read it. */
export async function confirmSupportEmailIn(t: Tx, email: string): Promise<void> {
  await t.db.update(tenant).set({ confirmedEmail: email }).where(eq(tenant.id, t.tenantId))
}
