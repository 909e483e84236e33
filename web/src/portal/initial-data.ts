import type { ReplyOf } from '#contracts/endpoint.ts'
import type { ArticleCategory, listArticles, readArticle } from '#contracts/knowledge/article.ts'
import type { HelpAnswer } from '#contracts/knowledge/help-answer.ts'
import type { PortalView } from '#contracts/tenant/portal.ts'

/** Why there is no portal. `unavailable`: it could not be read; trying again may help. */
export type Problem = 'missing_tenant' | 'not_found' | 'suspended' | 'unavailable'

/** What the address of a help centre shows: a list of articles, or one. */
export type InitialHelp =
  | {
      articles: ReplyOf<typeof listArticles>
      category: ArticleCategory | null
      search: string
      answer: HelpAnswer | null
    }
  | { article: ReplyOf<typeof readArticle> }

/**
 * The page's initial data: the business, where to sign in if not here, and what of its help centre the address names; or why there is none.
 * The server writes it into the page (`portal-frame.ts`, `knowledge/help-pages`).
 */
export type InitialData =
  | { portal: PortalView; accountsAt?: string; help?: InitialHelp }
  | { problem: Problem; name?: string }

/** The initial data in the page; null where there is none (the development server). */
export function readInitialData(): InitialData | null {
  const text = document.getElementById('initial-data')?.textContent
  return text ? (JSON.parse(text) as InitialData) : null
}
