import type { FastifyRequest } from 'fastify'
import type { ArticleCategory } from '#contracts/knowledge/article.ts'
import type { HelpAnswer } from '#contracts/knowledge/help-answer.ts'
import type { Language } from '#contracts/languages.ts'
import { presentArticle } from '#server/knowledge/articles/present.ts'
import { listArticles } from '#server/knowledge/articles/reads.ts'
import { findHelpAnswer } from '#server/knowledge/help-answer/reads.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { processState } from '#server/platform/process-state.ts'
import { addressKey, assertWithin, rateLimiter } from '#server/platform/route/rates.ts'
import type { ArticlesView } from './content.ts'

/** What is searched for, in all categories or in one. An empty `search` is the whole list. */
export type HelpQuery = { search: string; category: ArticleCategory | null }
export type HelpResults = HelpQuery & { articles: ArticlesView; answer: HelpAnswer | null }

const LONGEST_SEARCH = 200

/** What the address of a page asks to search for; empty for nothing. */
export const searchOf = ({ search }: Record<string, unknown>): string =>
  typeof search === 'string' ? search.slice(0, LONGEST_SEARCH).replaceAll('\0', ' ').trim() : ''

/** The first articles of a list by title, in a language where they have it; for a search, with the reader's address. */
export async function listForPage(
  tenant: Tenant,
  { search, category }: HelpQuery,
  language: Language,
  ip: string | null = null,
): Promise<ArticlesView> {
  const page = await listArticles(tenant, { search, ...(category && { category }) }, [language], ip)
  return { ...page, items: page.items.map(presentArticle) }
}

/** A page without a script is no call of the API, which counts each: searches of an address are counted as that counts them. */
const searchLimits = processState('limits of searches in help pages', ({ clock, config }) =>
  rateLimiter({ clock, factor: config.rateFactor }),
)

/**
 * The articles that a search finds, and what answers it. The results do without an answer where it is late, or where the address had more
 * answers than the API would give it. Throws rate_limited.
 */
export async function searchForPage(
  tenant: Tenant,
  { ip }: FastifyRequest,
  query: HelpQuery,
  language: Language,
): Promise<HelpResults> {
  const { platform } = tenant
  const limits = platform.state(searchLimits)
  assertWithin(limits.consume('read', addressKey(ip)))
  const answering = limits.consume('guestSearch', addressKey(ip)).ok ? findHelpAnswer(tenant, query.search) : null
  const [articles, answer] = await Promise.all([
    listForPage(tenant, query, language, ip),
    answering?.catch((error: unknown) => {
      platform.log.warn({ err: error }, 'a search in a help center got no answer')
      return null
    }) ?? null,
  ])
  return { ...query, articles, answer }
}
