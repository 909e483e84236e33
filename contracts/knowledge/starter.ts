import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { PortalParams } from '#contracts/tenant/portal.ts'
import { ArticleRowView } from './article.ts'

/** What a visitor may begin with, in their language. */
export const StartersView = z.object({
  /** Questions to send with one click: the business's own, else the FAQs that customers ask most. */
  questions: z.array(z.string()),
  /** The published articles that are read most. */
  articles: z.array(ArticleRowView.pick({ slug: true, title: true, category: true })),
  /** False while nobody has read one of them: then they are no most read ones. */
  areArticlesRead: z.boolean(),
})
export type StartersView = z.output<typeof StartersView>

export const getStarters = endpoint({
  method: 'GET',
  path: '/api/portal/:slug/starters',
  summary: 'Questions and articles to begin with',
  tag: 'portal',
  access: 'public',
  rate: 'read',
  params: PortalParams,
  reply: StartersView,
})
