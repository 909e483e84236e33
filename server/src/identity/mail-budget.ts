import type { UserId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import { AppError } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { countTokens } from './one-time-tokens.ts'
import type { OneTimeTokenKind } from './schema.ts'

const HOUR_MS = 3_600_000
const PER_HOUR = 3

/** Whether a person may get one more mail of a kind within the hour: nobody's mailbox is filled by somebody else's clicks. */
export async function isMailAllowed(
  platform: Platform,
  { kind, userId }: { kind: OneTimeTokenKind; userId: UserId },
): Promise<boolean> {
  const since = new Date(platform.clock.now().getTime() - HOUR_MS)
  return (await countTokens(platform, { kind, userId, since })) < PER_HOUR
}

/** Throws rate_limited where it is not. */
export async function assertMailAllowed(
  platform: Platform,
  given: { kind: OneTimeTokenKind; userId: UserId },
): Promise<void> {
  if (await isMailAllowed(platform, given)) return
  throw new AppError('rate_limited', m.error_account_mails, { retryAfterSeconds: 1200 })
}
