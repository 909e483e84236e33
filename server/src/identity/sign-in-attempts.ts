import { randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import * as m from '#i18n/messages.js'
import { asAppError } from '#server/platform/db/database-errors.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'

const WINDOW_MS = 15 * 60_000
const PER_ACCOUNT = 10
const PER_ADDRESS = 50

/** An attempt to sign in; it counts as failed until it is discarded. */
export type Attempt = { id: string; email: string }

/**
 * Counts an attempt, or refuses it after too many failed ones within 15 minutes: 10 for this account, 50 from this address. An
 * attempt is counted before the password is checked, and under a lock, so that concurrent attempts cannot exceed the limit.
 * Throws rate_limited with the time until the next attempt is allowed.
 */
export async function openSignInAttempt(platform: Platform, email: string, address: string): Promise<Attempt> {
  const now = platform.clock.now()
  const client = await platform.db.pool.connect().catch((error: unknown) => {
    throw asAppError(error)
  })
  let broken: Error | undefined
  try {
    await client.query('BEGIN')
    await client.query("SELECT pg_advisory_xact_lock(hashtext('attempt by email'), hashtext($1))", [email])
    await client.query("SELECT pg_advisory_xact_lock(hashtext('attempt by address'), hashtext($1))", [address])
    const waitMs = Math.max(
      await waitMsUntilAllowed(client, { by: 'email', value: email, limit: PER_ACCOUNT, now }),
      await waitMsUntilAllowed(client, { by: 'address', value: address, limit: PER_ADDRESS, now }),
    )
    if (waitMs > 0) throw tooManyAttempts(waitMs)
    const id = randomUUID()
    await client.query('INSERT INTO auth.sign_in_attempt (id, email, address, at) VALUES ($1, $2, $3, $4)', [
      id,
      email,
      address,
      now,
    ])
    await client.query('COMMIT')
    return { id, email }
  } catch (error) {
    await client.query('ROLLBACK').catch((fault: unknown) => {
      broken = fault instanceof Error ? fault : new Error('rollback failed')
    })
    throw asAppError(error)
  } finally {
    client.release(broken)
  }
}

const tooManyAttempts = (waitMs: number) =>
  new AppError('rate_limited', m.error_too_many_attempts, {
    reason: 'too_many_requests',
    retryAfterSeconds: Math.ceil(waitMs / 1000),
  })

type Count = { by: 'email' | 'address'; value: string; limit: number; now: Date }

/** Time until fewer than `limit` failures lie within the window: until the `limit`-newest one leaves it. */
async function waitMsUntilAllowed(client: PoolClient, { by, value, limit, now }: Count): Promise<number> {
  const { rows } = await client.query<{ at: Date }>(
    `SELECT at FROM auth.sign_in_attempt WHERE ${by} = $1 AND at > $2 ORDER BY at DESC OFFSET $3 LIMIT 1`,
    [value, new Date(now.getTime() - WINDOW_MS), limit - 1],
  )
  const oldest = rows[0]?.at
  return oldest ? oldest.getTime() + WINDOW_MS - now.getTime() : 0
}

/** Uncounts an attempt that showed nothing about the password: the service failed, or the account is disabled. */
export async function discardAttempt(platform: Platform, attempt: Attempt): Promise<void> {
  await platform.db.query('DELETE FROM auth.sign_in_attempt WHERE id = $1', [attempt.id])
}

/** Clears the account's failures after the right password; failures of the address at other accounts stay. */
export async function clearFailedAttempts(platform: Platform, attempt: Attempt): Promise<void> {
  await platform.db.query('DELETE FROM auth.sign_in_attempt WHERE email = $1', [attempt.email])
}

/** Deletes attempts that have left the window. */
export async function purgeExpiredAttempts(platform: Platform): Promise<void> {
  const before = new Date(platform.clock.now().getTime() - WINDOW_MS)
  await platform.db.query('DELETE FROM auth.sign_in_attempt WHERE at < $1', [before])
}
