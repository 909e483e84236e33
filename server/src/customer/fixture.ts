import { randomUUID } from 'node:crypto'
import type { CustomerAttributeId, CustomerId, CustomerMergeId, CustomerNoteId, GuestId } from '#contracts/ids.ts'
import type { Guest, Member } from '#server/platform/actor.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { createAttribute } from './attributes.ts'
import { createGuest } from './guest-session.ts'
import { mergeCustomers } from './merge/merge.ts'
import { addNote } from './notes.ts'
import type { CustomerRow } from './schema.ts'
import { getCustomer, upsertClaimedCustomer, upsertCustomerByEmail } from './service.ts'

/** A guest: the actor for services, and the token for requests. */
export async function makeGuest(tenant: Tenant): Promise<{ actor: Guest; token: string }> {
  const { row, token } = await tenant.tx((t) => createGuest(t, { portalHost: 'platform', visit: null }))
  return { actor: { kind: 'guest', guestId: row.id, isReturning: false }, token }
}

type Given = { name?: string; email?: string }

const filled = (given: Given, at: Date) => ({
  name: given.name ?? 'Casey Poe',
  email: given.email ?? `c${randomUUID().slice(0, 13)}@example.com`,
  at,
})

/** A customer whose e-mail a member entered. */
export const makeCustomer = (tenant: Tenant, given: Given = {}): Promise<CustomerRow> =>
  tenant.tx((t) => upsertCustomerByEmail(t, filled(given, t.now)))

/** The customer that a guest claims to be. */
export const makeClaim = (tenant: Tenant, guestId: GuestId, given: Given = {}): Promise<CustomerRow> =>
  tenant.tx((t) => upsertClaimedCustomer(t, guestId, filled(given, t.now)))

/** A note about a customer; gives its id. */
export async function makeNote(tenant: Tenant, actor: Member, customerId: CustomerId): Promise<CustomerNoteId> {
  const id = randomUUID() as CustomerNoteId
  await addNote(tenant, actor, customerId, { id, body: 'proof' })
  return id
}

/** A text attribute of customers; gives its id. */
export async function makeAttribute(tenant: Tenant, actor: Member): Promise<CustomerAttributeId> {
  const id = randomUUID() as CustomerAttributeId
  await createAttribute(tenant, actor, { id, name: `Attribute ${id}`, type: 'text', options: [] })
  return id
}

/** A customer that is merged into another one; gives the merge's id and the customer. */
export async function makeMerge(
  tenant: Tenant,
  actor: Member,
  customerId: CustomerId,
): Promise<{ id: CustomerMergeId; part: CustomerId }> {
  const id = randomUUID() as CustomerMergeId
  const { version } = await tenant.read((t) => getCustomer(t, customerId))
  const { id: part } = await makeCustomer(tenant)
  const take = { name: false, plan: false, attributes: [] }
  await mergeCustomers(tenant, actor, customerId, { id, version, from: part, fromVersion: 1, take })
  return { id, part }
}
