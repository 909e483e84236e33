import type { CustomerView } from '#contracts/customer/customer.ts'
import { MAX_MERGED, type MergeChoice } from '#contracts/customer/merge.ts'
import type { CustomerAttributeId, CustomerId, CustomerMergeId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import { listAttributeRows } from '#server/customer/attribute-queries.ts'
import { customerMerged } from '#server/customer/events.ts'
import { publishCustomer } from '#server/customer/live-events.ts'
import { presentCustomer } from '#server/customer/present.ts'
import { updateCustomer } from '#server/customer/queries.ts'
import type { CustomerRow } from '#server/customer/schema.ts'
import type { Member } from '#server/platform/actor.ts'
import { createOnce, IdTakenError, isSameContent } from '#server/platform/db/create-once.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { conflict, invalid, notFound } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { text } from '#server/platform/text/message.ts'
import { recordActivity } from '#server/tenant/service.ts'
import { findGroup, findMerge, insertMerge, lockCustomers, lockMerges, setBlocked, setMergedInto } from './queries.ts'
import type { CustomerMergeRow, MergeFields } from './schema.ts'

/** A customer with those that are merged into it. */
type Group = { root: CustomerRow; parts: CustomerRow[] }

type Given = {
  id: CustomerMergeId
  version: number
  from: CustomerId
  fromVersion: number
  take: MergeChoice
}

/**
 * Merges `from`, with all that are merged into it, into a customer: members see them as one. Nothing moves: conversations, tickets,
 * notes and memories stay with the address under which they were written, so that who claimed or proved an address reads what they read
 * before and nothing more. Throws conflict where either was changed or merged since the member saw it.
 */
export const mergeCustomers = (tenant: Tenant, actor: Member, id: CustomerId, given: Given): Promise<CustomerView> =>
  createOnce(tenant, {
    create: async (t) => {
      await lockMerges(t)
      if (await findMerge(t, given.id)) throw new IdTakenError()
      if (given.from === id) throw invalid({ 'body.from': m.error_merge_same })
      await requireKnownAttributes(t, given.take.attributes)
      const groups = await lockGroups(t, [id, given.from])
      const [into, from] = [groups[0] as Group, groups[1] as Group]
      requireRoot(into, id, given.version)
      requireRoot(from, given.from, given.fromVersion)
      return presentCustomer(await writeMerge(t, actor, { into, from }, given))
    },
    findSame: async (t) => {
      const row = await findMerge(t, given.id)
      const same = { intoId: id, fromId: given.from, take: given.take }
      const stored = row && isSameContent(same, row) ? (await findGroup(t, id))[0] : null
      return stored ? presentCustomer(stored) : null
    },
    conflict: () => conflict(m.error_merge_id_taken),
  })

async function requireKnownAttributes(t: Tx, ids: readonly CustomerAttributeId[]): Promise<void> {
  if (ids.length === 0) return
  const known = await listAttributeRows(t)
  if (!ids.every((id) => known.some((one) => one.id === id))) throw notFound('attribute')
}

/** Locks customers with all that are merged into them, and reads them under the locks. Throws not_found. */
export async function lockGroups(t: Tx, ids: CustomerId[]): Promise<Group[]> {
  const found = await Promise.all(ids.map((id) => findGroup(t, id)))
  await lockCustomers(
    t,
    found.flat().map(({ id }) => id),
  )
  return Promise.all(
    ids.map(async (id) => {
      const [root, ...parts] = await findGroup(t, id)
      if (!root) throw notFound('customer')
      return { root, parts }
    }),
  )
}

/** Throws conflict for a customer that was merged into another one or changed since the member saw it. */
export function requireRoot({ root }: Group, id: CustomerId, version: number): void {
  if (root.id !== id) throw conflict(text(m.error_customer_merged, { name: root.name }), { reason: 'merged' })
  if (root.version !== version)
    throw conflict(m.error_customer_changed, { reason: 'version', current: presentCustomer(root) })
}

export const fieldsOf = ({ name, plan, attributes, blockedAt }: CustomerRow): MergeFields => ({
  name,
  plan,
  attributes,
  blockedAt: blockedAt?.toISOString() ?? null,
})

const attributesAfter = (into: CustomerRow, from: CustomerRow, taken: readonly string[]) => ({
  ...into.attributes,
  ...Object.fromEntries(Object.entries(from.attributes).filter(([id]) => taken.includes(id))),
})

const earlier = (a: Date, b: Date): Date => (a < b ? a : b)
const later = (a: Date, b: Date): Date => (a > b ? a : b)

async function writeMerge(
  t: Tx,
  actor: Member,
  { into, from }: { into: Group; from: Group },
  { id, take }: Given,
): Promise<CustomerRow> {
  const moved = [from.root, ...from.parts]
  const all = [into.root, ...into.parts, ...moved]
  if (all.length > MAX_MERGED + 1) throw conflict(text(m.error_merge_too_many, { max: MAX_MERGED }))
  // One of them blocked: all are, since a block that a merge ended would let the blocked person write again.
  const blockedAt = into.root.blockedAt ?? from.root.blockedAt
  const customer = await updateCustomer(t, into.root.id, {
    name: take.name ? from.root.name : into.root.name,
    plan: take.plan ? from.root.plan : into.root.plan,
    attributes: attributesAfter(into.root, from.root, take.attributes),
    blockedAt,
    joinedAt: earlier(into.root.joinedAt, from.root.joinedAt),
    lastActiveAt: later(into.root.lastActiveAt, from.root.lastActiveAt),
    version: into.root.version + 1,
  })
  const ids = moved.map((one) => one.id)
  await setMergedInto(t, ids, customer.id)
  if (blockedAt) {
    await setBlocked(
      t,
      all.map((one) => one.id),
      blockedAt,
    )
  }
  await insertMerge(t, rowOf(t, actor, { id, take, into, from, after: customer }))
  const action = text(m.activity_customers_merged, { name: from.root.name, into: customer.name })
  await recordActivity(t, actor, { action, type: 'customer_merge' })
  await t.emit(customerMerged, { customer, merged: ids })
  for (const one of all) publishCustomer(t, one.id)
  return customer
}

type Merged = { id: CustomerMergeId; take: MergeChoice; into: Group; from: Group; after: CustomerRow }

const rowOf = (t: Tx, actor: Member, { id, take, into, from, after }: Merged): CustomerMergeRow => ({
  tenantId: t.tenantId,
  id,
  intoId: into.root.id,
  fromId: from.root.id,
  take,
  parts: [...into.parts, from.root, ...from.parts].map((one) => ({
    id: one.id,
    partOfId: one.partOfId,
    blockedAt: one.blockedAt?.toISOString() ?? null,
  })),
  before: {
    ...fieldsOf(into.root),
    joinedAt: into.root.joinedAt.toISOString(),
    lastActiveAt: into.root.lastActiveAt.toISOString(),
  },
  after: fieldsOf(after),
  actorId: actor.userId,
  actorName: actor.name,
  createdAt: t.now,
  undoneAt: null,
})
