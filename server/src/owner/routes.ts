import * as contract from '#contracts/owner/gift-token.ts'
import { countGiftTokens, listGiftTokens, presentGiftToken } from '#server/billing/service.ts'
import { ownerRoute, type Route } from '#server/platform/route/route.ts'
import * as giftTokens from './gift-tokens.ts'

export const ownerRoutes: Route[] = [
  ownerRoute(contract.listGiftTokens, async (c) => {
    const [{ items, nextCursor }, counts] = await Promise.all([
      listGiftTokens(c.platform, c.query),
      countGiftTokens(c.platform),
    ])
    return { items: items.map((row) => presentGiftToken(c.platform, row)), nextCursor, counts }
  }),
  ownerRoute(contract.createGiftToken, async (c) =>
    presentGiftToken(c.platform, await giftTokens.createGiftToken(c, c.body)),
  ),
  ownerRoute(contract.createGiftTokenBatch, async (c) => ({ created: await giftTokens.createGiftTokenBatch(c) })),
  ownerRoute(contract.createFamilyGiftTokens, async (c) => ({ created: await giftTokens.createFamilyGiftTokens(c) })),
  ownerRoute(contract.deleteGiftToken, async (c) => {
    await giftTokens.deleteGiftToken(c, c.params.giftTokenId)
    return { deleted: 1 as const }
  }),
  ownerRoute(contract.deleteAllGiftTokens, async (c) => ({ deleted: await giftTokens.deleteAllGiftTokens(c) })),
]
