import type { TenantId } from '#contracts/ids.ts'
import type { LiveEvent } from '#contracts/live-event.ts'

/** Desk events a node buffers per tenant, for streams that reconnect. */
const MAX_PER_TENANT = 200
/** And over all tenants, at some 2 kB each; the tenant with the oldest last event is evicted first. */
const MAX_IN_ALL = 10_000

type Numbered = { n: number; event: LiveEvent }

export type DeskReplayBuffer = {
  /** Adds an event and returns its id. */
  add(tenantId: TenantId, event: LiveEvent): string
  /** Id of the newest event of all tenants: a stream that starts now resumes after it. */
  newestId(): string
  /** Delivers a tenant's events after an id; false where not all of them are buffered, and then delivers none. */
  replay(tenantId: TenantId, afterId: string, deliver: (event: LiveEvent, id: string) => void): boolean
  /** Called when events may have been missed: no earlier id can be resumed from. */
  clear(): void
}

/**
 * The last desk events of each tenant. Ids are valid in this process only. They number the events of all tenants and never restart,
 * so that an id stays valid after its tenant was evicted.
 */
export function createReplayBuffer(limits = { perTenant: MAX_PER_TENANT, inAll: MAX_IN_ALL }): DeskReplayBuffer {
  const epoch = crypto.randomUUID().slice(0, 8)
  const buffers = new Map<TenantId, { completeAfter: number; events: Numbered[] }>()
  let newest = 0
  /** A tenant without a buffer lost no event since this number. */
  let floor = 0
  let count = 0
  const idOf = (n: number) => `${epoch}.${n}`
  const evict = (): void => {
    for (const [tenantId, { events }] of buffers) {
      if (count <= limits.inAll) return
      floor = Math.max(floor, events.at(-1)?.n ?? 0)
      count -= events.length
      buffers.delete(tenantId)
    }
  }
  return {
    add(tenantId, event) {
      const buffer = buffers.get(tenantId) ?? { completeAfter: floor, events: [] }
      newest += 1
      buffer.events.push({ n: newest, event })
      count += 1
      if (buffer.events.length > limits.perTenant) {
        buffer.completeAfter = buffer.events.shift()?.n ?? newest
        count -= 1
      }
      // Set again, so that the map's order is the order of the last event.
      buffers.delete(tenantId)
      buffers.set(tenantId, buffer)
      evict()
      return idOf(newest)
    },
    newestId: () => idOf(newest),
    replay(tenantId, afterId, deliver) {
      const [from, number = ''] = afterId.split('.')
      const after = /^\d{1,15}$/.test(number) ? Number(number) : Number.NaN
      const buffer = buffers.get(tenantId) ?? { completeAfter: floor, events: [] }
      if (from !== epoch || !(after >= buffer.completeAfter && after <= newest)) return false
      for (const { n, event } of buffer.events) if (n > after) deliver(event, idOf(n))
      return true
    },
    clear() {
      buffers.clear()
      count = 0
      newest += 1
      floor = newest
    },
  }
}
