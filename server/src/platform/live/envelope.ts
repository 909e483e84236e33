import type { ConversationId, TenantId } from '#contracts/ids.ts'
import { LiveEvent } from '#contracts/live-event.ts'

export const LIVE_CHANNEL = 'segue_live'

/** PostgreSQL takes 7,999 bytes a notification. */
const MAX_NOTIFICATION_BYTES = 7900

/**
 * A live event on its way to the open screens of all nodes. `conversationId` addresses the customer's own stream and `desk` the
 * team's; notes have no conversation address, so they cannot reach a customer.
 */
export type Envelope = {
  tenantId: TenantId
  desk: boolean
  conversationId: ConversationId | null
  /** Number of the event in its conversation: the resume position of the customer's stream. */
  seq: number | null
  event: LiveEvent
}

/** Ends streams whose right to listen is gone. */
export type Revocation = { revoke: { userId: string } | { guestId: string } }

/** What travels: the event itself, or, where it is too long for a notification, only where to find its message. */
export type Reference = Omit<Envelope, 'event'> & { ref: { type: LiveEvent['type']; messageId: string } }

export type Packet = Envelope | Reference | Revocation

/** As text for NOTIFY; a message too long for it travels as a reference, which the receiving node reads from the database. */
export function encodeEnvelope(envelope: Envelope): string {
  const whole = JSON.stringify(envelope)
  if (Buffer.byteLength(whole) <= MAX_NOTIFICATION_BYTES) return whole
  const { event, ...address } = envelope
  if (!('message' in event)) return JSON.stringify({ ...address, event: { type: 'resync' } })
  return JSON.stringify({ ...address, ref: { type: event.type, messageId: event.message.id } })
}

/** Our own notifications only ever hold what encodeEnvelope wrote; anything else on the channel is dropped. */
export function decodePacket(payload: string): Packet | null {
  try {
    const packet = JSON.parse(payload) as Packet
    if ('event' in packet) return LiveEvent.safeParse(packet.event).success ? packet : null
    return 'ref' in packet || 'revoke' in packet ? packet : null
  } catch {
    return null
  }
}
