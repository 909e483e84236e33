import { argon2, randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hashPassword as hashByScrypt, verifyPassword as verifyByScrypt } from 'better-auth/crypto'
import { isSameSecret } from '#server/platform/secrets/tokens.ts'

/**
 * Argon2id with one of the parameters that OWASP names: as strong as the sign-in library's scrypt and a fifth of its time, so that many
 * people can sign in at once. Node.js has it from 24.7 on; before, new passwords are hashed by scrypt.
 */
const PARAMETERS = { parallelism: 1, memory: 7168, passes: 5, tagLength: 32 } as const
const HEAD = '$argon2id$v=19$m=7168,t=5,p=1$'
const SALT_BYTES = 16

/** Hashes at once: they run on Node's four threads for files and names, of which one stays free for these. */
const AT_ONCE = Math.min(3, Math.max(2, availableParallelism() - 1))
let running = 0
const waiting: (() => void)[] = []

/** Runs one hash when a thread is free for it; the main thread serves other requests meanwhile. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

const tagOf = (password: string, nonce: Buffer): Promise<string> =>
  new Promise((resolve, reject) => {
    argon2('argon2id', { ...PARAMETERS, message: password.normalize('NFKC'), nonce }, (error, tag) =>
      error ? reject(error) : resolve(tag.toString('base64url')),
    )
  })

const hasArgon2 = typeof argon2 === 'function'

/** A password as it is stored, with a salt of its own. */
export const hashPassword = (password: string): Promise<string> =>
  inTurn(async () => {
    if (!hasArgon2) return hashByScrypt(password)
    const nonce = randomBytes(SALT_BYTES)
    return `${HEAD}${nonce.toString('base64url')}$${await tagOf(password, nonce)}`
  })

/** Whether a password is the one of a stored hash, of either kind. */
export const verifyPassword = ({ hash, password }: { hash: string; password: string }): Promise<boolean> =>
  inTurn(async () => {
    if (!hash.startsWith(HEAD)) return verifyByScrypt({ hash, password })
    if (!hasArgon2) throw new Error('Passwords were stored under Node.js 24.7 or newer, which is needed to check them')
    const [salt = '', tag = ''] = hash.slice(HEAD.length).split('$')
    return isSameSecret(await tagOf(password, Buffer.from(salt, 'base64url')), tag)
  })
