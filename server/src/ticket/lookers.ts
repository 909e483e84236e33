import type { TenantId, TicketId, UserId } from '#contracts/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { processState } from '#server/platform/process-state.ts'

/** As on the screens: somebody whose last heartbeat is older does not look at the ticket any more. */
const EXPIRES_MS = 15_000

/** So many are remembered; of more, the ones with the oldest heartbeats are forgotten. */
const MOST = 20_000

/**
 * Who looks at which ticket now, from the heartbeats that all nodes publish. Every node hears all of them; one that has just started knows
 * everybody after the next heartbeats, 10 s later.
 */
const lookers = processState('who looks at which ticket', ({ live, clock }: Platform) => {
  const until = new Map<string, number>()
  const keyOf = (tenantId: TenantId, ticketId: string, userId: string) => `${tenantId}/${ticketId}/${userId}`
  live.onDeskEvent((tenantId, event) => {
    if (event.type !== 'presence') return
    const key = keyOf(tenantId, event.ticketId, event.member.id)
    until.delete(key)
    if (!event.isHere) return
    until.set(key, clock.now().getTime() + EXPIRES_MS)
    const [oldest] = until.keys()
    if (until.size > MOST && oldest) until.delete(oldest)
  })
  return (tenantId: TenantId, ticketId: TicketId, userId: UserId): boolean =>
    (until.get(keyOf(tenantId, ticketId, userId)) ?? 0) > clock.now().getTime()
})

/** Whether a member has a ticket open on a visible page right now. The first call in a process begins to observe the heartbeats. */
export const looksAt = (platform: Platform, tenantId: TenantId, ticketId: TicketId, userId: UserId): boolean =>
  platform.state(lookers)(tenantId, ticketId, userId)

/** Observes heartbeats from now on. */
export const observeLookers = (platform: Platform): void => {
  platform.state(lookers)
}
