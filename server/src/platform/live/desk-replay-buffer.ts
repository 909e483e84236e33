import type { TenantId } from '#contracts/ids.ts'
import type { LiveEvent } from '#contracts/live-event.ts'

/** How many desk events a node remembers per tenant, for streams that reconnect. */
const REMEMBERED = 200
/** And over all tenants, at some 2 kB each; the longest silent tenant is forgotten first. */
const REMEMBERED_IN_ALL = 10_000

type Numbered = { n: number; event: LiveEvent }

export type DeskReplayBuffer = {
  /** Remembers an event; gives its id. */
  keep(tenantId: TenantId, event: LiveEvent): string
  /** Id of the newest event of all: who has read everything by now resumes after it. */
  place(): string
  /** Delivers a tenant's events after an id; false where not all of them are remembered, and nothing is delivered. */
  replay(tenantId: TenantId, afterId: string, deliver: (event: LiveEvent, id: string) => void): boolean
  /** To be called when events may have been missed: no id from before can be resumed from. */
  forget(): void
}

/**
 * The last desk events of each tenant. Ids hold for this process only. Their numbers count over all tenants and never begin
 * again, so that a number means one moment, also after a tenant was forgotten.
 */
export function createReplayBuffer(limits = { perTenant: REMEMBERED, inAll: REMEMBERED_IN_ALL }): DeskReplayBuffer {
  const epoch = crypto.randomUUID().slice(0, 8)
  const kept = new Map<TenantId, { completeAfter: number; events: Numbered[] }>()
  let newest = 0
  /** Of a tenant without remembered events nothing was forgotten since this number. */
  let floor = 0
  let count = 0
  const idOf = (n: number) => `${epoch}.${n}`
  const makeRoom = (): void => {
    for (const [tenantId, { events }] of kept) {
      if (count <= limits.inAll) return
      floor = Math.max(floor, events.at(-1)?.n ?? 0)
      count -= events.length
      kept.delete(tenantId)
    }
  }
  return {
    keep(tenantId, event) {
      const ring = kept.get(tenantId) ?? { completeAfter: floor, events: [] }
      newest += 1
      ring.events.push({ n: newest, event })
      count += 1
      if (ring.events.length > limits.perTenant) {
        ring.completeAfter = ring.events.shift()?.n ?? newest
        count -= 1
      }
      // Written anew, it moves to the end: the map's order is the order of the last event.
      kept.delete(tenantId)
      kept.set(tenantId, ring)
      makeRoom()
      return idOf(newest)
    },
    place: () => idOf(newest),
    replay(tenantId, afterId, deliver) {
      const [from, number = ''] = afterId.split('.')
      const after = /^\d{1,15}$/.test(number) ? Number(number) : Number.NaN
      const ring = kept.get(tenantId) ?? { completeAfter: floor, events: [] }
      if (from !== epoch || !(after >= ring.completeAfter && after <= newest)) return false
      for (const { n, event } of ring.events) if (n > after) deliver(event, idOf(n))
      return true
    },
    forget() {
      kept.clear()
      count = 0
      newest += 1
      floor = newest
    },
  }
}
