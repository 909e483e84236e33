import { randomUUID } from 'node:crypto'
import type { Platform, Tenant } from '#server/platform/platform.ts'
import { createTenant, type NewTenant } from './service.ts'

/** A new tenant for a test. Tenant isolation separates tests, so no rows are deleted between them. */
export async function makeTenant(
  platform: Platform,
  given: Partial<NewTenant> = {},
): Promise<{ tenant: Tenant; slug: string }> {
  const slug = given.slug ?? `acme-${randomUUID().slice(0, 13)}`
  return { tenant: await createTenant(platform, { name: 'Acme Support', ...given, slug }), slug }
}
