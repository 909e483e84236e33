import { randomUUID } from 'node:crypto'
import type { UserId } from '#contracts/ids.ts'
import { endAccessIn } from './prove-email.ts'
import type { Statements } from './transaction.ts'

/**
 * The account of a member of a business that moves in from another installation, by their email: the one that is here, or a new one without
 * a password, which a reset of the password opens. It keeps its id where that is free. Within the transaction of the move.
 *
 * Anybody can have made an account here with an address that is not theirs. So one whose address nobody proved loses whatever gave access.
 */
export async function accountOfMovedMember(
  t: Statements,
  { id, email, name, now }: { id: UserId; email: string; name: string; now: Date },
): Promise<UserId> {
  const [known] = await t.sql<{ id: UserId; isProved: boolean }>(
    'SELECT id, email_verified AS "isProved" FROM auth."user" WHERE email = $1 FOR UPDATE',
    [email.toLowerCase()],
  )
  if (known && !known.isProved) {
    await endAccessIn(t, known.id, now)
    await t.sql('UPDATE auth."user" SET totp_secret = NULL, two_factor_at = NULL, totp_step = NULL WHERE id = $1', [
      known.id,
    ])
  }
  if (known) return known.id
  const [taken] = await t.sql('SELECT 1 FROM auth."user" WHERE id = $1', [id])
  const own = taken ? (randomUUID() as UserId) : id
  await t.sql('INSERT INTO auth."user" (id, name, email, email_verified) VALUES ($1, $2, $3, false)', [
    own,
    name,
    email.toLowerCase(),
  ])
  return own
}
