import { sql } from 'drizzle-orm'
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import type { ArticleId, DocumentId, FaqId, ImportId, MessageId, UserId } from '#contracts/ids.ts'
import type { ArticleCategory } from '#contracts/knowledge/article.ts'
import type { DocumentFailure, DocumentStatus } from '#contracts/knowledge/document.ts'
import type { ImportFault, ImportRow } from '#contracts/knowledge/import.ts'
import type { BusinessProfile, ProfileStep } from '#contracts/knowledge/profile.ts'
import type { Language } from '#contracts/languages.ts'
import { instant, isolated, tenantId } from '#server/platform/db/table.ts'
import { tenant } from '#server/tenant/schema.ts'

/** A question customers ask, in several phrasings, with the business's answer. The assistant uses published ones only. */
export const faq = pgTable(
  'faq',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    id: uuid('id').$type<FaqId>().notNull(),
    question: text('question').notNull(),
    answer: text('answer').notNull(),
    phrasings: text('phrasings').array().notNull().default([]),
    category: text('category').notNull().default('General'),
    priority: text('priority').$type<'low' | 'medium' | 'high'>().notNull().default('medium'),
    language: text('language').$type<Language>().notNull().default('en'),
    isPublished: boolean('is_published').notNull().default(true),
    isDemo: boolean('is_demo').notNull().default(false),
    /** Who wrote it; the name is kept when the member leaves. */
    createdBy: uuid('created_by').$type<UserId>(),
    createdByName: text('created_by_name'),
    /** The import that added it, so that an import can be undone in one action. */
    importId: uuid('import_id').$type<ImportId>(),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    isolated(),
    primaryKey({ columns: [t.tenantId, t.id] }),
    index('faq_by_import').on(t.tenantId, t.importId).where(sql`import_id is not null`),
    index('faq_by_change').on(t.tenantId, t.updatedAt.desc().nullsFirst()),
  ],
)
export type FaqRow = typeof faq.$inferSelect

/** Longer texts the assistant may quote: manuals, policies, guides. */
export const trainingDocument = pgTable(
  'training_document',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    id: uuid('id').$type<DocumentId>().notNull(),
    name: text('name').notNull(),
    type: text('type').notNull(),
    category: text('category').notNull(),
    content: text('content').notNull(),
    /** Length of the content in characters, so that lists need not read the content. */
    size: integer('size').notNull().default(0),
    language: text('language').$type<Language>().notNull().default('en'),
    status: text('status').$type<DocumentStatus>().notNull(),
    /** The reason of the status `failed`. */
    failure: text('failure').$type<DocumentFailure>(),
    /** Percent, while it is processed. */
    progress: integer('progress').notNull().default(0),
    source: text('source').$type<'text' | 'file' | 'url'>().notNull().default('text'),
    /** The name of the file, or the URL of the page. */
    origin: text('origin'),
    storageKey: text('storage_key'),
    pages: integer('pages'),
    isDemo: boolean('is_demo').notNull().default(false),
    uploadedAt: instant('uploaded_at').notNull().defaultNow(),
    uploadedBy: uuid('uploaded_by').$type<UserId>(),
    /** When its processing was last queued; null: not yet. */
    queuedAt: instant('queued_at'),
    processedAt: instant('processed_at'),
    /** Goes up when a member changes it; its processing is no such change. */
    version: integer('version').notNull().default(1),
  },
  (t) => [
    isolated(),
    primaryKey({ columns: [t.tenantId, t.id] }),
    index('document_by_time').on(t.tenantId, t.uploadedAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('document_unprocessed').on(t.queuedAt).where(sql`status = 'processing'`),
  ],
)
export type DocumentRow = typeof trainingDocument.$inferSelect

/** The passages of a document in their order, made once when it is processed. */
export const documentPassage = pgTable(
  'document_passage',
  {
    tenantId: tenantId(),
    documentId: uuid('document_id').$type<DocumentId>().notNull(),
    position: integer('position').notNull(),
    heading: text('heading'),
    /** Page of a PDF, from 1. */
    page: integer('page'),
    text: text('text').notNull(),
  },
  (t) => [
    isolated(),
    primaryKey({ columns: [t.tenantId, t.documentId, t.position] }),
    foreignKey({
      columns: [t.tenantId, t.documentId],
      foreignColumns: [trainingDocument.tenantId, trainingDocument.id],
    }).onDelete('cascade'),
  ],
)
export type PassageRow = typeof documentPassage.$inferSelect

/** The business profile; the row is created by the first save. */
export const businessProfile = pgTable(
  'business_profile',
  {
    tenantId: tenantId()
      .primaryKey()
      .references(() => tenant.id, { onDelete: 'cascade' }),
    profile: jsonb('profile').$type<BusinessProfile>(),
    completedSteps: integer('completed_steps').array().$type<ProfileStep[]>().notNull().default([]),
    onboardingCompletedAt: instant('onboarding_completed_at'),
    version: integer('version').notNull().default(0),
    updatedAt: instant('updated_at'),
    updatedBy: uuid('updated_by').$type<UserId>(),
  },
  () => [isolated()],
)
export type ProfileRow = typeof businessProfile.$inferSelect

/**
 * Help-centre articles, which customers read and the assistant cites. The row holds what customers read, or the newest draft while they read
 * nothing of it; a draft of a published article is its newest version only.
 */
