import type { TenantId } from '#contracts/ids.ts'
import type { Revoked } from './packet.ts'

/** A guest who is signed in loses the right with either of the two sessions. */
export type Principal = { userId: string } | { guestId: string; userId?: string }

/** A stream as far as its right to listen is concerned. */
type Holder = { tenantId: TenantId; principal: Principal; end(): void }

export type OnRevoked = (revoked: Revoked | 'everybody') => void

/** Longer than a request may take, so that every revocation since a caller was authenticated is still known. */
const REMEMBERED_MS = 120_000

/** Who lost the right to listen, on this node. */
export function createRevocations() {
  const recent: { position: number; at: number; revoked: Revoked | 'everybody' }[] = []
  const observers: OnRevoked[] = []
  let position = 0
  return {
    get position() {
      return position
    },
    onRevoked: (run: OnRevoked): void => {
      observers.push(run)
    },
    /** Ends the streams that it concerns. */
    revoke(revoked: Revoked | 'everybody', holders: Iterable<Holder>): void {
      position += 1
      const at = performance.now()
      recent.push({ position, at, revoked })
      while (recent[0] && recent[0].at < at - REMEMBERED_MS) recent.shift()
      for (const run of observers) run(revoked)
      for (const holder of holders) if (concerns(revoked, holder)) holder.end()
    },
    isRevokedSince: (since: number, holder: Holder): boolean =>
      recent.some((one) => one.position > since && concerns(one.revoked, holder)),
  }
}

function concerns(revoked: Revoked | 'everybody', { tenantId, principal }: Holder): boolean {
  if (revoked === 'everybody') return true
  if ('tenantId' in revoked) return revoked.tenantId === tenantId
  if ('userId' in revoked) return 'userId' in principal && principal.userId === revoked.userId
  return 'guestId' in principal && principal.guestId === revoked.guestId
}
