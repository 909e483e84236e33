import { setTimeout as sleep } from 'node:timers/promises'
import type { ConversationId, TenantId } from '#contracts/ids.ts'
import type { LiveEvent } from '#contracts/live-event.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import type { Bus } from './bus/bus.ts'
import { createReplayBuffer } from './desk-replay-buffer.ts'
import {
  decodePackets,
  encodeLivePacket,
  LIVE_CHANNEL,
  type LivePacket,
  type LiveReference,
  type Packet,
  type Recipients,
} from './packet.ts'
import { createRevocations, type OnRevoked, type Principal } from './revocations.ts'

/** By what right a stream was opened. */
export type Admission = {
  /** `Live.position` before the caller was authenticated: what is revoked after it may be unknown to that authentication. */
  position: number
  /** The end of the caller's session, and so of the stream. */
  endsAt: Date
}

/** One open stream. `deliver` gets the events it receives, in commit order. */
export type Listener = {
  tenantId: TenantId
  /** null: the team's desk; otherwise the customer's stream of one conversation. */
  conversationId: ConversationId | null
  principal: Principal
  admission: Admission
  deliver(event: LiveEvent, id: string | null): void
  end(): void
}

type OnDeskEvent = (tenantId: TenantId, event: LiveEvent) => void

export type Live = {
  /** Publishes an event that is not stored in the database (typing, presence, parts of a streaming answer), at once. It is not replayed. */
  publishEphemeral(tenantId: TenantId, event: LiveEvent, to: Recipients): Promise<void>
  /** Whether events come in the order of their commits; else a later one may come first, or one be lost on its way. */
  readonly isInOrder: boolean
  /** Grows with every revocation. */
  readonly position: number
  /**
   * Delivers events until the returned function is called. Ends the stream when its right to listen is revoked, also where that
   * happened since its caller was authenticated, and when its session ends.
   */
  listen(listener: Listener): () => void
  /** Runs on every node when somebody loses the right to listen, before their streams end: for caches of that right. */
  onRevoked(run: OnRevoked): void
  /**
   * Replays to a desk what came after an id of this node. Without an id, or where a part is no longer buffered, it sends `resync`
   * instead; either way the desk has an id to resume from.
   */
  catchUpDesk(tenantId: TenantId, afterId: string | null, deliver: Listener['deliver']): void
  /** Runs on every node for every event of the desks, also where nobody has one open. */
  onDeskEvent(run: OnDeskEvent): void
  /** Runs on every node when a transaction that woke this name has committed. */
  onWake(name: string, run: () => void): void
  readonly streams: number
  /** The open streams of one business. */
  streamsOf(tenantId: TenantId): number
  start(): Promise<void>
  /** Ends the streams of this node, one after the other, and each that is opened from here on. What this node writes still reaches the others. */
  endStreams(): Promise<void>
  stop(): Promise<void>
}

/** Reads the message of a reference; provided by the domain that owns messages. */
export type ReadReference = (packet: LiveReference) => Promise<LiveEvent | null>

export type HubParts = { bus: Bus; log: Log; clock: Clock; readReference: () => ReadReference }

/** How often sessions that ended are looked for. */
const EXPIRY_INTERVAL_MS = 500

