import type { LiveState } from './live-stream.ts'

type Receiver = { onEvent: (id: string | null, data: string) => void; onState: (state: LiveState) => void }
type Connect = (receiver: Receiver, signal: AbortSignal) => Promise<void>
type Note = { kind: 'event'; id: string | null; data: string } | { kind: 'state'; state: LiveState } | { kind: 'hello' }

/**
 * Shares one stream among all tabs of a browser, since HTTP/1.1 allows six connections to a server. The tab that holds the lock
 * `path` connects and forwards its events; when it closes, the next tab takes over and resumes after the last
 * event. Without the two browser interfaces (plain http, old browsers) each tab has a stream.
 */
export function shareBetweenTabs(path: string, connect: Connect, receiver: Receiver, signal: AbortSignal): void {
  if (!globalThis.navigator?.locks || typeof BroadcastChannel === 'undefined') {
    void connect(receiver, signal)
    return
  }
  const channel = new BroadcastChannel(`segue-live:${path}`)
  let isLeader = false
  let state: LiveState = 'connecting'
  const post = (note: Note) => channel.postMessage(note)
  channel.onmessage = ({ data: note }: MessageEvent<Note>) => {
    if (note.kind === 'event') receiver.onEvent(note.id, note.data)
    else if (note.kind === 'state') receiver.onState(note.state)
    else if (isLeader) post({ kind: 'state', state })
  }
  const leading: Receiver = {
    onEvent: (id, data) => {
      post({ kind: 'event', id, data })
      receiver.onEvent(id, data)
    },
    onState: (next) => {
      state = next
      post({ kind: 'state', state })
      receiver.onState(next)
    },
  }
  post({ kind: 'hello' })
  signal.addEventListener('abort', () => channel.close())
  navigator.locks
    .request(`segue-live:${path}`, { signal }, async () => {
      isLeader = true
      await connect(leading, signal)
    })
    .catch(() => undefined)
}
