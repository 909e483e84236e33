import type { TenantId } from '#contracts/ids.ts'
import { batched } from '#server/platform/batched.ts'
import { type Platform, tenantOf } from '#server/platform/platform.ts'
import type { Tx, TxKind } from './tenant.ts'

type OfTenant = { tenantId: TenantId }

type Shared<Item, Result> = {
  /** The most items that one transaction works on. */
  most: number
  kind?: Exclude<TxKind, 'stale'>
  /** Works on items of one tenant, in their order; gives one result for each. */
  run(t: Tx, items: readonly Item[]): Promise<Result[]>
  /** Items that must not share a transaction; all of a tenant may without it. */
  groupsOf?(items: readonly Item[]): readonly (readonly Item[])[]
}

/**
 * Items that come while a transaction of their tenant is under way share the next one. One that comes alone has its own at once, and no tenant
 * waits for another. Where a shared one fails, each item gets its own, in the same order: one that fails harms no other.
 */
export function sharedTx<Item extends OfTenant, Result>(
  platform: Platform,
  { most, kind = 'write', run, groupsOf = (items) => [items] }: Shared<Item, Result>,
): (item: Item) => Promise<Result> {
  type Outcomes = Map<Item, PromiseSettledResult<Result>>
  const runGroup = async (tenantId: TenantId, group: readonly Item[], outcomes: Outcomes): Promise<void> => {
    try {
      const tenant = tenantOf(platform, tenantId)
      const results = await tenant[kind === 'read' ? 'read' : 'tx']((t) => run(t, group))
      for (const [at, item] of group.entries())
        outcomes.set(item, { status: 'fulfilled', value: results[at] as Result })
    } catch (reason) {
      if (group.length === 1) return void outcomes.set(group[0] as Item, { status: 'rejected', reason })
      platform.log.warn(
        { err: reason, tenantId, items: group.length },
        'a shared transaction failed; each has its own now',
      )
      for (const item of group) await runGroup(tenantId, [item], outcomes)
    }
  }
  const queueOf = (tenantId: TenantId) =>
    batched<Item, Result>((items) => {
      const outcomes: Outcomes = new Map()
      const runAll = async () => {
        for (const group of groupsOf(items)) await runGroup(tenantId, group, outcomes)
      }
      const done = runAll()
      return items.map((item) => done.then(() => settledValue(outcomes.get(item))))
    }, most)
  const queues = new Map<TenantId, { add: (item: Item) => Promise<Result>; open: number }>()
  return async (item) => {
    const queue = queues.get(item.tenantId) ?? { add: queueOf(item.tenantId), open: 0 }
    queues.set(item.tenantId, queue)
    queue.open += 1
    try {
      return await queue.add(item)
    } finally {
      queue.open -= 1
      if (queue.open === 0) queues.delete(item.tenantId)
    }
  }
}

function settledValue<Result>(outcome: PromiseSettledResult<Result> | undefined): Result {
  if (outcome?.status === 'fulfilled') return outcome.value
  throw outcome?.reason ?? new Error('a shared transaction left an item out')
}
