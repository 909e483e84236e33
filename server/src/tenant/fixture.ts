import { randomUUID } from 'node:crypto'
import { grantPlan } from '#server/billing/service.ts'
import type { Platform, Tenant } from '#server/platform/platform.ts'
import { createTenant, type NewTenant } from './service.ts'

/** A new tenant for a test, with the lifetime plan. Tenant isolation separates tests, so no rows are deleted between them. */
export async function makeTenant(
  platform: Platform,
  given: Partial<NewTenant> = {},
): Promise<{ tenant: Tenant; slug: string }> {
  const slug = given.slug ?? `acme-${randomUUID().slice(0, 13)}`
  const tenant = await createTenant(platform, { name: 'Acme Support', isEmailConfirmed: true, ...given, slug })
  await tenant.tx((t) => grantPlan(t, { planId: 'lifetime', source: 'owner' }))
  return { tenant, slug }
}
