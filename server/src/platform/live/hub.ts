import { Client, type Pool } from 'pg'
import type { ConversationId, TenantId } from '#contracts/ids.ts'
import type { LiveEvent } from '#contracts/live-event.ts'
import type { Log } from '#server/platform/log.ts'
import { createReplayBuffer } from './desk-replay-buffer.ts'
import {
  decodePacket,
  encodeLivePacket,
  LIVE_CHANNEL,
  type LivePacket,
  type LiveReference,
  type Recipients,
  type Revocation,
} from './packet.ts'

/** One open stream. `deliver` gets the events it receives, in commit order. */
export type Listener = {
  tenantId: TenantId
  /** null: the team's desk; otherwise the customer's view of one conversation. */
  conversationId: ConversationId | null
  principal: { userId: string } | { guestId: string }
  deliver(event: LiveEvent, id: string | null): void
  end(): void
}

export type Live = {
  /** Publishes an event that no row stands for (typing, presence, parts of a streaming answer), at once. It is not replayed. */
  publishEphemeral(tenantId: TenantId, event: LiveEvent, to: Recipients): Promise<void>
  /** Ends every stream of a principal on every node. */
  revoke(principal: Revocation['revoke']): Promise<void>
  listen(listener: Listener): () => void
  /**
   * Replays to a desk what came after an id of this node. Without an id, or where a part is no longer buffered, it sends `resync`
   * instead; either way the desk has an id to resume from.
   */
  catchUpDesk(tenantId: TenantId, afterId: string | null, deliver: Listener['deliver']): void
  readonly streams: number
  start(): Promise<void>
  stop(): Promise<void>
}

/** Reads the message of a reference; provided by the domain that owns messages. */
export type ReadReference = (packet: LiveReference) => Promise<LiveEvent | null>

export type HubParts = { pool: Pool; url: string; log: Log; readReference: () => ReadReference }

export function createHub(parts: HubParts): Live {
  const listeners = new Map<string, Set<Listener>>()
  const replayBuffer = createReplayBuffer()
  const deliver = ({ tenantId, to, event }: LivePacket): void => {
    const deliverTo = (key: string, id: string | null) => {
      for (const listener of listeners.get(key) ?? []) if (listener.tenantId === tenantId) listener.deliver(event, id)
    }
    if (to.desk) deliverTo(`desk:${tenantId}`, replayBuffer.add(tenantId, event))
    if (to.conversation) deliverTo(to.conversation, to.seq === undefined ? null : String(to.seq))
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
    if ('event' in packet) return deliver(packet)
    const event = await parts
      .readReference()(packet)
      .catch((error: unknown): LiveEvent => {
        parts.log.warn(
          { err: error },
          'a message too long for a notification could not be read; its subscribers resync',
        )
        return { type: 'resync' }
      })
    if (event) deliver({ tenantId: packet.tenantId, to: packet.to, event })
  }
  const connection = createListenConnection(parts, receive, () => {
    // Events that were published while the connection was lost are unknown: every subscriber resyncs.
    replayBuffer.clear()
    for (const set of listeners.values()) {
      for (const listener of set) {
        listener.deliver({ type: 'resync' }, listener.conversationId === null ? replayBuffer.newestId() : null)
      }
    }
  })
  const send = (text: string) =>
    parts.pool.query('SELECT pg_notify($1, $2)', [LIVE_CHANNEL, text]).then(() => undefined)
  return {
    publishEphemeral: (tenantId, event, to) => send(encodeLivePacket({ tenantId, event, to })),
    revoke: (principal) => send(JSON.stringify({ revoke: principal })),
    listen: (listener) => subscribe(listeners, listener),
    catchUpDesk: (tenantId, afterId, deliver) => {
      const isReplayed = afterId !== null && replayBuffer.replay(tenantId, afterId, deliver)
      if (!isReplayed) deliver({ type: 'resync' }, replayBuffer.newestId())
    },
    get streams() {
      let count = 0
      for (const set of listeners.values()) count += set.size
      return count
    },
    start: connection.start,
    stop: async () => {
      await connection.stop()
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

/** The node's one LISTEN connection. It reconnects by itself, with backoff, and then calls `onGap`: events may be missing. */
function createListenConnection(parts: HubParts, receive: (payload: string) => Promise<void>, onGap: () => void) {
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
      // One after the other: a reference that must be read first keeps its position in the order.
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
    // Stopped while it was connecting: `stop` did not see this client.
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
