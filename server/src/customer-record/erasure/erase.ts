import type { eraseCustomer as eraseCustomerEndpoint } from '#contracts/customer/erasure.ts'
import type { ReplyOf } from '#contracts/endpoint.ts'
import type { CustomerErasureId, CustomerId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import { customerErased } from '#server/customer/events.ts'
import { findGroup, lockGroups, lockMerges, publishCustomer, requireRoot } from '#server/customer/service.ts'
import { type Origin, recordAuditIn } from '#server/identity/service.ts'
import type { Member } from '#server/platform/actor.ts'
import { createOnce, IdTakenError } from '#server/platform/db/create-once.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { conflict, invalid, notFound } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { requireRole } from '#server/platform/policy.ts'
import { inEnglish } from '#server/platform/text/message.ts'
import { recordActivity } from '#server/tenant/service.ts'
import { goOnErasing } from './job.ts'
import { ERASE_CUSTOMERS } from './policy.ts'
import {
  blankCustomers,
  endVisits,
  findErasure,
  insertErasure,
  listPerson,
  lockErasures,
  lockGuestsOf,
  type Person,
} from './queries.ts'
import type { CustomerErasureRow } from './schema.ts'

/** Who asks, and the proof that they signed in lately. */
export type Caller = Origin & { requireFreshSignIn(): Promise<void> }
type Given = { id: CustomerErasureId; version: number; confirmation: string }
type Reply = ReplyOf<typeof eraseCustomerEndpoint>

/**
 * Erases the person behind a customer. The customers are without a name at once and their visits end; a job goes on with what they wrote.
 * Throws invalid_input unless the customer's e-mail (or name) was typed, and conflict where the customer changed since the member saw it.
 */
export async function eraseCustomer(
  tenant: Tenant,
  actor: Member,
  caller: Caller,
  id: CustomerId,
  given: Given,
): Promise<Reply> {
  requireRole(actor, ERASE_CUSTOMERS)
  await caller.requireFreshSignIn()
  return createOnce(tenant, {
    create: async (t) => {
      await lockErasures(t)
      if (await findErasure(t, given.id)) throw new IdTakenError()
      const found = await personOf(t, id)
      const guestIds = await lockGuestsOf(
        t,
        found.map((one) => one.id),
      )
      await endVisits(t, guestIds)
      await lockMerges(t)
      const [group] = await lockGroups(t, [id])
      if (!group) throw notFound('customer')
      requireRoot(group, id, given.version)
      requireConfirmed(group.root, given.confirmation)
      await begin(t, actor, { caller, row: rowOf(t, actor, { id: given.id, person: await personOf(t, id), guestIds }) })
      return { id: given.id, state: 'running' }
    },
    findSame: async (t) => {
      const row = await findErasure(t, given.id)
      return row?.customerIds.includes(id) ? { id: row.id, state: row.finishedAt ? 'done' : 'running' } : null
    },
    conflict: () => conflict(m.error_erasure_id_taken),
  })
}

/** The customer, all merged into it, and all who claim one of their addresses. */
async function personOf(t: Tx, id: CustomerId): Promise<Person[]> {
  const group = await findGroup(t, id)
  if (group.length === 0) throw notFound('customer')
  return listPerson(
    t,
    group.map((one) => one.id),
    group.flatMap(({ email }) => email ?? []),
  )
}

function requireConfirmed({ name, email }: { name: string; email: string | null }, typed: string): void {
  const plain = (text: string) => text.trim().toLowerCase()
  if (plain(typed) !== plain(email ?? name)) throw invalid({ 'body.confirmation': m.error_erase_confirmation })
}

type Found = { id: CustomerErasureId; person: Person[]; guestIds: CustomerErasureRow['guestIds'] }

const rowOf = (t: Tx, actor: Member, { id, person, guestIds }: Found): CustomerErasureRow => {
  const emails = [...new Set(person.flatMap(({ email }) => email ?? []))]
  const names = [...new Set(person.map(({ name }) => name))].filter((name) => name !== DEFAULT_NAME)
  return {
    tenantId: t.tenantId,
    id,
    customerIds: person.map((one) => one.id),
    guestIds,
    words: [...emails, ...names],
    emails,
    erasedUpTo: null,
    requestedBy: actor.userId,
    requestedAt: t.now,
    cleanedAt: null,
    records: 0,
    scan: null,
    scanning: null,
    finishedAt: null,
  }
}

/** The name of customers who gave none names nobody. */
const DEFAULT_NAME = 'Anonymous Customer'

async function begin(
  t: Tx,
  actor: Member,
  { caller, row }: { caller: Caller; row: CustomerErasureRow },
): Promise<void> {
  await insertErasure(t, row)
  await blankCustomers(t, row.customerIds, inEnglish(m.erased_customer))
  await recordAuditIn(t, {
    address: caller.address,
    requestId: caller.requestId,
    action: 'customer_erased',
    actor: { kind: 'member', id: actor.userId, email: actor.email },
    detail: { erasureId: row.id, customers: row.customerIds.length },
  })
  await recordActivity(t, actor, { action: m.activity_customer_erased, type: 'customer_erasure' })
  await t.emit(customerErased, { customerIds: row.customerIds })
  for (const customerId of row.customerIds) publishCustomer(t, customerId)
  await t.enqueue(goOnErasing, { tenantId: t.tenantId, erasureId: row.id })
}
