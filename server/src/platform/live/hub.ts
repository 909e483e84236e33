import { Client, type Pool } from 'pg'
import type { ConversationId, TenantId } from '#contracts/ids.ts'
import type { LiveEvent } from '#contracts/live-event.ts'
import type { Log } from '#server/platform/log.ts'
import { createReplayBuffer } from './desk-replay-buffer.ts'
import { decodePacket, type Envelope, encodeEnvelope, LIVE_CHANNEL, type Packet, type Revocation } from './envelope.ts'

/** One open screen. `deliver` gets what is addressed to it, in commit order. */
export type Listener = {
  tenantId: TenantId
  /** null: the team's desk; otherwise the customer's view of one conversation. */
  conversationId: ConversationId | null
  principal: { userId: string } | { guestId: string }
  deliver(event: LiveEvent, id: string | null): void
  end(): void
}

export type Live = {
  /** Delivers without a row behind it: typing, presence, growing answers. Lost if nobody listens. */
  publishEphemeral(envelope: Envelope): Promise<void>
  /** Ends every stream of a principal, on every node, within a moment. */
  revoke(principal: Revocation['revoke']): Promise<void>
  listen(listener: Listener): () => void
  /**
   * Brings a desk's screen up to now: replays what came after an id this node gave out. Without one, or where it cannot, the
   * screen is told to read again; in either case it knows from then on where to resume.
   */
  catchUpDesk(tenantId: TenantId, afterId: string | null, deliver: Listener['deliver']): void
  readonly streams: number
  start(): Promise<void>
  stop(): Promise<void>
}

/** Reads a message too long for a notification; given by the domain that owns messages. */
export type ReadReference = (packet: Extract<Packet, { ref: unknown }>) => Promise<LiveEvent | null>

export type HubParts = { pool: Pool; url: string; log: Log; readReference: () => ReadReference }

export function createHub(parts: HubParts): Live {
  const listeners = new Map<string, Set<Listener>>()
  const memory = createReplayBuffer()
  const reach = (packet: Envelope): void => {
    const keys = [packet.desk ? `desk:${packet.tenantId}` : null, packet.conversationId]
    const deskId = packet.desk ? memory.keep(packet.tenantId, packet.event) : null
    for (const key of keys) {
      if (!key) continue
      const id = key === packet.conversationId ? (packet.seq === null ? null : String(packet.seq)) : deskId
      for (const listener of listeners.get(key) ?? []) {
        if (listener.tenantId === packet.tenantId) listener.deliver(packet.event, id)
      }
    }
  }
  const revoke = (principal: Revocation['revoke']): void => {
    for (const set of listeners.values()) {
      for (const listener of set) if (isSame(listener.principal, principal)) listener.end()
    }
  }
  const receive = async (payload: string): Promise<void> => {
    const packet = decodePacket(payload)
    if (!packet) return
    if ('revoke' in packet) return revoke(packet.revoke)
    if ('event' in packet) return reach(packet)
    const event = await parts
      .readReference()(packet)
      .catch((error: unknown): LiveEvent => {
        parts.log.warn({ err: error }, 'a long message could not be read; its screens read again')
        return { type: 'resync' }
      })
    if (event) reach({ ...packet, event })
  }
  const ear = createEar(parts, receive, () => {
    // What was told while this node could not hear is unknown: every screen reads again.
    memory.forget()
    for (const set of listeners.values()) {
      for (const listener of set) {
        listener.deliver({ type: 'resync' }, listener.conversationId === null ? memory.place() : null)
      }
    }
  })
  const send = (text: string) =>
    parts.pool.query('SELECT pg_notify($1, $2)', [LIVE_CHANNEL, text]).then(() => undefined)
  return {
    publishEphemeral: (envelope) => send(encodeEnvelope(envelope)),
    revoke: (principal) => send(JSON.stringify({ revoke: principal })),
    listen: (listener) => subscribe(listeners, listener),
    catchUpDesk: (tenantId, afterId, deliver) => {
      const isReplayed = afterId !== null && memory.replay(tenantId, afterId, deliver)
      if (!isReplayed) deliver({ type: 'resync' }, memory.place())
    },
    get streams() {
      let count = 0
      for (const set of listeners.values()) count += set.size
      return count
    },
    start: ear.start,
    stop: async () => {
      await ear.stop()
      for (const set of listeners.values()) for (const listener of [...set]) listener.end()
    },
  }
}

const isSame = (a: Revocation['revoke'], b: Revocation['revoke']): boolean =>
  'userId' in a ? 'userId' in b && a.userId === b.userId : 'guestId' in b && a.guestId === b.guestId

function subscribe(listeners: Map<string, Set<Listener>>, listener: Listener): () => void {
  const key = listener.conversationId ?? `desk:${listener.tenantId}`
  const set = listeners.get(key) ?? new Set()
  listeners.set(key, set.add(listener))
  return () => {
    set.delete(listener)
    if (set.size === 0) listeners.delete(key)
  }
}

/** The node's one listening connection; it comes back by itself, and says when it may have missed something. */
function createEar(parts: HubParts, receive: (payload: string) => Promise<void>, onGap: () => void) {
  let client: Client | null = null
  let isStopped = false
  let attempt = 0
  let timer: NodeJS.Timeout | undefined
  let order = Promise.resolve()
  const connect = async (): Promise<void> => {
    const next = new Client({ connectionString: parts.url, keepAlive: true, application_name: 'segue-live' })
    next.on('error', () => undefined)
    next.on('end', () => {
      if (!isStopped && client === next) retry()
    })
    next.on('notification', ({ payload }) => {
      if (!payload) return
      // One after the other: a reference that must be read first keeps its place.
      order = order
        .then(() => receive(payload))
        .catch((error: unknown) => parts.log.warn({ err: error }, 'a live event was lost'))
    })
    try {
      await next.connect()
      await next.query(`LISTEN ${LIVE_CHANNEL}`)
    } catch (error) {
      await next.end().catch(() => undefined)
      throw error
    }
    client = next
    attempt = 0
    // Stopped while it was connecting: nobody else would end it.
    if (isStopped) await next.end()
  }
  const retry = (): void => {
    client = null
    timer = setTimeout(
      () => {
        connect().then(onGap, retry)
      },
      Math.min(5000, 250 * 2 ** attempt++),
    )
    timer.unref()
  }
  return {
    start: connect,
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await client?.end().catch(() => undefined)
    },
  }
}
