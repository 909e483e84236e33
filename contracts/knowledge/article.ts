import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { Instant } from '#contracts/fields.ts'
import { ArticleId } from '#contracts/ids.ts'
import { LANGUAGES } from '#contracts/languages.ts'
import { Cursor, pageOf } from '#contracts/page.ts'
import { PortalParams, PortalSlug } from '#contracts/tenant/portal.ts'

const Portal = { tag: 'portal', access: 'guest' } as const

export const ArticleCategory = z.enum(['Basics', 'Technical', 'Billing', 'Support', 'Features', 'Security'])
export type ArticleCategory = z.output<typeof ArticleCategory>

export const ArticleRowView = z.object({
  id: ArticleId,
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  category: ArticleCategory,
  views: z.number().int(),
  /** Share of readers for whom it helped, in percent; null before the first vote. */
  helpfulPercent: z.number().int().nullable(),
  updatedAt: Instant,
})
export type ArticleRowView = z.output<typeof ArticleRowView>

/** Of an article in several languages, the one in the reader's (`Accept-Language`), else the first that was written. */
export const listArticles = endpoint({
  method: 'GET',
  path: '/api/portal/:slug/articles',
  summary: 'Published help articles',
  tag: 'portal',
  access: 'public',
  rate: 'read',
  params: PortalParams,
  query: z.object({ search: z.string().max(200).default(''), category: ArticleCategory.optional(), cursor: Cursor }),
  reply: pageOf(ArticleRowView),
})

/** Counts a view. */
export const readArticle = endpoint({
  method: 'GET',
  path: '/api/portal/:slug/articles/:articleSlug',
  summary: 'Read a help article',
  tag: 'portal',
  access: 'public',
  rate: 'read',
  params: z.object({ slug: PortalSlug, articleSlug: z.string().min(1).max(120) }),
  reply: ArticleRowView.extend({
    body: z.string().describe('Markdown'),
    language: z.enum(LANGUAGES),
    /** The same article in other languages. */
    translations: z.array(z.object({ slug: z.string(), language: z.enum(LANGUAGES), title: z.string() })),
  }),
})

/** One vote per guest and article; a second one replaces the first. */
export const voteArticle = endpoint({
  ...Portal,
  method: 'POST',
  path: '/api/portal/:slug/articles/:articleSlug/vote',
  summary: 'Vote whether an article helped',
  rate: 'guestWrite',
  params: z.object({ slug: PortalSlug, articleSlug: z.string().min(1).max(120) }),
  body: z.strictObject({ helpful: z.boolean() }),
  reply: ArticleRowView,
})
