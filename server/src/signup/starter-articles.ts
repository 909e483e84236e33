import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { ArticleCategory } from '#contracts/knowledge/article.ts'
import type { Language } from '#contracts/languages.ts'
import { addArticle, removeStarterArticles } from '#server/knowledge/service.ts'
import type { Tx } from '#server/platform/db/tenant.ts'

const StarterArticle = z.object({
  title: z.string(),
  summary: z.string(),
  category: ArticleCategory,
  body: z.array(z.string()).transform((paragraphs) => paragraphs.join('\n\n')),
})

const COMMON = ['contact', 'opening-hours', 'payment', 'privacy']

/** The two articles of an industry, beside the four that every business gets. */
const BY_INDUSTRY: Record<string, readonly [string, string]> = {
  Technology: ['first-steps', 'report-a-fault'],
  Healthcare: ['appointments', 'what-to-bring'],
  Finance: ['documents', 'fraud'],
  Retail: ['delivery', 'returns'],
  Education: ['enrolment', 'course-cancellation'],
  Manufacturing: ['spare-parts', 'warranty'],
  Services: ['appointments', 'cancellation'],
}
const OTHER = ['how-to-order', 'complaints'] as const

type Choice = { language: Language; industry: string }

/**
 * Adds six articles by industry, as drafts that nobody is answered from before they are published. What only the business knows is left open
 * in square brackets.
 */
export async function addStarterArticles(t: Tx, { language, industry }: Choice): Promise<void> {
  const articles = readArticles(language)
  for (const slug of [...COMMON, ...(BY_INDUSTRY[industry] ?? OTHER)]) {
    const article = articles[slug]
    if (!article) throw new Error(`no starter article ${slug} in ${language}`)
    await addArticle(t, { ...article, slug, language, isPublished: false, isStarter: true })
  }
}

/** The same after the industry became known: drafts that nobody has changed give way. */
export async function replaceStarterArticles(t: Tx, choice: Choice): Promise<void> {
  await removeStarterArticles(t)
  await addStarterArticles(t, choice)
}

/** Read at each use: it is needed once in a business's life. */
const readArticles = (language: Language): Record<string, z.output<typeof StarterArticle>> =>
  z
    .record(z.string(), StarterArticle)
    .parse(JSON.parse(readFileSync(new URL(`./starter-articles/${language}.json`, import.meta.url), 'utf8')))
