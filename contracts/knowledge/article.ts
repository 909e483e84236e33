import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { Instant, text } from '#contracts/fields.ts'
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
  language: z.enum(LANGUAGES),
  /** Readers, each once a day. */
  views: z.number().int(),
  /** Share of readers for whom it helped, in percent; null of fewer than three votes. */
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
  reply: pageOf(ArticleRowView).extend({
    isNear: z.boolean().describe('No article has the words of the search; these, five at most, are near it'),
  }),
})

const ArticleLink = z.object({ slug: z.string(), language: z.enum(LANGUAGES), title: z.string() })

const ArticleParams = z.object({ slug: PortalSlug, articleSlug: z.string().min(1).max(120) })

/** Counts nothing: the page reports by `countReading` that somebody reads it. */
export const readArticle = endpoint({
  method: 'GET',
  path: '/api/portal/:slug/articles/:articleSlug',
  summary: 'Read a help article',
  tag: 'portal',
  access: 'public',
  rate: 'read',
  params: ArticleParams,
  reply: ArticleRowView.extend({
    body: z.string().describe('Markdown'),
    /** The same article in other languages. */
    translations: z.array(ArticleLink),
    /** Articles that are like it, the most alike first, at most three. */
    related: z.array(ArticleLink),
  }),
})

/**
 * Counts the reader of an article, once a day. Bots and members of the business do not count. The page's script calls it, so that a page from a
 * cache counts too and a crawler that only fetches it does not. The count follows some seconds later.
 */
export const countReading = endpoint({
  method: 'POST',
  path: '/api/portal/:slug/articles/:articleSlug/reading',
  summary: 'Count the reader of a help article',
  tag: 'portal',
  access: 'public',
  rate: 'read',
  params: ArticleParams,
  reply: z.object({ received: z.literal(true) }),
})

/** Why an article did not help. */
export const VoteReason = z.enum(['out_of_date', 'not_answered', 'hard_to_understand', 'other'])
export type VoteReason = z.output<typeof VoteReason>

/** One vote per guest and article; a second one replaces the first, with its reason. */
export const voteArticle = endpoint({
  ...Portal,
  method: 'POST',
  path: '/api/portal/:slug/articles/:articleSlug/vote',
  summary: 'Vote whether an article helped',
  rate: 'guestWrite',
  params: ArticleParams,
  body: z.strictObject({
    helpful: z.boolean(),
    /** After a "No"; with a "Yes" it is not stored. */
    reason: VoteReason.nullable().default(null),
    comment: text(500).default(''),
  }),
  reply: ArticleRowView,
})
