import { randomUUID } from 'node:crypto'
import * as m from '#i18n/messages.js'
import { AppError } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'

const WINDOW_MS = 15 * 60_000
const LIMITS = {
  windowMs: WINDOW_MS,
  perAccountAndAddress: 10,
  perDevice: 10,
  /** Of an account at all its known devices: whoever has the password can make as many devices known as they like. */
  perAccountAtDevices: 30,
  perAddress: 50,
  /** After so many failures of an account at unknown devices, each further one delays the next attempt twice as long. */
  undelayed: 10,
  firstDelayMs: 1000,
  longestDelayMs: 60_000,
}

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
 * An attempt is counted before the password is checked, and under a lock of one statement (`auth.open_sign_in_attempt`), so
 * that concurrent attempts cannot exceed the limits.
 * Throws rate_limited with the time until the next attempt is allowed.
 */
export async function openSignInAttempt(platform: Platform, source: Source): Promise<Attempt> {
  const id = randomUUID()
  const { email, address, device } = source
  const [row] = await platform.db.query<{ waitMs: number }>(
    'SELECT auth.open_sign_in_attempt($1, $2, $3, $4, $5, $6) AS "waitMs"',
    [id, email, address, device, platform.clock.now(), LIMITS],
    'prepared',
  )
  const { waitMs = 0 } = row ?? {}
  if (waitMs > 0) throw tooManyAttempts(waitMs)
  return { ...source, id }
}

const tooManyAttempts = (waitMs: number) =>
  new AppError('rate_limited', m.error_too_many_attempts, {
    reason: 'too_many_requests',
    retryAfterSeconds: Math.ceil(waitMs / 1000),
  })

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
    'prepared',
  )
}

/** Deletes attempts that have left the window. */
export async function purgeExpiredAttempts(platform: Platform): Promise<void> {
  await platform.db.query('DELETE FROM auth.sign_in_attempt WHERE at < $1', [windowStart(platform.clock.now())])
}
