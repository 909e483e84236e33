import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode, ErrorReply } from '#contracts/errors.ts'
import { STATUS_OF } from '#contracts/errors.ts'
import * as m from '#i18n/messages.js'
import { AppError } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { inEnglish, type Text } from '#server/platform/text/message.ts'
import { sendError } from './error-handler.ts'
import { securityHeaders } from './security-headers.ts'

/** Answers 404 to a URL that cannot be decoded or has a longer id than any Segue makes. */
export const answerMalformedUrl =
  (platform: Platform) =>
  (_: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    // No hook runs for such a request.
    reply.headers({ ...securityHeaders(platform), 'x-request-id': request.id })
    sendError(reply, request, new AppError('not_found', m.error_nothing_here))
  }

/** Answers a request that is not HTTP or is incomplete with the error reply, if the socket is still writable. */
export const answerMalformedRequest =
  (platform: Platform) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const [code, message] = errorFor(error.code)
    const status = STATUS_OF[code]
    const requestId = crypto.randomUUID()
    const reply: ErrorReply = { error: { code, message: inEnglish(message), requestId } }
    const body = JSON.stringify(reply)
    const headers = {
      ...securityHeaders(platform),
      connection: 'close',
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'x-request-id': requestId,
    }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'))
  }

const errorFor = (code: string | undefined): [ErrorCode, Text] =>
  code === 'HPE_HEADER_OVERFLOW'
    ? ['too_large', m.error_headers_too_large]
    : ['invalid_input', m.error_unreadable_request]

/** Ignores an unknown value of the Expect header (RFC 9110 allows that) and answers the request as usual. */
export const ignoreExpectHeaders = (app: FastifyInstance): void => {
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
}