export function createHub(parts: HubParts): Live {
  const listeners = new Map<string, Set<Listener>>()
  const counts = new Map<TenantId, number>()
  const replayBuffer = createReplayBuffer()
  const observers: OnDeskEvent[] = []
  const wakers = new Map<string, () => void>()
  const deliver = ({ tenantId, to, event }: LivePacket): void => {
    const deliverTo = (key: string, id: string | null) => {
      for (const listener of listeners.get(key) ?? []) if (listener.tenantId === tenantId) listener.deliver(event, id)
    }
    if (to.desk) {
      for (const run of observers) run(tenantId, event)
      deliverTo(`desk:${tenantId}`, replayBuffer.add(tenantId, event))
    }
    if (to.conversation) deliverTo(to.conversation, to.seq === undefined ? null : String(to.seq))
  }
  const all = function* () {
    for (const set of listeners.values()) yield* [...set]
  }
  const revocations = createRevocations()
  let expiry: NodeJS.Timeout | undefined
  let isEnding = false
  const endStreams = async (): Promise<void> => {
    clearInterval(expiry)
    isEnding = true
    await endSpreadOut([...all()])
  }
  const receivePacket = async (packet: Packet): Promise<void> => {
    if ('wake' in packet) return wakers.get(packet.wake)?.()
    if ('revoke' in packet) return revocations.revoke(packet.revoke, all())
    if ('event' in packet) return deliver(packet)
    const event = await readReferenced(parts, packet)
    if (event) deliver({ tenantId: packet.tenantId, to: packet.to, event })
  }
  parts.bus.on(LIVE_CHANNEL, async (payload) => {
    for (const packet of decodePackets(payload)) await receivePacket(packet)
  })
  parts.bus.onGap(() => {
    // What was published meanwhile is unknown, revocations too: every stream ends, and its client connects again, is authenticated
    // again and resumes.
    replayBuffer.clear()
    revocations.revoke('everybody', all())
  })
  return {
    publishEphemeral: (tenantId, event, to) =>
      parts.bus.publish([LIVE_CHANNEL, encodeLivePacket({ tenantId, event, to })]),
    isInOrder: parts.bus.isNotifying,
    get position() {
      return revocations.position
    },
    listen: (listener) => {
      const leave = counted(counts, listener.tenantId, subscribe(listeners, listener))
      if (isEnding || revocations.isRevokedSince(listener.admission.position, listener)) listener.end()
      return leave
    },
    onRevoked: revocations.onRevoked,
    catchUpDesk: (tenantId, afterId, deliver) => {
      const isReplayed = afterId !== null && replayBuffer.replay(tenantId, afterId, deliver)
      if (!isReplayed) deliver({ type: 'resync' }, replayBuffer.newestId(tenantId))
    },
    onDeskEvent: (run) => void observers.push(run),
    onWake: (name, run) => void wakers.set(name, run),
    get streams() {
      return counts.values().reduce((sum, count) => sum + count, 0)
    },
    streamsOf: (tenantId) => counts.get(tenantId) ?? 0,
    start: async () => {
      await parts.bus.start()
      expiry = setInterval(() => endExpired(all(), parts.clock.now()), EXPIRY_INTERVAL_MS).unref()
    },
    endStreams,
    stop: async () => {
      await endStreams()
      await parts.bus.stop()
      for (const listener of all()) listener.end()
    },
  }
}

async function readReferenced({ readReference, log }: HubParts, packet: LiveReference): Promise<LiveEvent | null> {
  try {
    return await readReference()(packet)
  } catch (error) {
    log.warn({ err: error }, 'a message too long for a notification could not be read; its subscribers resync')
    return { type: 'resync' }
  }
}

/** So many streams end at once at least, and the next after a pause: their clients open them again at once, on the other nodes. */
const ENDING_AT_ONCE = 200
const ENDING_PAUSE_MS = 100
/** All of them end in so many steps at most: jobs wait for the end of a process too. */
const ENDING_STEPS = 50

async function endSpreadOut(listeners: readonly Listener[]): Promise<void> {
  const atOnce = Math.max(ENDING_AT_ONCE, Math.ceil(listeners.length / ENDING_STEPS))
  for (const [n, listener] of listeners.entries()) {
    if (n > 0 && n % atOnce === 0) await sleep(ENDING_PAUSE_MS)
    listener.end()
  }
}

function endExpired(listeners: Iterable<Listener>, now: Date): void {
  for (const listener of listeners) if (listener.admission.endsAt <= now) listener.end()
}

/** Counts a stream of a business until it is left, which may happen more than once. */
function counted(counts: Map<TenantId, number>, tenantId: TenantId, leave: () => void): () => void {
  counts.set(tenantId, (counts.get(tenantId) ?? 0) + 1)
  let hasLeft = false
  return () => {
    leave()
    if (hasLeft) return
    hasLeft = true
    const left = (counts.get(tenantId) ?? 1) - 1
    if (left === 0) counts.delete(tenantId)
    else counts.set(tenantId, left)
  }
}

function subscribe(listeners: Map<string, Set<Listener>>, listener: Listener): () => void {
  const key = listener.conversationId ?? `desk:${listener.tenantId}`
  const set = listeners.get(key) ?? new Set()
  listeners.set(key, set.add(listener))
  return () => {
    set.delete(listener)
    if (set.size === 0) listeners.delete(key)
  }
}
