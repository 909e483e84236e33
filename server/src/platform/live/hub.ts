import { Client, type Pool } from 'pg'
import type { LiveEvent } from '#contracts/events.ts'
import type { ConversationId, TenantId } from '#contracts/ids.ts'
import type { Log } from '#server/platform/log.ts'
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
  whisper(envelope: Envelope): Promise<void>
  /** Ends every stream of a principal, on every node, within a moment. */
  revoke(principal: Revocation['revoke']): Promise<void>
  listen(listener: Listener): () => void
  /** Replays the desk's events after an id this node gave out; false: it cannot, read again. */
  replayDesk(tenantId: TenantId, afterId: string, deliver: Listener['deliver']): boolean
  readonly streams: number
  start(): Promise<void>
  stop(): Promise<void>
}

/** Reads a message too long for a notification; given by the domain that owns messages. */
export type ReadReference = (packet: Extract<Packet, { ref: unknown }>) => Promise<LiveEvent | null>

/** How many desk events a node remembers per tenant, for streams that reconnect. */
const REMEMBERED = 200
/** How many tenants it remembers them for; the longest silent is forgotten first. */
const REMEMBERED_TENANTS = 500

export type HubParts = { pool: Pool; url: string; log: Log; readReference: () => ReadReference }

export function createHub(parts: HubParts): Live {
  const listeners = new Map<string, Set<Listener>>()
  const memory = createMemory()
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
    const event = await parts.readReference()(packet)
    if (event) reach({ ...packet, event })
  }
  const ear = createEar(parts, receive, () => {
    // What was told while this node could not hear is unknown: every screen reads again.
    memory.forget()
    for (const set of listeners.values()) for (const listener of set) listener.deliver({ type: 'resync' }, null)
  })
  const send = (text: string) =>
    parts.pool.query('SELECT pg_notify($1, $2)', [LIVE_CHANNEL, text]).then(() => undefined)
  return {
    whisper: (envelope) => send(encodeEnvelope(envelope)),
    revoke: (principal) => send(JSON.stringify({ revoke: principal })),
    listen: (listener) => subscribe(listeners, listener),
    replayDesk: memory.replay,
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

/** The last desk events of each tenant under ids that hold for this process only. */
function createMemory() {
  const epoch = crypto.randomUUID().slice(0, 8)
  const kept = new Map<TenantId, { next: number; events: { n: number; event: LiveEvent }[] }>()
  return {
    keep(tenantId: TenantId, event: LiveEvent): string {
      const ring = kept.get(tenantId) ?? { next: 1, events: [] }
      kept.delete(tenantId)
      kept.set(tenantId, ring)
      if (kept.size > REMEMBERED_TENANTS) kept.delete(kept.keys().next().value as TenantId)
      const n = ring.next++
      ring.events.push({ n, event })
      if (ring.events.length > REMEMBERED) ring.events.shift()
      return `${epoch}.${n}`
    },
    replay(tenantId: TenantId, afterId: string, deliver: Listener['deliver']): boolean {
      const [from, n] = afterId.split('.')
      const after = Number(n)
      const ring = kept.get(tenantId)
      if (from !== epoch || !ring || !Number.isInteger(after)) return false
      const oldest = ring.events[0]?.n ?? ring.next
      if (after < oldest - 1 || after >= ring.next) return after === ring.next - 1
      for (const { n, event } of ring.events) if (n > after) deliver(event, `${epoch}.${n}`)
      return true
    },
    forget: () => kept.clear(),
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
    await next.connect()
    await next.query(`LISTEN ${LIVE_CHANNEL}`)
    client = next
    attempt = 0
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
