import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** What is still read of a request that was answered before it ended. A client that sends more, or longer, loses its connection. */
const MAX_BYTES = 64 * 1024 * 1024
const MAX_MS = 10_000
const CHECK_MS = 250

/**
 * Reads and discards what remains of a body when its request was answered, for example a file that is too large. Otherwise the next
 * request of the connection would wait behind it; and closing the connection at once can destroy the answer on its way.
 */
export function drainUnreadBodies(app: FastifyInstance): void {
  app.addHook('onResponse', async ({ raw }) => {
    if (!raw.complete && !raw.destroyed) drain(raw)
  })
}

function drain(request: IncomingMessage): void {
  const { socket } = request
  const limits = { bytes: socket.bytesRead + MAX_BYTES, at: performance.now() + MAX_MS }
  request.unpipe()
  request.resume()
  const timer = setInterval(() => {
    const isOver = request.complete || socket.destroyed
    if (isOver) clearInterval(timer)
    else if (socket.bytesRead > limits.bytes || performance.now() > limits.at) socket.destroy()
  }, CHECK_MS)
  timer.unref()
}
