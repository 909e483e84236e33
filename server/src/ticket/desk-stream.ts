import type { Member } from '#server/platform/actor.ts'
import type { Stream } from '#server/platform/live/sse.ts'
import type { Tenant } from '#server/platform/platform.ts'

/** Streams the events of the desk. After a reconnection buffered events are replayed; if some are missing, `resync` is sent. */
export function followDesk(tenant: Tenant, actor: Member, lastEventId: string | null, stream: Stream): void {
  const { live } = tenant.platform
  const unsubscribe = live.listen({
    tenantId: tenant.id,
    conversationId: null,
    principal: { userId: actor.userId },
    admission: stream.admission,
    deliver: stream.send,
    end: stream.end,
  })
  stream.onEnd(unsubscribe)
  live.catchUpDesk(tenant.id, lastEventId, stream.send)
}