export const article = pgTable(
  'article',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    id: uuid('id').$type<ArticleId>().notNull(),
    slug: text('slug').notNull(),
    title: text('title').notNull(),
    summary: text('summary').notNull(),
    body: text('body').notNull(),
    category: text('category').$type<ArticleCategory>().notNull(),
    language: text('language').$type<Language>().notNull().default('en'),
    isPublished: boolean('is_published').notNull().default(true),
    isDemo: boolean('is_demo').notNull().default(false),
    /** Came with the sign-up, as a draft to begin with. */
    isStarter: boolean('is_starter').notNull().default(false),
    /** Articles of one group are the same in several languages; one that is in one language only is a group of its own. */
    translationGroup: uuid('translation_group').notNull().default(sql`gen_random_uuid()`),
    /** Since when it is out of the list of the desk; such an article is not published. */
    archivedAt: instant('archived_at'),
    /** Its readers, each once a day: the sum of `article_reading`. */
    views: integer('views').notNull().default(0),
    /** Goes up with every change by a member. */
    version: integer('version').notNull().default(1),
    /** The number of the newest version; 0 while none is kept, which is before the first change. */
    latestNumber: integer('latest_number').notNull().default(0),
    /** The number of the version that customers read; 0 for none. */
    publishedNumber: integer('published_number').notNull().default(0),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    isolated(),
    primaryKey({ columns: [t.tenantId, t.id] }),
    unique('article_by_slug').on(t.tenantId, t.slug),
    unique('article_by_translation').on(t.tenantId, t.translationGroup, t.language),
    index('article_by_title').on(t.tenantId, t.title, t.id),
  ],
)
export type ArticleRow = typeof article.$inferSelect

/** The texts an article had, one row for each save; the last 100 are kept. */
export const articleVersion = pgTable(
  'article_version',
  {
    tenantId: tenantId(),
    articleId: uuid('article_id').$type<ArticleId>().notNull(),
    number: integer('number').notNull(),
    title: text('title').notNull(),
    summary: text('summary').notNull(),
    body: text('body').notNull(),
    category: text('category').$type<ArticleCategory>().notNull(),
    language: text('language').$type<Language>().notNull(),
    /** Who saved it; the name is kept when the member leaves. Null for the text before the first change. */
    savedBy: uuid('saved_by').$type<UserId>(),
    savedByName: text('saved_by_name'),
    savedAt: instant('saved_at').notNull(),
    publishedAt: instant('published_at'),
  },
  (t) => [
    isolated(),
    primaryKey({ columns: [t.tenantId, t.articleId, t.number] }),
    foreignKey({ columns: [t.tenantId, t.articleId], foreignColumns: [article.tenantId, article.id] }).onDelete(
      'cascade',
    ),
  ],
)
export type ArticleVersionRecord = typeof articleVersion.$inferSelect

/** A source that an answer rested on; views and ratings of knowledge are counted from these rows. Holds no text. */
export const knowledgeUse = pgTable(
  'knowledge_use',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    messageId: uuid('message_id').$type<MessageId>().notNull(),
    kind: text('kind').$type<'faq' | 'article' | 'document'>().notNull(),
    sourceId: uuid('source_id').notNull(),
    /** Confidence of the search, if the answer was chosen without a model; ratings calibrate it. */
    confidence: real('confidence'),
    /** The customer's rating of the answer; null without one. */
    isHelpful: boolean('is_helpful'),
    at: instant('at').notNull().defaultNow(),
  },
  (t) => [
    isolated(),
    primaryKey({ columns: [t.tenantId, t.messageId, t.kind, t.sourceId] }),
    index('knowledge_use_by_time').on(t.tenantId, t.at),
    index('knowledge_use_by_source').on(t.tenantId, t.kind, t.sourceId, t.at),
  ],
)

/** When the samples of an empty knowledge base were added. They are added once, and not again after they were removed. */
export const knowledgeSamples = pgTable(
  'knowledge_samples',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    faqSamplesAt: instant('faq_samples_at'),
    documentSamplesAt: instant('document_samples_at'),
  },
  (t) => [isolated(), primaryKey({ columns: [t.tenantId] })],
)

/**
 * An import of FAQs from a CSV file or a help page: parsed, previewed by a member, then run in the background.
 * `rows` holds the rows of the preview; it is emptied at the end of the import.
 */
export const knowledgeImport = pgTable(
  'knowledge_import',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    id: uuid('id').$type<ImportId>().notNull(),
    kind: text('kind').$type<'csv' | 'page'>().notNull(),
    /** The name of the file or the URL of the page. */
    name: text('name').notNull(),
    status: text('status').$type<'reading' | 'ready' | 'running' | 'done' | 'failed'>().notNull(),
    /** Why it failed, as a text for the desk. */
    reason: text('reason'),
    rows: jsonb('rows').$type<ImportRow[]>().notNull().default([]),
    faults: jsonb('faults').$type<ImportFault[]>().notNull().default([]),
    total: integer('total').notNull().default(0),
    /** How many of `rows` are imported; updated in the transaction of each batch. */
    done: integer('done').notNull().default(0),
    added: integer('added').notNull().default(0),
    updated: integer('updated').notNull().default(0),
    skipped: integer('skipped').notNull().default(0),
    isPublished: boolean('is_published').notNull().default(false),
    onDuplicate: text('on_duplicate').$type<'skip' | 'update'>().notNull().default('skip'),
    createdBy: uuid('created_by').$type<UserId>().notNull(),
    createdByName: text('created_by_name').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    finishedAt: instant('finished_at'),
  },
  (t) => [
    isolated(),
    primaryKey({ columns: [t.tenantId, t.id] }),
    index('knowledge_import_by_time').on(t.tenantId, t.createdAt.desc().nullsFirst()),
  ],
)
export type ImportRecord = typeof knowledgeImport.$inferSelect
