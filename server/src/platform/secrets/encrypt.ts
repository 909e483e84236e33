import { createCipheriv, createDecipheriv, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'

const VERSION = 'v1'
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** The purpose for which the encryption key is derived from the master key. */
const ENCRYPTION = 'secret encryption'

/**
 * A stored secret that cannot be decrypted. The message never holds the secret, the key or the cipher text.
 * - `wrong_key`: it was encrypted under another master key (a restored backup without its key file, for example)
 * - `damaged`: it was changed or shortened, or it was encrypted for another row
 */
export class SecretError extends Error {
  readonly reason: 'wrong_key' | 'damaged'

  constructor(reason: 'wrong_key' | 'damaged') {
    super(
      reason === 'wrong_key'
        ? 'This stored secret was encrypted under another master key. Restore that key, or enter the secret again.'
        : 'This stored secret is damaged and cannot be read. Enter it again.',
    )
    this.name = 'SecretError'
    this.reason = reason
  }
}

/** Derives the key for one purpose (`'guest session'`), 32 bytes, always the same from the same master key. */
export const deriveKey = (key: KeyObject, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, 'segue', purpose, 32))

/** Identifies the master key in an encrypted secret without revealing it, so that a wrong key is distinguished from damage. */
const keyName = (key: KeyObject): string => deriveKey(key, 'key name').subarray(0, 4).toString('hex')

/**
 * Encrypts a secret for the database with AES-256-GCM. `context` identifies its row (`tenant:<id>:provider:openai`) and
 * must be the same for decryption, so that a secret copied to another row cannot be decrypted.
 * Gives `v1.<name of the key>.<base64url of nonce, tag and cipher text>`.
 */
export function encryptSecret(key: KeyObject, plaintext: string, context: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', deriveKey(key, ENCRYPTION), nonce)
  cipher.setAAD(Buffer.from(`${VERSION}\n${context}`, 'utf8'))
  const body = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()])
  return `${VERSION}.${keyName(key)}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`
}

/** Decrypts a secret that `encryptSecret` encrypted under the same context. Throws SecretError. */
export function decryptSecret(key: KeyObject, encrypted: string, context: string): string {
  const [version, name, text, ...rest] = encrypted.split('.')
  if (version !== VERSION || !name || !text || rest.length > 0) throw new SecretError('damaged')
  if (name !== keyName(key)) throw new SecretError('wrong_key')
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.length < NONCE_BYTES + TAG_BYTES) throw new SecretError('damaged')
  const decipher = createDecipheriv('aes-256-gcm', deriveKey(key, ENCRYPTION), bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(Buffer.from(`${VERSION}\n${context}`, 'utf8'))
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
  } catch {
    // Without the cause, which only states that authentication failed.
    throw new SecretError('damaged')
  }
}
