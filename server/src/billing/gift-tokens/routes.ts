import { checkGiftToken } from '#contracts/billing/gift-token.ts'
import { publicRoute, type Route } from '#server/platform/route/route.ts'
import { getGiftToken } from './commands.ts'

export const giftTokenRoutes: Route[] = [
  publicRoute(checkGiftToken, async (c) => {
    await getGiftToken(c.platform, c.body.code)
    return { planId: 'lifetime' as const }
  }),
]
