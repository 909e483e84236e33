import { randomUUID } from 'node:crypto'
import type { Guest } from '#server/platform/actor.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { createGuest } from './guest-session.ts'
import type { CustomerRow } from './schema.ts'
import { upsertCustomerByEmail } from './service.ts'

/** A guest: the actor for services, and the token for requests. */
export async function makeGuest(tenant: Tenant): Promise<{ actor: Guest; token: string }> {
  const { row, token } = await tenant.tx(createGuest)
  return { actor: { kind: 'guest', guestId: row.id, isReturning: false }, token }
}

export const makeCustomer = (tenant: Tenant, given: { name?: string; email?: string } = {}): Promise<CustomerRow> =>
  tenant.tx((t) =>
    upsertCustomerByEmail(t, {
      name: given.name ?? 'Casey Poe',
      email: given.email ?? `c${randomUUID().slice(0, 13)}@example.com`,
      at: t.now,
    }),
  )
