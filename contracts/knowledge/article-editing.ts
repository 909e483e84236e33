import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { Instant, requiredLine, requiredText, text } from '#contracts/fields.ts'
import { ArticleId } from '#contracts/ids.ts'
import { Cursor, Limit, pageOf } from '#contracts/page.ts'
import { ArticleCategory } from './article.ts'
import { KnowledgeLanguage } from './faq.ts'

const Knowledge = { tag: 'knowledge', access: 'member' } as const

/** What a member writes of an article; `body` is Markdown. */
export const ArticleFields = z.strictObject({
  title: requiredLine(150, 'error_enter_article_title'),
  summary: text(300),
  body: requiredText(50_000, 'error_enter_article_body'),
  category: ArticleCategory,
  language: KnowledgeLanguage,
})
export type ArticleFields = z.output<typeof ArticleFields>

export const ArticleStatus = z.enum(['published', 'changed', 'draft'])
export type ArticleStatus = z.output<typeof ArticleStatus>

export const DeskArticleRow = z.object({
  id: ArticleId,
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  category: ArticleCategory,
  language: KnowledgeLanguage,
  /** `changed`: published, with a newer draft that customers do not see yet. */
  status: ArticleStatus,
  /** Came with the sign-up and was not changed yet. */
  isStarter: z.boolean(),
  views: z.number().int(),
  helpful: z.number().int(),
  notHelpful: z.number().int(),
  /** Goes up with every change; a change of an older one is a conflict. */
  version: z.number().int(),
  updatedAt: Instant,
})
export type DeskArticleRow = z.output<typeof DeskArticleRow>

export const ArticleVersionRow = z.object({
  number: z.number().int(),
  title: z.string(),
  /** Null for the text an article had before its first change. */
  savedByName: z.string().nullable(),
  savedAt: Instant,
  /** When customers got it; null for a draft. */
  publishedAt: Instant.nullable(),
  /** Whether it is what customers read now. */
  isLive: z.boolean(),
})
export type ArticleVersionRow = z.output<typeof ArticleVersionRow>

/** An article with its newest text, published or not, and its last 100 versions, newest first. */
export const DeskArticle = DeskArticleRow.extend({
  draft: z.object({ ...ArticleFields.shape, title: z.string(), summary: z.string(), body: z.string() }),
  versions: z.array(ArticleVersionRow),
})
export type DeskArticle = z.output<typeof DeskArticle>

/** By title. `search`: words that must all occur in title, summary or text. */
export const listDeskArticles = endpoint({
  ...Knowledge,
  method: 'GET',
  path: '/api/knowledge/articles',
  summary: 'The help articles of the business, drafts included',
  rate: 'read',
  query: z.object({
    search: z.string().max(200).default(''),
    category: ArticleCategory.optional(),
    language: KnowledgeLanguage.optional(),
    status: z.enum(['published', 'draft', 'starter']).optional(),
    cursor: Cursor,
    limit: Limit,
  }),
  reply: pageOf(DeskArticleRow).extend({ canEdit: z.boolean() }),
})

export const createArticle = endpoint({
  ...Knowledge,
  method: 'POST',
  path: '/api/knowledge/articles',
  summary: 'Write a help article as a draft',
  rate: 'write',
  idempotent: true,
  status: 201,
  body: ArticleFields.extend({ id: ArticleId }),
  reply: DeskArticle,
})

const ArticleParams = z.object({ articleId: ArticleId })
const SeenVersion = z.number().int().min(1)

export const getDeskArticle = endpoint({
  ...Knowledge,
  method: 'GET',
  path: '/api/knowledge/articles/:articleId',
  summary: 'A help article with its draft and versions',
  rate: 'read',
  params: ArticleParams,
  reply: DeskArticle,
})

/** Saves a text as a new version: as a draft, or for customers to read. A change of an older `version` is a conflict with the article as it is. */
export const saveArticle = endpoint({
  ...Knowledge,
  method: 'PUT',
  path: '/api/knowledge/articles/:articleId',
  summary: 'Save a help article as a draft or publish it',
  rate: 'write',
  params: ArticleParams,
  body: ArticleFields.extend({ version: SeenVersion, publish: z.boolean() }),
  reply: DeskArticle,
})

/** Takes an article back from customers and the assistant; its text stays as a draft. */
export const unpublishArticle = endpoint({
  ...Knowledge,
  method: 'POST',
  path: '/api/knowledge/articles/:articleId/unpublish',
  summary: 'Take a help article back',
  rate: 'write',
  params: ArticleParams,
  body: z.strictObject({ version: SeenVersion }),
  reply: DeskArticle,
})

export const deleteArticle = endpoint({
  ...Knowledge,
  method: 'DELETE',
  path: '/api/knowledge/articles/:articleId',
  summary: 'Delete a help article with its versions',
  rate: 'write',
  params: ArticleParams,
  reply: z.object({ deleted: z.literal(true) }),
})

const VersionNumber = z.number().int().min(1).max(2_147_483_647)

export const getArticleVersion = endpoint({
  ...Knowledge,
  method: 'GET',
  path: '/api/knowledge/articles/:articleId/version',
  summary: 'The text of a version of a help article',
  rate: 'read',
  params: ArticleParams,
  query: z.object({ number: z.coerce.number().pipe(VersionNumber) }),
  reply: DeskArticle.shape.draft,
})

/** Makes an earlier text the draft again, as a new version; customers read it once it is published. */
export const restoreArticleVersion = endpoint({
  ...Knowledge,
  method: 'POST',
  path: '/api/knowledge/articles/:articleId/restore',
  summary: 'Make an earlier version of a help article the draft',
  rate: 'write',
  params: ArticleParams,
  body: z.strictObject({ version: SeenVersion, number: VersionNumber }),
  reply: DeskArticle,
})
