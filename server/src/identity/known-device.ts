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

/** What a device is known for: an account and its present password, both named without showing them. */
export type DeviceOwner = { account: string; password: string }

/** The account of an e-mail, or one that nobody has, with the hash of the password that it has now. */
export function deviceOwnerOf(platform: Platform, email: string, passwordHash: string | null): DeviceOwner {
  const key = keyOf(platform)
  return {
    account: signatureOf(key, ['account', email]),
    password: signatureOf(key, ['password', passwordHash ?? '']),
  }
}

/** Each account has a cookie of its own, so that several people of one browser are known. */
function cookieOf(platform: Platform, { account }: DeviceOwner): { name: string; secure: boolean } {
  const secure = platform.baseUrl.startsWith('https:')
  const name = `segue-device-${account.slice(0, 8)}`
  return { name: secure ? `__Secure-${name}` : name, secure }
}

/** The device's id in a cookie `<account>.<password>.<id>.<signature>`; null for any other text, and where the owner is another one. */
function idIn(platform: Platform, value: string | undefined, owner?: DeviceOwner): string | null {
  const [account = '', password = '', id = '', signature = '', ...rest] = (value ?? '').split('.')
  const signed = signatureOf(keyOf(platform), [account, password, id])
  if (rest.length > 0 || !isSameSecret(signature, signed)) return null
  if (!owner) return id
  return isSameSecret(account, owner.account) && isSameSecret(password, owner.password) ? id : null
}

/** The id of the device a request comes from, where this account has signed in from it by its present password; else null. */
export const knownDeviceOf = (platform: Platform, request: FastifyRequest, owner: DeviceOwner): string | null =>
  idIn(platform, request.cookies[cookieOf(platform, owner).name], owner)

/** The id of the device a request comes from, where any account has signed in from it; else null. */
export function anyKnownDevice(platform: Platform, request: FastifyRequest): string | null {
  const values = Object.entries(request.cookies).filter(([name]) => /^(__Secure-)?segue-device-/.test(name))
  for (const [, value] of values.slice(0, 8)) {
    const id = idIn(platform, value)
    if (id) return id
  }
  return null
}

/**
 * The set-cookie header that makes a device known to this account until its password changes: who knew the old one must not keep
 * attempts of their own at the new one. A known device keeps its id.
 */
export function rememberDevice(platform: Platform, request: FastifyRequest, owner: DeviceOwner): string {
  const id = knownDeviceOf(platform, request, owner) ?? randomToken(16)
  const { name, secure } = cookieOf(platform, owner)
  const { account, password } = owner
  const signature = signatureOf(keyOf(platform), [account, password, id])
  return request.server.serializeCookie(name, `${account}.${password}.${id}.${signature}`, {
    path: PATH,
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: KNOWN_SECONDS,
  })
}
