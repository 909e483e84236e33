import { createHmac } from 'node:crypto'
import type { Platform } from '#server/platform/platform.ts'
import { deriveKey } from '#server/platform/secrets/encrypt.ts'
import type { WebhookRow } from './schema.ts'

/** So long the secret before signs too: the business puts the new one on all its servers meanwhile. */
const OVERLAP_MS = 86_400_000

/** Marks the secret as one, for people and for scanners of source code. */
const PREFIX = 'segue_whs_'

type Signing = Pick<WebhookRow, 'tenantId' | 'id' | 'secretGeneration' | 'secretAt'>

/** The newest secret of a webhook. It is derived from its number, so that nothing of it is stored. */
export const secretOf = (
  { masterKey }: Platform,
  { tenantId, id, secretGeneration }: Signing,
  generation = secretGeneration,
): string => `${PREFIX}${deriveKey(masterKey, `webhook secret ${tenantId} ${id} ${generation}`).toString('base64url')}`

/** Until when the secret before signs; null without one. */
export function previousUntil({ secretGeneration, secretAt }: Signing, now: Date): Date | null {
  const until = new Date(secretAt.getTime() + OVERLAP_MS)
  return secretGeneration > 1 && until > now ? until : null
}

/**
 * The value of `Segue-Signature`: the time in seconds, and HMAC-SHA256 of `{time}.{body}` in hex by each secret that is in force. A receiver
 * that refuses old times cannot be sent a recorded request again.
 */
export function signatureFor(platform: Platform, row: Signing, body: string, now: Date): string {
  const time = Math.floor(now.getTime() / 1000)
  const generations = [row.secretGeneration, ...(previousUntil(row, now) ? [row.secretGeneration - 1] : [])]
  const signed = generations.map((generation) =>
    createHmac('sha256', secretOf(platform, row, generation))
      .update(`${time}.${body}`)
      .digest('hex'),
  )
  return [`t=${time}`, ...signed.map((one) => `v1=${one}`)].join(',')
}
