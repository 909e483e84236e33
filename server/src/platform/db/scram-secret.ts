import { createHash, createHmac, pbkdf2Sync } from 'node:crypto'

/** PostgreSQL's own number. */
const ITERATIONS = 4096

/**
 * What PostgreSQL stores for a password (SCRAM-SHA-256). Always the same for one password: a pooler that signs in for its clients must hold the
 * very secret that PostgreSQL holds, and a secret that changed at each start of a node would lock it out. The salt may follow from the password
 * because that is a long random one. The password itself appears in no statement, and so in no log.
 */
export function scramSecret(password: string): string {
  const salt = createHash('sha256').update(`salt of ${password}`).digest().subarray(0, 16)
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256')
  const keyOf = (name: string) => createHmac('sha256', salted).update(name).digest()
  const storedKey = createHash('sha256').update(keyOf('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${storedKey}:${keyOf('Server Key').toString('base64')}`
}
