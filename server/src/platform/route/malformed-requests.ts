import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode, ErrorReply } from '#contracts/errors.ts'
import { STATUS_OF } from '#contracts/errors.ts'
import * as m from '#i18n/messages.js'
import { AppError } from '#server/platform/errors.ts'
import { inEnglish, type Text } from '#server/platform/text/message.ts'
import { sendError } from './error-handler.ts'

/** An address that cannot be decoded, or with an id longer than any of ours: there is nothing there. */
export function answerMalformedUrl(_: unknown, request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-content-type-options', 'nosniff').header('cache-control', 'no-store')
  sendError(reply, request, new AppError('not_found', m.error_nothing_here))
}

/** What is no HTTP at all, or breaks off: told in the house's shape, as far as anybody still listens. */
export function answerMalformedRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [code, fault] = faultOf(error.code)
  const status = STATUS_OF[code]
  const told: ErrorReply = { error: { code, message: inEnglish(fault), requestId: crypto.randomUUID() } }
  const body = JSON.stringify(told)
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'connection: close',
      'content-type: application/json; charset=utf-8',
      'x-content-type-options: nosniff',
      `content-length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
  )
}

const faultOf = (code: string | undefined): [ErrorCode, Text] =>
  code === 'HPE_HEADER_OVERFLOW'
    ? ['too_large', m.error_headers_too_large]
    : ['invalid_input', m.error_unreadable_request]

/** A wish in the Expect header that we do not know is passed over (RFC 9110 leaves that open), so that it gets a proper answer. */
export const ignoreExpectHeaders = (app: FastifyInstance): void => {
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
}
