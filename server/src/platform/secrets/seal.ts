import { createCipheriv, createDecipheriv, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'

const VERSION = 'v1'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * A sealed secret that cannot be opened. The message never holds the secret, the key or the sealed text.
 * - `wrong_key`: it was sealed under another master key (a restored backup without its key file, for example)
 * - `damaged`: it was changed, cut, or belongs to another place than the one it was read from
 */
export class SealError extends Error {
  readonly reason: 'wrong_key' | 'damaged'

  constructor(reason: 'wrong_key' | 'damaged') {
    super(
      reason === 'wrong_key'
        ? 'This stored secret was encrypted under another master key. Restore that key, or enter the secret again.'
        : 'This stored secret is damaged and cannot be read. Enter it again.',
    )
    this.name = 'SealError'
    this.reason = reason
  }
}

/** A key of its own for one purpose (`'guest session'`), 32 bytes, always the same from the same master key. */
export const derive = (key: KeyObject, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, 'segue', purpose, 32))

/** Names the master key inside a sealed text without telling anything about it, so that a wrong key is told from damage. */
const nameOf = (key: KeyObject): string => derive(key, 'key name').subarray(0, 4).toString('hex')

/**
 * Encrypts a secret for the database with AES-256-GCM. `context` says where it belongs (`tenant:<id>:provider:openai`)
 * and must be the same when it is opened, so that a sealed text copied to another row stays shut.
 * Gives `v1.<name of the key>.<base64url of nonce, tag and cipher text>`.
 */
export function seal(key: KeyObject, plaintext: string, context: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', derive(key, 'seal'), nonce)
  cipher.setAAD(Buffer.from(`${VERSION}\n${context}`, 'utf8'))
  const body = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()])
  return `${VERSION}.${nameOf(key)}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`
}

/** Decrypts what `seal` made, under the same context. Throws SealError. */
export function open(key: KeyObject, sealed: string, context: string): string {
  const [version, name, text, ...rest] = sealed.split('.')
  if (version !== VERSION || !name || !text || rest.length > 0) throw new SealError('damaged')
  if (name !== nameOf(key)) throw new SealError('wrong_key')
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.length < NONCE_BYTES + TAG_BYTES) throw new SealError('damaged')
  const decipher = createDecipheriv('aes-256-gcm', derive(key, 'seal'), bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(Buffer.from(`${VERSION}\n${context}`, 'utf8'))
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
  } catch {
    // The cause is left out on purpose: it tells nothing but "does not fit".
    throw new SealError('damaged')
  }
}
