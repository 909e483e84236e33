import type { CommitBatch, Tx } from '#server/platform/db/tenant.ts'
import { type DomainEvent, type EventHandler, onEvent, payloadOf } from '#server/platform/event.ts'
import { encodeWake } from '#server/platform/live/packet.ts'
import type { Platform } from '#server/platform/platform.ts'
import { WAKE } from './sender.ts'
import { subscriptions } from './subscriptions.ts'

type Recorded = { event: string; version: number; order_key: string | null; payload: unknown }

/** Every event is stored for the webhooks of its business that are on and want it, in the transaction of its cause. */
export const recordingHandlers = (platform: Platform, events: readonly DomainEvent[]): EventHandler[] =>
  events.map((event) =>
    onEvent(event, async (t, facts) => {
      if (!platform.state(subscriptions).isWanted(t.tenantId, event.name)) return
      const payload = payloadOf(event, facts)
      t.gather(writeDeliveries, { event: event.name, version: event.version, order_key: orderKeyOf(payload), payload })
    }),
  )

type About = { id?: string; ticketId?: string | null; conversationId?: string }
type OfTicket = { ticket?: About; message?: About; conversation?: About; customer?: About; ticketId?: string }

/** What an event is about: events of one ticket, of a chat before it became one, or of a customer keep their order. */
export function orderKeyOf(payload: object): string | null {
  const { ticket, message, conversation, customer, ticketId } = payload as OfTicket
  const chat = message ? message.conversationId : conversation?.id
  return ticket?.id ?? ticketId ?? message?.ticketId ?? conversation?.ticketId ?? chat ?? customer?.id ?? null
}

/** One statement for all events of a transaction, in the round trip of its commit; it wakes the sender where there is anything to send. */
const writeDeliveries: CommitBatch<Recorded> = (t: Tx, events) => {
  const isNotified = t.isNotifying
  const written = t.sql(
    `WITH added AS (
       INSERT INTO webhook_delivery (tenant_id, webhook_id, event, event_version, order_key, payload, began_at, due_at, created_at)
       SELECT w.tenant_id, w.id, e.event, e.version, e.order_key, e.payload, $3, $3, $3
       FROM webhook w, ROWS FROM (json_to_recordset($2)
         AS (event text, version integer, order_key uuid, payload jsonb)) WITH ORDINALITY e
       WHERE w.tenant_id = $1 AND w.state = 'on' AND (e.event = ANY (w.events) OR '*' = ANY (w.events))
       ORDER BY e.ordinality
       RETURNING 1)
     SELECT CASE WHEN $4 THEN pg_notify('segue_live', $5) END FROM added LIMIT 1`,
    [t.tenantId, JSON.stringify(events), t.now, isNotified, encodeWake(WAKE)],
    'prepared',
  )
  t.write(
    written.then((rows) => {
      if (rows.length > 0 && !isNotified) t.wake(WAKE)
    }),
  )
}
