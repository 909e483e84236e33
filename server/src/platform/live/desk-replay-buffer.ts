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
  /** Id of a tenant's newest event: a stream that starts now resumes after it. */
  newestId(tenantId: TenantId): string
  /** Delivers a tenant's events after an id; false where not all of them are buffered, and then delivers none. */
  replay(tenantId: TenantId, afterId: string, deliver: (event: LiveEvent, id: string) => void): boolean
  /** Called when events may have been missed: no earlier id can be resumed from. */
  clear(): void
}

/**
 * The last desk events of each tenant. Ids are valid in this process only. Each tenant's are numbered by themselves: a number over all
 * tenants would show one of them how busy the others are. The numbers outlive the buffered events, so that an id stays valid after
 * its tenant was evicted; they cost some hundred bytes a tenant.
 */
export function createReplayBuffer(limits = { perTenant: MAX_PER_TENANT, inAll: MAX_IN_ALL }): DeskReplayBuffer {
  const buffers = new Map<TenantId, { completeAfter: number; events: Numbered[] }>()
  const newest = new Map<TenantId, number>()
  let epoch = newEpoch()
  let count = 0
  const idOf = (n: number) => `${epoch}.${n}`
  const newestOf = (tenantId: TenantId) => newest.get(tenantId) ?? 0
  // What a tenant without a buffer had was evicted: nothing before its newest number can be replayed.
  const bufferOf = (tenantId: TenantId) => buffers.get(tenantId) ?? { completeAfter: newestOf(tenantId), events: [] }
  const evict = (): void => {
    for (const [tenantId, { events }] of buffers) {
      if (count <= limits.inAll) return
      count -= events.length
      buffers.delete(tenantId)
    }
  }
  return {
    add(tenantId, event) {
      const buffer = bufferOf(tenantId)
      const n = newestOf(tenantId) + 1
      newest.set(tenantId, n)
      buffer.events.push({ n, event })
      count += 1
      if (buffer.events.length > limits.perTenant) {
        buffer.completeAfter = buffer.events.shift()?.n ?? n
        count -= 1
      }
      // Set again, so that the map's order is the order of the last event.
      buffers.delete(tenantId)
      buffers.set(tenantId, buffer)
      evict()
      return idOf(n)
    },
    newestId: (tenantId) => idOf(newestOf(tenantId)),
    replay(tenantId, afterId, deliver) {
      const [from, number = ''] = afterId.split('.')
      const after = /^\d{1,15}$/.test(number) ? Number(number) : Number.NaN
      const buffer = bufferOf(tenantId)
      if (from !== epoch || !(after >= buffer.completeAfter && after <= newestOf(tenantId))) return false
      for (const { n, event } of buffer.events) if (n > after) deliver(event, idOf(n))
      return true
    },
    clear() {
      buffers.clear()
      newest.clear()
      count = 0
      epoch = newEpoch()
    },
  }
}

const newEpoch = (): string => crypto.randomUUID().slice(0, 8)
