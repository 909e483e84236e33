import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { type Algorithm, hashRaw } from '@node-rs/argon2'
import { verifyPassword as verifyByScrypt } from 'better-auth/crypto'
import { isSameSecret } from '#server/platform/secrets/tokens.ts'
import { createTurns } from '#server/platform/turns.ts'

/**
 * Argon2id with one of the parameters that OWASP names: as strong as the sign-in library's scrypt and a tenth of its time, so that many
 * people can sign in at once. The package computes the same as Node's own argon2 in 36 % of its time, by the processor's vector instructions.
 */
const PARAMETERS = {
  algorithm: 2 satisfies Algorithm.Argon2id,
  parallelism: 1,
  memoryCost: 7168,
  timeCost: 5,
  outputLen: 32,
} as const
const HEAD = '$argon2id$v=19$m=7168,t=5,p=1$'
const SALT_BYTES = 16

/** Hashes at once: always a processor fewer than there are, so that sign-ins never keep other requests waiting for one. */
const AT_ONCE = Math.min(3, Math.max(1, availableParallelism() - 1))

/** Runs one hash on a thread beside the main one when its turn comes. */
const inTurn = createTurns(AT_ONCE)

const tagOf = async (password: string, salt: Buffer): Promise<string> =>
  (await hashRaw(password.normalize('NFKC'), { ...PARAMETERS, salt })).toString('base64url')

/** A password as it is stored, with a salt of its own. */
export const hashPassword = (password: string): Promise<string> =>
  inTurn(async () => {
    const salt = randomBytes(SALT_BYTES)
    return `${HEAD}${salt.toString('base64url')}$${await tagOf(password, salt)}`
  })

/** Whether a password is the one of a stored hash, of either kind: earlier ones were hashed by scrypt. */
export const verifyPassword = ({ hash, password }: { hash: string; password: string }): Promise<boolean> =>
  inTurn(async () => {
    if (!hash.startsWith(HEAD)) return verifyByScrypt({ hash, password })
    const [salt = '', tag = ''] = hash.slice(HEAD.length).split('$')
    return isSameSecret(await tagOf(password, Buffer.from(salt, 'base64url')), tag)
  })
