import { randomUUID } from 'node:crypto'
import * as m from '#i18n/messages.js'
import { AppError } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { inTransaction, type Statements } from './transaction.ts'

const WINDOW_MS = 15 * 60_000
const PER_ACCOUNT_AND_ADDRESS = 10
const PER_DEVICE = 10
/** Of an account at all its known devices: whoever has the password can make as many devices known as they like. */
const PER_ACCOUNT_AT_DEVICES = 30
const PER_ADDRESS = 50
/** After so many failures of an account at unknown devices, each further one delays the next attempt twice as long. */
const UNDELAYED = 10
const FIRST_DELAY_MS = 1000
const LONGEST_DELAY_MS = 60_000

/** Where an attempt comes from. `device`: the known device (known-device.ts), null for an unknown one. */
type Source = { email: string; address: string; device: string | null }

/** An attempt to sign in; it counts as failed until it is discarded. */
export type Attempt = Source & { id: string }

/**
 * Counts an attempt, or refuses it after too many failed ones within 15 minutes. From an unknown device: 10 for this account from
 * this address, 50 from this address; and after 10 for this account from anywhere a delay after each one, which grows from 1 s to 60 s.
 * The delay bounds guessing from many addresses, and it is no lock: once it is over, one attempt from anywhere is accepted. Whoever
 * keeps attempting from many addresses can take each of them, so that the owner waits at an unknown device for as long as they go on.
 * A known device is not delayed: it has 10, and all of the account together 30, which no unknown device can use up.
 * An attempt is counted before the password is checked, and under a lock, so that concurrent attempts cannot exceed the limits.
 * Throws rate_limited with the time until the next attempt is allowed.
 */
export async function openSignInAttempt(platform: Platform, source: Source): Promise<Attempt> {
  const now = platform.clock.now()
  return inTransaction(platform, async (t) => {
    for (const [kind, value] of locksOf(source)) {
      await t.sql('SELECT pg_advisory_xact_lock(hashtext($1), hashtext($2))', [`attempt by ${kind}`, value])
    }
    const waitMs = await waitMsOf(t, source, now)
    if (waitMs > 0) throw tooManyAttempts(waitMs)
    const id = randomUUID()
    await t.sql('INSERT INTO auth.sign_in_attempt (id, email, address, device, at) VALUES ($1, $2, $3, $4, $5)', [
      id,
      source.email,
      source.address,
      source.device,
      now,
    ])
    return { ...source, id }
  })
}

const locksOf = ({ email, address, device }: Source): [kind: string, value: string][] =>
  device
    ? [['email at devices', email]]
    : [
        ['email', email],
        ['address', address],
      ]

async function waitMsOf(t: Statements, { email, address, device }: Source, now: Date): Promise<number> {
  if (device) {
    return Math.max(
      await waitMsUntilAllowed(t, now, PER_DEVICE, 'device = $3', [device]),
      await waitMsUntilAllowed(t, now, PER_ACCOUNT_AT_DEVICES, 'device IS NOT NULL AND email = $3', [email]),
    )
  }
  const unknown = 'device IS NULL AND'
  return Math.max(
    await waitMsUntilAllowed(t, now, PER_ACCOUNT_AND_ADDRESS, `${unknown} email = $3 AND address = $4`, [
      email,
      address,
    ]),
    await waitMsUntilAllowed(t, now, PER_ADDRESS, `${unknown} address = $3`, [address]),
    await delayMsOf(t, now, email),
  )
}

const tooManyAttempts = (waitMs: number) =>
  new AppError('rate_limited', m.error_too_many_attempts, {
    reason: 'too_many_requests',
    retryAfterSeconds: Math.ceil(waitMs / 1000),
  })

/** Time until fewer than `limit` failures that fit `which` lie within the window: until the `limit`-newest one leaves it. */
async function waitMsUntilAllowed(
  t: Statements,
  now: Date,
  limit: number,
  which: string,
  values: string[],
): Promise<number> {
  const rows = await t.sql<{ at: Date }>(
    `SELECT at FROM auth.sign_in_attempt WHERE at > $1 AND ${which} ORDER BY at DESC OFFSET $2 LIMIT 1`,
    [windowStart(now), limit - 1, ...values],
  )
  const oldest = rows[0]?.at
  return oldest ? oldest.getTime() + WINDOW_MS - now.getTime() : 0
}

/** Time until the account's delay for unknown devices is over. */
async function delayMsOf(t: Statements, now: Date, email: string): Promise<number> {
  const rows = await t.sql<{ failures: number; newest: Date | null }>(
    `SELECT count(*)::int AS failures, max(at) AS newest FROM auth.sign_in_attempt
     WHERE at > $1 AND email = $2 AND device IS NULL`,
    [windowStart(now), email],
  )
  const { failures = 0, newest = null } = rows[0] ?? {}
  if (!newest || failures < UNDELAYED) return 0
  const delayMs = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (failures - UNDELAYED))
  return newest.getTime() + delayMs - now.getTime()
}

const windowStart = (now: Date): Date => new Date(now.getTime() - WINDOW_MS)

/** Uncounts an attempt that showed nothing about the password: the service failed, or the account is disabled. */
export async function discardAttempt(platform: Platform, attempt: Attempt): Promise<void> {
  await platform.db.query('DELETE FROM auth.sign_in_attempt WHERE id = $1', [attempt.id])
}

/**
 * Clears the failures that came from where the right password came from: of this device, or of this account from this address. Those
 * of strangers stay, so that the owner's sign-ins do not give them new attempts.
 */
export async function clearFailedAttempts(platform: Platform, { email, address, device }: Attempt): Promise<void> {
  await platform.db.query(
    'DELETE FROM auth.sign_in_attempt WHERE email = $1 AND (device = $2::text OR ($2::text IS NULL AND device IS NULL AND address = $3))',
    [email, device, address],
  )
}

/** Deletes attempts that have left the window. */
export async function purgeExpiredAttempts(platform: Platform): Promise<void> {
  await platform.db.query('DELETE FROM auth.sign_in_attempt WHERE at < $1', [windowStart(platform.clock.now())])
}
