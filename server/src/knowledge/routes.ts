import { listArticles, readArticle, voteArticle } from '#contracts/tenant/portal.ts'
import { guestRoute, publicRoute, type Route } from '#server/platform/route/route.ts'
import { getOpenPortal } from '#server/tenant/service.ts'
import { presentArticle, presentOpenArticle } from './present.ts'
import * as service from './service.ts'

/** The help centre of the portal. */
export const knowledgeRoutes: Route[] = [
  publicRoute(listArticles, async ({ platform, params, query }) => {
    const page = await service.listArticles(await getOpenPortal(platform, params.slug), query)
    return { ...page, items: page.items.map(presentArticle) }
  }),
  publicRoute(readArticle, async ({ platform, params }) =>
    presentOpenArticle(await service.readArticle(await getOpenPortal(platform, params.slug), params.articleSlug)),
  ),
  guestRoute(voteArticle, async ({ tenant, actor, params, body }) =>
    presentArticle(await service.voteArticle(tenant, actor, params.articleSlug, body.helpful)),
  ),
]
