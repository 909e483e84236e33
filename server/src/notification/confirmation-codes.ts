import { randomInt } from 'node:crypto'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { UserId } from '#contracts/ids.ts'
import { CODE_MINUTES } from '#contracts/notification/confirmation-code.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { Platform, Tenant } from '#server/platform/platform.ts'
import { deriveKey } from '#server/platform/secrets/encrypt.ts'
import { isSameSecret, signatureOf } from '#server/platform/secrets/tokens.ts'
import { type CodeKind, confirmationCode } from './schema.ts'

const GUESSES = 5

type Key = { kind: CodeKind; userId: UserId }

const signed = ({ masterKey }: Platform, { kind, userId }: Key, recipient: string, code: string): string =>
  signatureOf(deriveKey(masterKey, 'confirmation code'), [kind, userId, recipient, code])

/** Stores a new code of six digits for a number or an address in place of an earlier one, signed, and gives it. */
export async function writeCode(t: Tx, platform: Platform, { recipient, ...key }: Key & { recipient: string }) {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const row = {
    recipient,
    codeHash: signed(platform, key, recipient, code),
    guesses: 0,
    expiresAt: new Date(t.now.getTime() + CODE_MINUTES * 60_000),
  }
  const { tenantId, userId, kind } = confirmationCode
  await t.db
    .insert(confirmationCode)
    .values({ tenantId: t.tenantId, ...key, ...row })
    .onConflictDoUpdate({ target: [tenantId, userId, kind], set: row })
  return code
}

const isOf = (t: Tx, { kind, userId }: Key) =>
  and(eq(confirmationCode.tenantId, t.tenantId), eq(confirmationCode.userId, userId), eq(confirmationCode.kind, kind))

/**
 * Uses a code up in the transaction of what it gives, `then`, which gets the number or address. Gives null for a wrong or old code; five
 * guesses end it. Each guess is counted in a transaction of its own before the code is compared, so that many at once are no more than five.
 */
export async function redeemCode<T>(
  tenant: Tenant,
  { code, ...key }: Key & { code: string },
  then: (t: Tx, recipient: string) => Promise<T>,
): Promise<T | null> {
  const [row] = await tenant.tx((t) =>
    t.db
      .update(confirmationCode)
      .set({ guesses: sql`${confirmationCode.guesses} + 1` })
      .where(and(isOf(t, key), lt(confirmationCode.guesses, GUESSES), gt(confirmationCode.expiresAt, t.now)))
      .returning(),
  )
  if (!row || !isSameSecret(row.codeHash, signed(tenant.platform, key, row.recipient, code))) return null
  return tenant.tx(async (t) => {
    const [redeemed] = await t.db
      .delete(confirmationCode)
      .where(and(isOf(t, key), eq(confirmationCode.codeHash, row.codeHash)))
      .returning({ recipient: confirmationCode.recipient })
    return redeemed ? then(t, redeemed.recipient) : null
  })
}

/** An open code is worth nothing from now on. */
export const deleteCode = async (t: Tx, key: Key): Promise<void> => {
  await t.db.delete(confirmationCode).where(isOf(t, key))
}
