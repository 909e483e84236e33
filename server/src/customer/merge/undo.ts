import { isDeepStrictEqual } from 'node:util'
import type { CustomerView } from '#contracts/customer/customer.ts'
import type { CustomerId, CustomerMergeId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import { customerSplit } from '#server/customer/events.ts'
import { publishCustomer } from '#server/customer/live-events.ts'
import { presentCustomer } from '#server/customer/present.ts'
import { updateCustomer } from '#server/customer/queries.ts'
import type { CustomerRow } from '#server/customer/schema.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { text } from '#server/platform/text/message.ts'
import { recordActivity } from '#server/tenant/service.ts'
import { fieldsOf, lockGroups, requireRoot } from './merge.ts'
import { findMerge, listMerges, lockMerges, markUndone, setBlocked, setMergedInto } from './queries.ts'
import type { CustomerMergeRow, MergedPart } from './schema.ts'

/**
 * Undoes a merge: the customers it moved are as they were before, and so are the fields it changed, but for those that a member changed
 * since. A repeated request changes nothing. Throws conflict where one of them was split off or merged on meanwhile.
 */
export const undoMerge = (
  tenant: Tenant,
  actor: Member,
  id: CustomerId,
  mergeId: CustomerMergeId,
  version: number,
): Promise<CustomerView> =>
  tenant.tx(async (t) => {
    await lockMerges(t)
    const merge = await findMerge(t, mergeId)
    if (merge?.intoId !== id) throw notFound('merge')
    const [group] = await lockGroups(t, [id])
    if (!group) throw notFound('customer')
    if (merge.undoneAt) return presentCustomer(group.root)
    requireRoot(group, id, version)
    const parts = movedBy(merge)
    if (parts.some((part) => !group.parts.some((one) => one.id === part.id))) throw conflict(m.error_merge_changed)
    await markUndone(t, merge.id)
    await takeOff(t, parts)
    await restoreBlocks(t, merge, group.root)
    const root = await restore(t, merge, group)
    const off = group.parts.find((one) => one.id === merge.fromId)
    await report(t, actor, root, { ids: parts.map((part) => part.id), name: off?.name ?? root.name })
    return presentCustomer(root)
  })

/** Takes one of the merged customers off again, with its address and all that was written under it. */
export const splitCustomer = (
  tenant: Tenant,
  actor: Member,
  id: CustomerId,
  given: { version: number; part: CustomerId },
): Promise<CustomerView> =>
  tenant.tx(async (t) => {
    await lockMerges(t)
    const [group] = await lockGroups(t, [id])
    const part = group?.parts.find((one) => one.id === given.part)
    if (!group || !part) throw notFound('customer')
    requireRoot(group, id, given.version)
    await setMergedInto(t, [part.id], null)
    const rest = group.parts.filter((one) => one !== part)
    const merges = await listMerges(t, id)
    const root = await updateCustomer(t, id, {
      ...timesWithout(group.root, rest, [part], merges.at(-1)),
      version: group.root.version + 1,
    })
    await report(t, actor, root, { ids: [part.id], name: part.name })
    return presentCustomer(root)
  })

/** The customers that a merge moved; the others of its parts belonged to the customer before. */
const movedBy = ({ parts, intoId }: CustomerMergeRow): MergedPart[] => parts.filter((part) => part.partOfId !== intoId)

/** Each goes back to where it was: alone, or merged into the customer that is taken off with it. */
async function takeOff(t: Tx, parts: MergedPart[]): Promise<void> {
  const alone = parts.filter((part) => part.partOfId === null)
  await setMergedInto(
    t,
    alone.map(({ id }) => id),
    null,
  )
  for (const { id } of alone) {
    const theirs = parts.filter((part) => part.partOfId === id).map((part) => part.id)
    if (theirs.length > 0) await setMergedInto(t, theirs, id)
  }
}

/** Ends the blocks that the merge began, unless a member decided about them since. */
async function restoreBlocks(t: Tx, { parts, after }: CustomerMergeRow, root: CustomerRow): Promise<void> {
  if ((root.blockedAt?.toISOString() ?? null) !== after.blockedAt) return
  const free = parts.filter((part) => part.blockedAt === null).map(({ id }) => id)
  if (after.blockedAt && free.length > 0) await setBlocked(t, free, null)
}

/** The fields that still are what the merge made of them become what they were. */
async function restore(
  t: Tx,
  { before, after, parts }: CustomerMergeRow,
  group: { root: CustomerRow; parts: CustomerRow[] },
): Promise<CustomerRow> {
  const { root } = group
  const now = fieldsOf(root)
  const chosen = <Key extends keyof typeof now>(key: Key) =>
    isDeepStrictEqual(now[key], after[key]) ? before[key] : now[key]
  const blockedAt = chosen('blockedAt')
  const gone = group.parts.filter((one) => parts.some((part) => part.id === one.id && part.partOfId !== root.id))
  const rest = group.parts.filter((one) => !gone.includes(one))
  return updateCustomer(t, root.id, {
    name: chosen('name'),
    plan: chosen('plan'),
    attributes: chosen('attributes'),
    blockedAt: blockedAt === null ? null : new Date(blockedAt),
    ...timesWithout(root, rest, gone, { before }),
    version: root.version + 1,
  })
}

/**
 * When a customer joined and was last active without those that are taken off: `before` has its own times as of a merge. Its own activity
 * since then counts as long as it is the newest of all.
 */
function timesWithout(
  root: CustomerRow,
  rest: CustomerRow[],
  gone: CustomerRow[],
  merge: Pick<CustomerMergeRow, 'before'> | undefined,
): Pick<CustomerRow, 'joinedAt' | 'lastActiveAt'> {
  if (!merge) return { joinedAt: root.joinedAt, lastActiveAt: root.lastActiveAt }
  const joined = [new Date(merge.before.joinedAt), ...rest.map(({ joinedAt }) => joinedAt)]
  const active = [new Date(merge.before.lastActiveAt), ...rest.map(({ lastActiveAt }) => lastActiveAt)]
  const isTheirs = gone.some(({ lastActiveAt }) => lastActiveAt.getTime() === root.lastActiveAt.getTime())
  return {
    joinedAt: new Date(Math.min(...joined.map(Number))),
    lastActiveAt: isTheirs ? new Date(Math.max(...active.map(Number))) : root.lastActiveAt,
  }
}

async function report(
  t: Tx,
  actor: Member,
  customer: CustomerRow,
  { ids, name }: { ids: CustomerId[]; name: string },
): Promise<void> {
  const action = text(m.activity_customers_split, { name, from: customer.name })
  await recordActivity(t, actor, { action, type: 'customer_merge' })
  await t.emit(customerSplit, { customer, split: ids })
  for (const id of [customer.id, ...ids]) publishCustomer(t, id)
}
