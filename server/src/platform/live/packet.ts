import type { ConversationId, TenantId } from '#contracts/ids.ts'
import { LiveEvent } from '#contracts/live-event.ts'

export const LIVE_CHANNEL = 'segue_live'

/** PostgreSQL allows 7,999 bytes in a notification. */
const MAX_NOTIFICATION_BYTES = 7900

/**
 * The recipients of a live event: the team's desk, the customer's stream of one conversation, or both. Both fields are required, so that
 * each caller decides on both. A note has no `conversation`, so that it cannot reach a customer.
 */
export type Recipients = {
  desk: boolean
  conversation: ConversationId | null
  /** The event's number in its conversation: the resume position of the customer's stream. */
  seq?: number
}

/** A live event with its recipients, as it is sent to all nodes. */
export type LivePacket = { tenantId: TenantId; to: Recipients; event: LiveEvent }

/**
 * Ends the streams of whoever lost the right to listen: one person, one guest, or everybody of a tenant. Triggers of the database send
 * it (`end_streams` in server/migrations), so that no way of withdrawing the right can forget it.
 */
export type Revocation = { revoke: Revoked }
export type Revoked = { userId: string } | { guestId: string } | { tenantId: string }

/** Replaces a live event that is too long for a notification: the id of its message. */
export type LiveReference = Omit<LivePacket, 'event'> & { ref: { type: LiveEvent['type']; messageId: string } }

/** Wakes what waits in every process for rows of a transaction; sent at its commit. */
export type Wake = { wake: string }

/** A wake as the text of a notification. */
export const encodeWake = (name: string): string => JSON.stringify({ wake: name } satisfies Wake)

export type Packet = LivePacket | LiveReference | Revocation | Wake

/** The packet as the text of a notification. A message too long for it is sent as a reference, which each node reads from the database. */
export function encodeLivePacket(packet: LivePacket): string {
  const whole = JSON.stringify(packet)
  if (Buffer.byteLength(whole) <= MAX_NOTIFICATION_BYTES) return whole
  const { event, ...address } = packet
  if (!('message' in event)) return JSON.stringify({ ...address, event: { type: 'resync' } })
  return JSON.stringify({ ...address, ref: { type: event.type, messageId: event.message.id } })
}

/** The packets of one commit as few notifications: one line each, which JSON does not break. */
export function encodeLivePackets(packets: readonly LivePacket[]): string[] {
  const payloads: string[] = []
  for (const line of packets.map(encodeLivePacket)) {
    const joined = payloads.length > 0 ? `${payloads.at(-1)}\n${line}` : line
    if (payloads.length > 0 && Buffer.byteLength(joined) <= MAX_NOTIFICATION_BYTES) payloads.splice(-1, 1, joined)
    else payloads.push(line)
  }
  return payloads
}

/** The packets of a notification, in their order; without those that this module did not write. */
export const decodePackets = (payload: string): Packet[] =>
  payload.split('\n').flatMap((line) => decodePacket(line) ?? [])

function decodePacket(payload: string): Packet | null {
  try {
    const packet = JSON.parse(payload) as Packet
    if ('event' in packet) return LiveEvent.safeParse(packet.event).success ? packet : null
    return 'ref' in packet || 'revoke' in packet || 'wake' in packet ? packet : null
  } catch {
    return null
  }
}
