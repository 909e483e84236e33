import type { StartersView } from '#contracts/knowledge/starter.ts'
import type { Language } from '#contracts/languages.ts'
import { MAX_STARTER_QUESTIONS } from '#contracts/tenant/portal-content.ts'
import { listMostReadArticleRows } from '#server/knowledge/articles/queries.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { readTenant, starterQuestionsIn } from '#server/tenant/service.ts'
import { listMostAskedQuestions } from './queries.ts'

const ARTICLES = 5

/**
 * What a visitor may begin with: the business's own questions, else those that its customers ask most, and the articles that are read
 * most. `languages` are the visitor's, the most wanted first; no question is invented where there is none.
 */
export const readStarters = (tenant: Tenant, languages: readonly Language[]): Promise<StartersView> =>
  tenant.read(async (t) => {
    const language = languages[0] ?? 'en'
    const [row, asked, articles] = await Promise.all([
      readTenant(t),
      listMostAskedQuestions(t, language, MAX_STARTER_QUESTIONS),
      listMostReadArticleRows(t, languages, ARTICLES),
    ])
    return {
      questions: starterQuestionsIn(row, language) ?? asked,
      articles: articles.map(({ slug, title, category }) => ({ slug, title, category })),
      areArticlesRead: articles.some(({ views }) => views > 0),
    }
  })
