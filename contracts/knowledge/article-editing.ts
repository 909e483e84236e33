import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { Instant, requiredLine, requiredText, SeenVersion, text } from '#contracts/fields.ts'
import { ArticleId } from '#contracts/ids.ts'
import { Cursor, Limit, pageOf } from '#contracts/page.ts'
import { ArticleCategory, VoteReason } from './article.ts'
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

export const ArticleStatus = z.enum(['published', 'changed', 'draft', 'archived'])
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
  /** Belongs to the sample data. */
  isDemo: z.boolean(),
  views: z.number().int(),
  helpful: z.number().int(),
  notHelpful: z.number().int(),
  /** Goes up with every change; a change of an older one is a conflict. */
  version: z.number().int(),
  /** Of the newest text, published or not. */
  updatedAt: Instant,
  /** Null for the text an article came with. */
  updatedByName: z.string().nullable(),
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

/** The same article in another language. */
export const ArticleTranslation = z.object({
  id: ArticleId,
  language: KnowledgeLanguage,
  title: z.string(),
  status: ArticleStatus,
})
export type ArticleTranslation = z.output<typeof ArticleTranslation>

/** An article with its newest text, published or not, and its last 100 versions, newest first. */
export const DeskArticle = DeskArticleRow.extend({
  draft: z.object({ ...ArticleFields.shape, title: z.string(), summary: z.string(), body: z.string() }),
  versions: z.array(ArticleVersionRow),
  /** Every other language it exists in, by language. */
  translations: z.array(ArticleTranslation),
  /** Answers of the last 30 days that rested on it. */
  answers: z.number().int(),
  /** Why it did not help, as readers chose, the most frequent first. */
  reasons: z.array(z.object({ reason: VoteReason, count: z.number().int() })),
  /** What they wrote to it: the latest 20, newest first. */
  comments: z.array(z.object({ reason: VoteReason, comment: z.string(), at: Instant })),
})
export type DeskArticle = z.output<typeof DeskArticle>

/** By title. `search`: words that must all occur in title, summary or text. Archived articles are left out unless `status` asks for them. */
export const listDeskArticles = endpoint({
  ...Knowledge,
  method: 'GET',
  path: '/api/knowledge/articles',
  summary: 'The help articles of the business, drafts included',
  rate: 'read',
  scope: 'knowledge:read',
  query: z.object({
    search: z.string().max(200).default(''),
    category: ArticleCategory.optional(),
    language: KnowledgeLanguage.optional(),
    status: z.enum(['published', 'draft', 'starter', 'archived']).optional(),
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
  scope: 'knowledge:write',
  idempotent: true,
  status: 201,
  body: ArticleFields.extend({
    id: ArticleId,
    /** The article it is the same as, in another language. */
    translationOf: ArticleId.nullable().default(null),
  }),
  reply: DeskArticle,
})

const ArticleParams = z.object({ articleId: ArticleId })
const VersionNumber = z.number().int().min(1).max(2_147_483_647)

export const getDeskArticle = endpoint({
  ...Knowledge,
  method: 'GET',
  path: '/api/knowledge/articles/:articleId',
  summary: 'A help article with its draft and versions',
  rate: 'read',
  scope: 'knowledge:read',
  params: ArticleParams,
  reply: DeskArticle,
})

/**
 * Saves a text as a new version: as a draft, or for customers to read. `continues` is the number of the member's own draft that the text replaces
 * instead, so that a text saved while it is written makes one version. A change of an older `version` is a conflict with the article as it is.
 */
export const saveArticle = endpoint({
  ...Knowledge,
  method: 'PUT',
  path: '/api/knowledge/articles/:articleId',
  summary: 'Save a help article as a draft or publish it',
  rate: 'write',
  scope: 'knowledge:write',
  params: ArticleParams,
  body: ArticleFields.extend({
    version: SeenVersion,
    publish: z.boolean(),
    continues: VersionNumber.nullable().default(null),
  }),
  reply: DeskArticle,
})

/** Takes an article back from customers and the assistant; its text stays as a draft. */
export const unpublishArticle = endpoint({
  ...Knowledge,
  method: 'POST',
  path: '/api/knowledge/articles/:articleId/unpublish',
  summary: 'Take a help article back',
  rate: 'write',
  scope: 'knowledge:write',
  params: ArticleParams,
  body: z.strictObject({ version: SeenVersion }),
  reply: DeskArticle,
})

/** Takes an article from customers, the assistant and the list; or brings it back into the list, as a draft. */
export const archiveArticle = endpoint({
  ...Knowledge,
  method: 'POST',
  path: '/api/knowledge/articles/:articleId/archive',
  summary: 'Archive a help article or bring it back',
  rate: 'write',
  scope: 'knowledge:write',
  params: ArticleParams,
  body: z.strictObject({ version: SeenVersion, archived: z.boolean() }),
  reply: DeskArticle,
})

export const deleteArticle = endpoint({
  ...Knowledge,
  method: 'DELETE',
  path: '/api/knowledge/articles/:articleId',
  summary: 'Delete a help article with its versions',
  rate: 'write',
  scope: 'knowledge:write',
  params: ArticleParams,
  reply: z.object({ deleted: z.literal(true) }),
})

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
