import type { FastifyReply } from 'fastify'
import type { LiveEvent } from '#contracts/live-event.ts'
import type { Admission } from './hub.ts'

/** A comment at this interval prevents proxies from closing an idle stream. */
const HEARTBEAT_MS = 15_000
/** The stream of a client with more unread bytes is closed; the client reconnects and resumes. */
const MAX_UNREAD_BYTES = 1024 * 1024

export type Stream = {
  readonly admission: Admission
  send(event: LiveEvent, id: string | null): void
  end(): void
  /** Called once when either side has closed the stream. */
  onEnd(run: () => void): void
}

/** Turns a reply into a stream of server-sent events. */
export function openStream(reply: FastifyReply, admission: Admission): Stream {
  const { raw } = reply
  const endHandlers: (() => void)[] = []
  reply.hijack()
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  })
  raw.write('retry: 1000\n\n')
  const heartbeat = setInterval(() => write(': heartbeat\n\n'), HEARTBEAT_MS)
  const close = (): void => {
    clearInterval(heartbeat)
    for (const run of endHandlers.splice(0)) run()
  }
  raw.on('close', close)
  raw.on('error', () => raw.destroy())
  const write = (chunk: string): void => {
    if (raw.writableEnded || raw.destroyed) return
    if (raw.writableLength > MAX_UNREAD_BYTES) {
      raw.destroy()
      return
    }
    raw.write(chunk)
  }
  return {
    admission,
    send: (event, id) => write(`${id === null ? '' : `id: ${id}\n`}data: ${JSON.stringify(event)}\n\n`),
    end: () => raw.end(),
    onEnd: (run) => {
      endHandlers.push(run)
      // The client may have disconnected during authentication, before the close handler was added.
      if (raw.closed || raw.destroyed) close()
    },
  }
}
