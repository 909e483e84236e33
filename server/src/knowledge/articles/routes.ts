import * as contract from '#contracts/knowledge/article.ts'
import { guestRoute, publicRoute, type Route } from '#server/platform/route/route.ts'
import { getActivePortal } from '#server/tenant/service.ts'
import { viewArticle, voteArticle } from './commands.ts'
import { presentArticle, presentOpenArticle } from './present.ts'
import { listArticles } from './reads.ts'

/** The help centre of the portal. */
export const articleRoutes: Route[] = [
  publicRoute(contract.listArticles, async ({ platform, params, query }) => {
    const page = await listArticles((await getActivePortal(platform, params.slug)).tenant, query)
    return { ...page, items: page.items.map(presentArticle) }
  }),
  publicRoute(contract.readArticle, async ({ platform, params }) =>
    presentOpenArticle(await viewArticle((await getActivePortal(platform, params.slug)).tenant, params.articleSlug)),
  ),
  guestRoute(contract.voteArticle, async ({ tenant, actor, params, body }) =>
    presentArticle(await voteArticle(tenant, actor, params.articleSlug, body.helpful)),
  ),
]
