import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** A new one-time or session token for a URL or cookie: base64url of that many random bytes (32 bytes are 43 characters). */
export const randomToken = (bytes = 32): string => {
  if (!Number.isInteger(bytes) || bytes < 16) throw new Error('A token needs at least 16 random bytes.')
  return randomBytes(bytes).toString('base64url')
}

/** The stored form of a token: its SHA-256 in hex. A token has full entropy, so no salt and no slow hash is needed. */
export const hashToken = (token: string): string => createHash('sha256').update(token, 'utf8').digest('hex')

/** Whether two strings are the same, in constant time. */
export const isSameSecret = (given: string, expected: string): boolean =>
  // Hashing first makes both sides equally long, which timingSafeEqual requires.
  timingSafeEqual(
    createHash('sha256').update(given, 'utf8').digest(),
    createHash('sha256').update(expected, 'utf8').digest(),
  )

/** The signature of a text in a link or cookie: 128 bits of HMAC-SHA256, in base64url. `key` is derived for this purpose alone. */
export const signatureOf = (key: Buffer, parts: readonly string[]): string =>
  createHmac('sha256', key).update(JSON.stringify(parts), 'utf8').digest().subarray(0, 16).toString('base64url')
