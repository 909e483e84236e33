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
  app.addHook('onRequest', ({ raw }, _, done) => {
    const count = countHosts(raw.rawHeaders)
    const isAbsentIn10 = count === 0 && raw.httpVersion === '1.0'
    const isPlain = isAbsentIn10 || (count === 1 && isHost(raw.headers.host ?? ''))
    if (isPlain) done()
    else done(new AppError('invalid_input', m.error_unreadable_request))
  })
}

/** Node.js gives only the first of several. `lines` are names and values by turns. */
function countHosts(lines: readonly string[]): number {
  let count = 0
  for (let at = 0; at < lines.length; at += 2) {
    const name = lines[at] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1
  }
  return count
}

function isHost(value: string): boolean {
  const found = HOST.exec(value)
  return found !== null && Number(found[1] ?? 0) <= MAX_PORT
}
