import { createParser } from 'eventsource-parser'
import { useSyncExternalStore } from 'react'
import type { LiveEvent } from '#contracts/live-event.ts'
import { authorHeaders, hasBearerToken } from './call.ts'
import { shareBetweenTabs } from './share-between-tabs.ts'

/**
 * - `connecting`: the first attempt runs
 * - `live`: events arrive as they happen
 * - `lost`: no stream; `onPoll` is called every few seconds until it is back
 * - `ended`: the server refused (signed out, no permission); no further attempt
 */
export type LiveState = 'connecting' | 'live' | 'lost' | 'ended'

export type LiveOptions = {
  /** Path of the stream, e.g. `/api/stream`. */
  path: string
  /** Resume after this event id, where the page already has a state. */
  after?: string
  /** One stream for all tabs of this browser (same cookie session). Not for frames with a bearer token. */
  isShared?: boolean
  /** Read again what is on screen; runs every `pollEveryMs` while the stream is lost. */
  onPoll?: () => void
  pollEveryMs?: number
}

/** A running stream. `listen` and `watch` give a function that stops them; `close` ends the stream for this page. */
export type LiveStream = {
  listen: (listener: (event: LiveEvent) => void) => () => void
  watch: (listener: () => void) => () => void
  state: () => LiveState
  close: () => void
}

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 20_000
/** The server sends a heartbeat every 15 s; after three missing ones the stream is reconnected. */
const SILENCE_MS = 45_000

/** Milliseconds before attempt `n` (from 1): doubling up to 20 s, with up to half of it random so that tabs spread out. */
export function waitBefore(attempt: number, random: number = Math.random()): number {
  const full = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1))
  return Math.round(full / 2 + (full / 2) * random)
}

/** Opens a live stream over fetch: resumes with `Last-Event-ID`, reconnects automatically, polls while it cannot. */
export function openLive(options: LiveOptions): LiveStream {
  const listeners = new Set<(event: LiveEvent) => void>()
  const watchers = new Set<() => void>()
  const ended = new AbortController()
  let current: LiveState = 'connecting'
  let lastId = options.after ?? null
  let polling: ReturnType<typeof setInterval> | null = null

  const become = (next: LiveState) => {
    if (next === current || ended.signal.aborted) return
    current = next
    if (next === 'lost' && options.onPoll) polling ??= setInterval(options.onPoll, options.pollEveryMs ?? 5000)
    if (next !== 'lost' && polling) {
      clearInterval(polling)
      polling = null
    }
    for (const watcher of watchers) watcher()
  }
  const receive = (id: string | null, data: string) => {
    if (id !== null) lastId = id
    const event = JSON.parse(data) as LiveEvent
    for (const listener of listeners) listener(event)
  }
  const connect = (send: { onEvent: typeof receive; onState: (state: LiveState) => void }, signal: AbortSignal) =>
    keepOpen(options.path, () => lastId, send.onEvent, send.onState, signal)

  if (options.isShared && !hasBearerToken()) {
    shareBetweenTabs(options.path, connect, { onEvent: receive, onState: become }, ended.signal)
  } else void connect({ onEvent: receive, onState: become }, ended.signal)

  return {
    listen: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    watch: (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    state: () => current,
    close: () => {
      if (polling) clearInterval(polling)
      ended.abort()
    },
  }
}

async function keepOpen(
  path: string,
  lastId: () => string | null,
  onEvent: (id: string | null, data: string) => void,
  onState: (state: LiveState) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let attempt = 1; !signal.aborted; attempt++) {
    const outcome = await readOnce(path, lastId(), onEvent, () => onState('live'), signal).catch(
      () => 'failed' as const,
    )
    if (signal.aborted) return
    if (outcome === 'refused') return onState('ended')
    // A stream that was cut (deploy, sleep) reconnects at once; only repeated failures count as lost.
    if (outcome === 'cut') attempt = 0
    else onState('lost')
    await pause(attempt === 0 ? 100 : waitBefore(attempt), signal)
  }
}

async function readOnce(
  path: string,
  lastId: string | null,
  onEvent: (id: string | null, data: string) => void,
  onOpen: () => void,
  outer: AbortSignal,
): Promise<'cut' | 'failed' | 'refused'> {
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), SILENCE_MS)
  const headers: Record<string, string> = { accept: 'text/event-stream', ...authorHeaders() }
  if (lastId !== null) headers['last-event-id'] = lastId
  try {
    const signal = AbortSignal.any([outer, silence.signal])
    const response = await fetch(path, { headers, signal, credentials: 'same-origin', cache: 'no-store' })
    if ([401, 403, 404].includes(response.status)) return 'refused'
    if (!response.ok || !response.body) return 'failed'
    onOpen()
    const parser = createParser({ onEvent: ({ id, data }) => onEvent(id ?? null, data) })
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }))
      if (done) return 'cut'
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), SILENCE_MS)
      parser.feed(value ?? '')
    }
  } finally {
    clearTimeout(timer)
  }
}

/** Waits, and ends earlier when the device comes back online. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      globalThis.removeEventListener?.('online', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    globalThis.addEventListener?.('online', done)
    signal.addEventListener('abort', done)
  })
}

/** The stream's state, for the banner. */
export function useLiveState(stream: LiveStream): LiveState {
  return useSyncExternalStore(stream.watch, stream.state)
}
