import { domainEvents } from '#server/domain-events.ts'
import { onEvent, payloadOf } from '#server/platform/event.ts'
import type { Platform } from '#server/platform/platform.ts'

export type RecordedEvent = { tenantId: string; name: string; payload: Record<string, unknown> }

/**
 * Records every domain event of a server with the payload that integrators get, committed or not. Only for a server that the test
 * file does not share (`startHarness({})`): handlers stay registered.
 */
export function recordEvents(platform: Platform): RecordedEvent[] {
  const recorded: RecordedEvent[] = []
  platform.db.react(
    domainEvents.map((event) =>
      onEvent(event, async (t, facts) => {
        const payload = payloadOf(event, facts)
        recorded.push({ tenantId: t.tenantId, name: event.name, payload })
      }),
    ),
  )
  return recorded
}
