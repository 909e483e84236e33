import type { FastifyRequest } from 'fastify'
import type { Platform } from '#server/platform/platform.ts'
import { deriveKey } from '#server/platform/secrets/encrypt.ts'
import { isSameSecret, randomToken, signatureOf } from '#server/platform/secrets/tokens.ts'

const DAY_SECONDS = 86_400
/** A device that did not sign in for so long is unknown again. */
const KNOWN_SECONDS = 365 * DAY_SECONDS
/** The cookie is sent where somebody signs in, and nowhere else. */
const PATH = '/api/session'

const keyOf = (platform: Platform): Buffer => deriveKey(platform.masterKey, 'known device')

/** Names an account in its cookie without showing the e-mail. */
const accountTag = (platform: Platform, email: string): string => signatureOf(keyOf(platform), ['account', email])

/** Each account has a cookie of its own, so that several people of one browser are known. */
function cookieOf(platform: Platform, tag: string): { name: string; secure: boolean } {
  const secure = platform.baseUrl.startsWith('https:')
  const name = `segue-device-${tag.slice(0, 8)}`
  return { name: secure ? `__Secure-${name}` : name, secure }
}

/** The device's id in a cookie `<account>.<id>.<signature>`; null for any other text. */
function idIn(platform: Platform, value: string | undefined, tag?: string): string | null {
  const [account = '', id = '', signature = '', ...rest] = (value ?? '').split('.')
  if (rest.length > 0 || !isSameSecret(signature, signatureOf(keyOf(platform), [account, id]))) return null
  return tag === undefined || isSameSecret(account, tag) ? id : null
}

/** The id of the device a request comes from, where this account has signed in from it before; else null. */
export function knownDeviceOf(platform: Platform, request: FastifyRequest, email: string): string | null {
  const tag = accountTag(platform, email)
  return idIn(platform, request.cookies[cookieOf(platform, tag).name], tag)
}

/** The id of the device a request comes from, where any account has signed in from it; else null. */
export function anyKnownDevice(platform: Platform, request: FastifyRequest): string | null {
  const values = Object.entries(request.cookies).filter(([name]) => /^(__Secure-)?segue-device-/.test(name))
  for (const [, value] of values.slice(0, 8)) {
    const id = idIn(platform, value)
    if (id) return id
  }
  return null
}

/** The set-cookie header that makes a device known to this account from now on; a known one keeps its id. */
export function rememberDevice(platform: Platform, request: FastifyRequest, email: string): string {
  const tag = accountTag(platform, email)
  const id = knownDeviceOf(platform, request, email) ?? randomToken(16)
  const { name, secure } = cookieOf(platform, tag)
  return request.server.serializeCookie(name, `${tag}.${id}.${signatureOf(keyOf(platform), [tag, id])}`, {
    path: PATH,
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: KNOWN_SECONDS,
  })
}
