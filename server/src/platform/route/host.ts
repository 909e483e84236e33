import type { FastifyInstance } from 'fastify'
import * as m from '#i18n/messages.js'
import { AppError } from '#server/platform/errors.ts'

/** A host name, an IPv4 address or an IPv6 address in brackets, with an optional port (RFC 9110, 7.2). */
const HOST = /^(?:[\w-]+(?:\.[\w-]+)*\.?|\[[\da-f:.]+\])(?::(\d{1,5}))?$/i
const MAX_PORT = 65_535

/**
 * Refuses a request with several Host headers or one that is no host, with 400: a proxy or cache may choose another of them than this
 * server does. Only HTTP/1.0 may leave the header out.
 */
export function refuseAmbiguousHosts(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    const hosts = raw.headersDistinct.host ?? []
    const isAbsentIn10 = hosts.length === 0 && raw.httpVersion === '1.0'
    if (!isAbsentIn10 && !(hosts.length === 1 && isHost(hosts[0] ?? '')))
      throw new AppError('invalid_input', m.error_unreadable_request)
  })
}

function isHost(value: string): boolean {
  const found = HOST.exec(value)
  return found !== null && Number(found[1] ?? 0) <= MAX_PORT
}
