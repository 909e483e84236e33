import type { Member } from '#server/platform/actor.ts'
import type { Stream } from '#server/platform/live/sse.ts'
import type { Tenant } from '#server/platform/platform.ts'

/** Follows the whole desk. After a break what this node remembers is replayed; what it does not, the screen reads again. */
export function followDesk(tenant: Tenant, actor: Member, lastEventId: string | null, stream: Stream): void {
  const { live } = tenant.platform
  const leave = live.listen({
    tenantId: tenant.id,
    conversationId: null,
    principal: { userId: actor.userId },
    admission: stream.admission,
    deliver: stream.send,
    end: stream.end,
  })
  stream.onEnd(leave)
  live.catchUpDesk(tenant.id, lastEventId, stream.send)
}
