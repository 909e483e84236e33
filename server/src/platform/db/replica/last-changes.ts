import type { TenantId } from '#contracts/ids.ts'
import type { Live } from '#server/platform/live/hub.ts'

/** When this process last got a live event of a change of a business, by `performance.now()`. */
export type LastChanges = { at(tenantId: TenantId | null): number }

/** Follows the live events of all desks. `keptMs`: times before that need not be known. */
export function followChanges(live: Pick<Live, 'onDeskEvent' | 'onRevoked'>, keptMs: number): LastChanges {
  const times = new Map<TenantId, number>()
  // Events of before this process listened are unknown to it, and so are those of a gap.
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
  const lastOf = (tenantId: TenantId | null) => (tenantId === null ? undefined : times.get(tenantId))
  return { at: (tenantId) => Math.max(unknownUntil, lastOf(tenantId) ?? unknownUntil) }
}
