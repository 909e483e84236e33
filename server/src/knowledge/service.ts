import { ArticleId, FaqId } from '#contracts/ids.ts'
import type { ArticleCategory } from '#contracts/tenant/portal.ts'
import type { Guest } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import {
  countView,
  findArticleBySlug,
  findPublishedArticle,
  insertArticle,
  insertFaq,
  type JudgedArticle,
  listPublishedArticles,
  upsertVote,
} from './queries.ts'
import type { ArticleRow, FaqRow } from './schema.ts'

export { normalise as normaliseText, stemOf, termsOf } from '#server/language/search-text.ts'
export { compareKnowledge } from './compare.ts'
export { addDocument, type NewDocument } from './documents/service.ts'
export { addPhrasings, addSampleFaqs, removeSampleFaqs, writeFaq } from './faqs/service.ts'
export { likeness, signatureOf } from './likeness.ts'
export { assertCanEdit, canEditKnowledge } from './policy.ts'
export { readProfile } from './profile/service.ts'
export { closeKnowledge, type Found, type KnowledgeFound, searchKnowledge, warmKnowledge } from './search.ts'
export { keyOfSource, readTitles } from './titles.ts'
export { noteRating, noteUse } from './use.ts'

const PAGE = 100

/**
 * A page of the tenant's published articles by title, 100 at most. `search` holds words which must all occur.
 * Throws invalid_input when the cursor is none, or its article is no longer there.
 */
export function listArticles(
  tenant: Tenant,
  query: { search: string; category?: ArticleCategory | undefined; cursor?: string | undefined },
): Promise<{ items: JudgedArticle[]; nextCursor: string | null }> {
  return tenant.tx(async (t) => {
    const after = query.cursor === undefined ? null : await articleAtCursor(t, query.cursor)
    const search = query.search.replaceAll('\0', ' ').trim()
    const rows = await listPublishedArticles(t, { search, category: query.category, after, limit: PAGE + 1 })
    const items = rows.slice(0, PAGE)
    return { items, nextCursor: rows.length > PAGE ? items[PAGE - 1]!.id : null }
  })
}

async function articleAtCursor(t: Tx, cursor: string): Promise<ArticleRow> {
  const id = ArticleId.safeParse(cursor)
  const row = id.success ? await findPublishedArticle(t, id.data) : null
  if (!row) throw invalid({ 'query.cursor': 'This list has changed. Start again from its beginning.' })
  return row
}

/** A published article, counted as read. */
export function readArticle(tenant: Tenant, slug: string): Promise<JudgedArticle> {
  return tenant.tx(async (t) => {
    await countView(t, storable(slug))
    return getArticle(t, slug)
  })
}

/** Says for a guest whether an article helped; a second vote replaces the first. */
export function voteArticle(tenant: Tenant, guest: Guest, slug: string, isHelpful: boolean): Promise<JudgedArticle> {
  return tenant.tx(async (t) => {
    const { id } = await getArticle(t, slug)
    await upsertVote(t, id, guest.guestId, isHelpful)
    return getArticle(t, slug)
  })
}

async function getArticle(t: Tx, slug: string): Promise<JudgedArticle> {
  const row = await findArticleBySlug(t, storable(slug))
  if (!row) throw notFound('article')
  return row
}

/** PostgreSQL takes no NUL in a text. */
const storable = (text: string) => text.replaceAll('\0', '')

type Optional<T, K extends keyof T> = Omit<T, K> & Partial<Pick<T, K>>
type Written = 'id' | 'tenantId' | 'createdAt' | 'updatedAt'

export type NewFaq = Optional<
  Omit<FaqRow, Written>,
  | 'phrasings'
  | 'category'
  | 'priority'
  | 'language'
  | 'isPublished'
  | 'isDemo'
  | 'createdBy'
  | 'createdByName'
  | 'importId'
  | 'version'
>

/** Adds a question with its answer; published unless said otherwise. */
export const addFaq = (t: Tx, given: NewFaq): Promise<FaqRow> =>
  insertFaq(t, { ...given, id: FaqId.parse(crypto.randomUUID()), createdAt: t.now, updatedAt: t.now })

export type NewArticle = Optional<Omit<ArticleRow, Written>, 'language' | 'isPublished' | 'isDemo' | 'views'> &
  Partial<Pick<ArticleRow, 'createdAt' | 'updatedAt'>>

/** Adds a help article; published unless said otherwise. Its slug is unique within the tenant. */
export const addArticle = (t: Tx, given: NewArticle): Promise<ArticleRow> =>
  insertArticle(t, { createdAt: t.now, updatedAt: t.now, ...given, id: ArticleId.parse(crypto.randomUUID()) })
