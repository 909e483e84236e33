import { randomUUID } from 'node:crypto'
import type { Platform, Tenant } from '#server/platform/platform.ts'
import { createTenant, type NewTenant } from './service.ts'

/** A business of its own for a test: tenancy is what keeps tests apart, so nothing is ever cleared. */
export async function makeTenant(
  platform: Platform,
  given: Partial<NewTenant> = {},
): Promise<{ tenant: Tenant; slug: string }> {
  const slug = given.slug ?? `acme-${randomUUID().slice(0, 13)}`
  return { tenant: await createTenant(platform, { name: 'Acme Support', ...given, slug }), slug }
}
