import { ArticleId } from '#contracts/ids.ts'
import type { VoteReason } from '#contracts/knowledge/article.ts'
import type { Language } from '#contracts/languages.ts'
import { listRelatedArticles } from '#server/knowledge/related-articles/queries.ts'
import { relateOnce } from '#server/knowledge/related-articles/relate-once.ts'
import type { ArticleRow } from '#server/knowledge/schema.ts'
import type { Guest } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import {
  deleteUnchangedStarters,
  findArticleBySlug,
  insertArticle,
  listPublishedTranslations,
  type RatedArticle,
  upsertArticleVote,
} from './queries.ts'

/** A published article with its other languages and what is like it. */
export type OpenArticle = RatedArticle & { translations: ArticleLink[]; related: ArticleLink[] }
type ArticleLink = { slug: string; language: Language; title: string }

/** A published article with its other languages; null for an unknown one. */
export async function findOpenArticle(tenant: Tenant, slug: string): Promise<OpenArticle | null> {
  const found = await readOpenArticle(tenant, slug)
  if (found?.related.length === 0) await relateOnce(tenant)
  return found
}

const readOpenArticle = (tenant: Tenant, slug: string): Promise<OpenArticle | null> =>
  tenant.readStale(async (t) => {
    const row = await findArticleBySlug(t, storable(slug))
    if (!row) return null
    const [translations, related] = await Promise.all([
      listPublishedTranslations(t, row),
      listRelatedArticles(t, row.id),
    ])
    return { ...row, translations, related }
  })

/** The same, for a caller that needs it. Throws not_found. */
export async function getOpenArticle(tenant: Tenant, slug: string): Promise<OpenArticle> {
  const article = await findOpenArticle(tenant, slug)
  if (!article) throw notFound('article')
  return article
}

type Vote = { helpful: boolean; reason: VoteReason | null; comment: string }

/** Stores a guest's vote on whether an article helped, and why not; a second vote replaces the first. Throws not_found. */
export function voteArticle(tenant: Tenant, guest: Guest, slug: string, vote: Vote): Promise<RatedArticle> {
  const { helpful: isHelpful } = vote
  const reason = isHelpful ? null : vote.reason
  const comment = reason && vote.comment !== '' ? vote.comment : null
  return tenant.tx(async (t) => {
    const { id } = await getArticleBySlug(t, slug)
    await upsertArticleVote(t, id, guest.guestId, { isHelpful, reason, comment })
    return getArticleBySlug(t, slug)
  })
}

async function getArticleBySlug(t: Tx, slug: string): Promise<RatedArticle> {
  const row = await findArticleBySlug(t, storable(slug))
  if (!row) throw notFound('article')
  return row
}

/** PostgreSQL text cannot hold NUL. */
const storable = (text: string) => text.replaceAll('\0', '')

export type NewArticle = Pick<ArticleRow, 'slug' | 'title' | 'summary' | 'body' | 'category'> &
  Partial<
    Pick<
      ArticleRow,
      'language' | 'isPublished' | 'translationGroup' | 'isDemo' | 'isStarter' | 'views' | 'createdAt' | 'updatedAt'
    >
  >

/** Removes the drafts of the sign-up that nobody has changed or published. */
export const removeStarterArticles = (t: Tx): Promise<void> => deleteUnchangedStarters(t)

/** Adds a help article, for demo data, starters and tests; published unless stated otherwise. Its slug is unique within the tenant. */
export const addArticle = (t: Tx, given: NewArticle): Promise<ArticleRow> =>
  insertArticle(t, { createdAt: t.now, updatedAt: t.now, ...given, id: ArticleId.parse(crypto.randomUUID()) })
