import { listArticleAddresses } from '#server/knowledge/articles/queries.ts'
import type { Platform, Tenant } from '#server/platform/platform.ts'
import { escapeHtml } from '#server/platform/text/text.ts'
import { type Address, sitemapOf } from '#server/platform/web/sitemap.ts'
import { getTenant, helpUrlOf } from '#server/tenant/service.ts'
import { helpPath } from './place.ts'

/** The sitemap of a help center: its list and every published article, each with its other languages. XML by sitemaps.org. */
export async function helpSitemap(platform: Platform, tenant: Tenant, slug: string): Promise<string> {
  const [articles, row] = await Promise.all([tenant.readStale(listArticleAddresses), getTenant(tenant)])
  const urlOf = (path: string) => escapeHtml(helpUrlOf(platform, row, path))
  const groups = Map.groupBy(articles, ({ translationGroup }) => translationGroup)
  const at = (article: string) => urlOf(helpPath(slug, { article }))
  const addresses = articles.map((one): Address => {
    const same = groups.get(one.translationGroup) ?? []
    const alternates = same.length > 1 ? same.map(({ slug, language }) => ({ language, url: at(slug) })) : []
    return { url: at(one.slug), changedAt: one.updatedAt, alternates }
  })
  return sitemapOf([{ url: urlOf(helpPath(slug)), alternates: [] }, ...addresses])
}
