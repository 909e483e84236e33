import type { UserId } from '#contracts/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { hashToken, randomToken } from '#server/platform/secrets/tokens.ts'
import type { OneTimeTokenKind } from './schema.ts'
import type { Statements } from './transaction.ts'

export type NewToken = {
  kind: OneTimeTokenKind
  userId: UserId | null
  validMs: number
  detail?: Record<string, unknown>
}

/** Makes a token of 256 random bits and gives it; only its hash is stored. */
export async function issueToken(
  platform: Platform,
  { kind, userId, validMs, detail = {} }: NewToken,
): Promise<string> {
  const token = randomToken()
  const now = platform.clock.now()
  await platform.db.query(
    `INSERT INTO auth.one_time_token (kind, token_hash, user_id, detail, created_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6)`,
    [kind, hashToken(token), userId, detail, now, new Date(now.getTime() + validMs)],
  )
  return token
}

export type RedeemedToken = { kind: OneTimeTokenKind; userId: UserId | null; detail: Record<string, unknown> }

/**
 * Uses a token up, in the transaction of what it grants; null when there is no such token, it was used, or its time is over. One
 * statement with its condition: of many requests at once exactly one gets it.
 */
export async function redeemToken(
  t: Statements,
  { kinds, token, now }: { kinds: readonly OneTimeTokenKind[]; token: string; now: Date },
): Promise<RedeemedToken | null> {
  const [row] = await t.sql<{ kind: OneTimeTokenKind; user_id: UserId | null; detail: Record<string, unknown> }>(
    `UPDATE auth.one_time_token SET used_at = $3
     WHERE token_hash = $1 AND kind = ANY($2) AND used_at IS NULL AND expires_at > $3 RETURNING kind, user_id, detail`,
    [hashToken(token), kinds, now],
  )
  return row ? { kind: row.kind, userId: row.user_id, detail: row.detail } : null
}

/** Tokens of this kind that the person was given before are worth nothing from now on. */
export async function revokeTokens(
  t: Statements,
  { kind, userId, now }: { kind: OneTimeTokenKind; userId: UserId; now: Date },
): Promise<void> {
  await t.sql('UPDATE auth.one_time_token SET used_at = $3 WHERE user_id = $1 AND kind = $2 AND used_at IS NULL', [
    userId,
    kind,
    now,
  ])
}

/** How many tokens of a kind the person was given since a time. */
export async function countTokens(
  platform: Platform,
  { kind, userId, since }: { kind: OneTimeTokenKind; userId: UserId; since: Date },
): Promise<number> {
  const [row] = await platform.db.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM auth.one_time_token WHERE user_id = $1 AND kind = $2 AND created_at > $3',
    [userId, kind, since],
  )
  return row?.n ?? 0
}

/** Deletes tokens whose time is over, a day later, so that a count of the last hour is complete. */
export async function purgeTokens(platform: Platform): Promise<void> {
  await platform.db.query(`DELETE FROM auth.one_time_token WHERE expires_at < $1::timestamptz - interval '1 day'`, [
    platform.clock.now(),
  ])
}
