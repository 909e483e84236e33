import * as contract from '#contracts/owner/gift-token.ts'
import { getPlatformStats } from '#contracts/owner/overview.ts'
import * as tenantContract from '#contracts/owner/tenant.ts'
import { countGiftTokens, listGiftTokens, presentGiftToken } from '#server/billing/service.ts'
import { ownerRoute, type Route } from '#server/platform/route/route.ts'
import * as giftTokens from './gift-tokens.ts'
import { readPlatformStats } from './stats.ts'
import * as tenants from './tenants.ts'

export const ownerRoutes: Route[] = [
  ownerRoute(getPlatformStats, (c) => readPlatformStats(c.platform)),
  ownerRoute(tenantContract.listTenants, (c) => tenants.listTenants(c.platform, c.query)),
  ownerRoute(tenantContract.getTenantDetail, (c) => tenants.getTenantDetail(c.platform, c.params.tenantId)),
  ownerRoute(tenantContract.setTenantStatus, (c) => tenants.changeTenantStatus(c, c.params.tenantId, c.body)),
  ownerRoute(tenantContract.grantTenantPlan, (c) => tenants.giveTenantPlan(c, c.params.tenantId, c.body)),
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
