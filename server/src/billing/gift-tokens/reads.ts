import type { GiftTokenStatus } from '#contracts/billing/gift-token.ts'
import { newestFirst, pageFrom } from '#server/platform/db/cursor.ts'
import type { Platform } from '#server/platform/platform.ts'
import { countTokens, selectTokens } from './queries.ts'
import type { GiftTokenRow } from './schema.ts'

/** A page of the gift tokens, newest first. */
export async function listGiftTokens(
  platform: Platform,
  given: { status?: GiftTokenStatus | undefined; cursor?: string | undefined; limit: number },
): Promise<{ items: GiftTokenRow[]; nextCursor: string | null }> {
  const { status, cursor, limit } = given
  const rows = await selectTokens(platform, { status, after: newestFirst.decode(cursor), limit: limit + 1 })
  return pageFrom(rows, limit, newestFirst, ({ createdAt, id }) => ({ at: createdAt, id }))
}

/** How many gift tokens there are, by status. */
export async function countGiftTokens(platform: Platform): Promise<Record<GiftTokenStatus, number>> {
  const counts = await countTokens(platform)
  const of = (status: GiftTokenStatus) => counts.find((one) => one.status === status)?.n ?? 0
  return { active: of('active'), redeemed: of('redeemed') }
}
