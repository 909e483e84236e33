import { randomInt, randomUUID } from 'node:crypto'
import type { Language } from '#contracts/languages.ts'
import * as m from '#i18n/messages.js'
import type { Tx } from '#server/platform/db/tenant.ts'
import { AppError } from '#server/platform/errors.ts'
import { queueSystemMail } from '#server/platform/mail/system-mail.ts'
import type { Platform } from '#server/platform/platform.ts'
import { deriveKey } from '#server/platform/secrets/encrypt.ts'
import { isSameSecret, signatureOf } from '#server/platform/secrets/tokens.ts'
import { inLanguage, text } from '#server/platform/text/message.ts'
import { readTenant } from '#server/tenant/service.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const VALID_MINUTES = 10
/** Mails to one address at all businesses together; with the guesses at each code they bound what guessing can reach. */
const PER_HOUR = 3
const PER_DAY = 10
const GUESSES = 5

const signed = (platform: Platform, email: string, code: string): string =>
  signatureOf(deriveKey(platform.masterKey, 'customer code'), [email, code])

/**
 * Mails a code of six digits, valid for ten minutes. Where the account needs more than a code, the mail says so instead, and the reply is
 * the same: it reveals no account. Throws rate_limited after three within an hour, or ten within a day.
 */
export async function sendCode(
  t: Tx,
  platform: Platform,
  { email, language, isAllowed }: { email: string; language: Language; isAllowed: boolean },
): Promise<void> {
  await t.sql('SELECT pg_advisory_xact_lock(hashtext($1), hashtext($2))', ['customer code', email])
  await assertFewMails(t, email)
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await t.sql(
    'INSERT INTO auth.customer_code (id, email, code_hash, attempts, created_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6)',
    [
      randomUUID(),
      email,
      signed(platform, email, code),
      isAllowed ? 0 : GUESSES,
      t.now,
      new Date(t.now.getTime() + VALID_MINUTES * MINUTE_MS),
    ],
  )
  await t.sql('DELETE FROM auth.customer_code WHERE created_at < $1', [new Date(t.now.getTime() - DAY_MS)])
  const { name: business } = await readTenant(t)
  const written = (message: Parameters<typeof inLanguage>[0]) => inLanguage(message, language)
  await queueSystemMail(t, {
    to: email,
    language,
    kind: 'customer_code',
    subject: written(
      isAllowed ? text(m.customer_code_subject, { business }) : text(m.customer_no_code_subject, { business }),
    ),
    paragraphs: isAllowed
      ? [
          written(text(m.customer_code_text, { business })),
          code,
          written(text(m.customer_code_valid, { minutes: VALID_MINUTES })),
        ]
      : [written(text(m.customer_no_code_text, { business }))],
  })
}

async function assertFewMails(t: Tx, email: string): Promise<void> {
  const [sent] = await t.sql<{ hour: number; day: number }>(
    `SELECT count(*) FILTER (WHERE created_at > $2)::int AS hour, count(*)::int AS day
     FROM auth.customer_code WHERE email = $1 AND created_at > $3`,
    [email, new Date(t.now.getTime() - HOUR_MS), new Date(t.now.getTime() - DAY_MS)],
  )
  if (!sent || (sent.hour < PER_HOUR && sent.day < PER_DAY)) return
  throw new AppError('rate_limited', m.error_account_codes, {
    reason: 'too_many_codes',
    retryAfterSeconds: sent.day >= PER_DAY ? DAY_MS / 1000 : HOUR_MS / 1000,
  })
}

/**
 * Whether a code is right: gives the id of the row to redeem, or null. Each call counts as a guess before the code is compared, in a
 * transaction of its own, so that no number of concurrent calls gets more than five.
 */
export async function checkCode(t: Tx, platform: Platform, email: string, code: string): Promise<string | null> {
  const [row] = await t.sql<{ id: string; code_hash: string }>(
    `UPDATE auth.customer_code SET attempts = attempts + 1
     WHERE id = (SELECT id FROM auth.customer_code WHERE email = $1 ORDER BY created_at DESC LIMIT 1)
       AND attempts < $2 AND used_at IS NULL AND expires_at > $3
     RETURNING id, code_hash`,
    [email, GUESSES, t.now],
  )
  return row && isSameSecret(row.code_hash, signed(platform, email, code)) ? row.id : null
}

/** Redeems a code in the transaction of what it gives. Of several requests with one code one succeeds. */
export async function redeemCode(t: Tx, id: string): Promise<void> {
  const redeemed = await t.sql(
    'UPDATE auth.customer_code SET used_at = $2 WHERE id = $1 AND used_at IS NULL AND expires_at > $2 RETURNING id',
    [id, t.now],
  )
  if (redeemed.length === 0) throw wrongCode()
}

export const wrongCode = () => new AppError('unauthenticated', m.error_account_code, { reason: 'wrong_code' })
