import { Transform } from 'node:stream'
import type { preParsingHookHandler } from 'fastify'

/** Keeps the bytes of a body beside what is parsed of them: a signature is of the bytes. */
export const keepRawBody: preParsingHookHandler = (request, _reply, payload, done) => {
  const chunks: Buffer[] = []
  request.rawBody = Buffer.alloc(0)
  const kept = new Transform({
    transform: (chunk: Buffer, _, next) => {
      chunks.push(chunk)
      next(null, chunk)
    },
    flush: (next) => {
      request.rawBody = Buffer.concat(chunks)
      next()
    },
  })
  payload.on('error', (error) => kept.destroy(error))
  done(null, payload.pipe(kept))
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The bytes of the body, where the route keeps them. */
    rawBody?: Buffer
  }
}

/** Before the body is parsed: the request counts as one without a body, whatever its type. What was sent is discarded (unread-bodies.ts). */
export const ignoreBody: preParsingHookHandler = (request, _, payload, done) => {
  for (const name of ['content-type', 'content-length', 'transfer-encoding']) delete request.headers[name]
  done(null, payload)
}
