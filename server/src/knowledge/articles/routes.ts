import * as contract from '#contracts/knowledge/article.ts'
import * as desk from '#contracts/knowledge/article-editing.ts'
import { acceptedLanguages } from '#contracts/languages.ts'
import { countReading } from '#server/knowledge/reading/count-reading.ts'
import { guestRoute, memberRoute, publicRoute, type Route } from '#server/platform/route/route.ts'
import { getActivePortal } from '#server/tenant/service.ts'
import { getOpenArticle, voteArticle } from './commands.ts'
import { getArticleVersion, getDeskArticle, listDeskArticles } from './desk-reads.ts'
import {
  archiveArticle,
  createArticle,
  deleteArticle,
  restoreArticleVersion,
  saveArticle,
  unpublishArticle,
} from './editing.ts'
import { presentArticle, presentOpenArticle } from './present.ts'
import { listArticles } from './reads.ts'

/** The help centre of the portal, and its articles on the desk. */
export const articleRoutes: Route[] = [
  publicRoute(contract.listArticles, async ({ platform, request, params, query }) => {
    const { tenant } = await getActivePortal(platform, params.slug)
    const page = await listArticles(tenant, query, acceptedLanguages(request.headers['accept-language']), request.ip)
    return { ...page, items: page.items.map(presentArticle) }
  }),
  publicRoute(contract.readArticle, async ({ platform, params }) =>
    presentOpenArticle(await getOpenArticle((await getActivePortal(platform, params.slug)).tenant, params.articleSlug)),
  ),
  publicRoute(contract.countReading, async ({ request, platform, params }) => {
    await countReading((await getActivePortal(platform, params.slug)).tenant, params.articleSlug, request)
    return { received: true as const }
  }),
  guestRoute(contract.voteArticle, async ({ tenant, actor, params, body }) =>
    presentArticle(await voteArticle(tenant, actor, params.articleSlug, body)),
  ),
  memberRoute(desk.listDeskArticles, (c) => listDeskArticles(c.tenant, c.actor, c.query)),
  memberRoute(desk.createArticle, (c) => createArticle(c.tenant, c.actor, c.body)),
  memberRoute(desk.getDeskArticle, (c) => getDeskArticle(c.tenant, c.params.articleId)),
  memberRoute(desk.saveArticle, (c) => saveArticle(c.tenant, c.actor, c.params.articleId, c.body)),
  memberRoute(desk.unpublishArticle, (c) => unpublishArticle(c.tenant, c.actor, c.params.articleId, c.body.version)),
  memberRoute(desk.archiveArticle, (c) => archiveArticle(c.tenant, c.actor, c.params.articleId, c.body)),
  memberRoute(desk.deleteArticle, (c) => deleteArticle(c.tenant, c.actor, c.params.articleId)),
  memberRoute(desk.getArticleVersion, (c) => getArticleVersion(c.tenant, c.params.articleId, c.query.number)),
  memberRoute(desk.restoreArticleVersion, (c) => restoreArticleVersion(c.tenant, c.actor, c.params.articleId, c.body)),
]
