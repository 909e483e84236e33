import type { TenantId } from '#contracts/ids.ts'
import type { Live } from '#server/platform/live/hub.ts'

/** When this process last heard that something of a business changed, by `performance.now()`. */
export type Heard = { at(tenantId: TenantId | null): number }

/** Follows the live events of all desks. `keptMs`: times before that need not be known. */
export function followChanges(live: Pick<Live, 'onDeskEvent' | 'onRevoked'>, keptMs: number): Heard {
  const times = new Map<TenantId, number>()
  // What was told before this process listened is unknown to it, and so is what was told in a gap of the events.
  let unknownUntil = performance.now()
  const note = (tenantId: TenantId): void => {
    const now = performance.now()
    // The latest stand last, so that those that nobody needs any more stand first.
    times.delete(tenantId)
    times.set(tenantId, now)
    for (const [id, at] of times) {
      if (at >= now - keptMs) break
      times.delete(id)
    }
  }
  live.onDeskEvent(note)
  live.onRevoked((revoked) => {
    if (revoked === 'everybody') unknownUntil = performance.now()
    else if ('tenantId' in revoked) note(revoked.tenantId as TenantId)
  })
  const heardOf = (tenantId: TenantId | null) => (tenantId === null ? undefined : times.get(tenantId))
  return { at: (tenantId) => Math.max(unknownUntil, heardOf(tenantId) ?? unknownUntil) }
}
