import type { GiftTokenView } from '#contracts/owner/gift-token.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { GiftTokenRow } from './schema.ts'

/** A gift token for the platform owner, with the link to give away. */
export const presentGiftToken = (platform: Platform, row: GiftTokenRow): GiftTokenView => ({
  id: row.id,
  code: row.code,
  kind: row.kind,
  description: row.description,
  status: row.status,
  maxUses: row.maxUses,
  currentUses: row.currentUses,
  createdAt: row.createdAt.toISOString(),
  redeemedAt: row.redeemedAt?.toISOString() ?? null,
  redeemedBy: row.redeemedBy,
  link: `${platform.baseUrl}/signup?gift_token=${encodeURIComponent(row.code)}&type=lifetime`,
})
