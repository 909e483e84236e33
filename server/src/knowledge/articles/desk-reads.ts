import type { z } from 'zod'
import type { ReplyOf } from '#contracts/endpoint.ts'
import type { ArticleId } from '#contracts/ids.ts'
import type * as contract from '#contracts/knowledge/article-editing.ts'
import type { ArticleStatus, DeskArticle, DeskArticleRow } from '#contracts/knowledge/article-editing.ts'
import { EDIT_KNOWLEDGE } from '#server/knowledge/policy.ts'
import type { ArticleRow } from '#server/knowledge/schema.ts'
import type { Member } from '#server/platform/actor.ts'
import { pageFrom } from '#server/platform/db/cursor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { hasRole } from '#server/platform/policy.ts'
import {
  type CountedArticle,
  countAnswersOf,
  findCountedArticle,
  findVersionRow,
  listArticleRows,
  listTranslationRows,
  listVersionRows,
  readVoteReasons,
} from './desk-queries.ts'
import { articlesByTitle } from './reads.ts'

/** The business's articles by title, drafts included. Throws invalid_input when the cursor does not decode. */
export const listDeskArticles = (
  tenant: Tenant,
  actor: Member,
  { cursor, limit, search, category, language, status }: z.output<typeof contract.listDeskArticles.query>,
): Promise<ReplyOf<typeof contract.listDeskArticles>> =>
  tenant.read(async (t) => {
    const filter = { search: search.replaceAll('\0', ' ').trim(), category, language, status }
    const rows = await listArticleRows(t, filter, articlesByTitle.decode(cursor), limit + 1)
    const { items, nextCursor } = pageFrom(rows, limit, articlesByTitle, ({ title, id }) => ({ title, id }))
    return { items: items.map(presentDeskRow), nextCursor, canEdit: hasRole(actor, EDIT_KNOWLEDGE) }
  })

/** An article with its newest text and its versions. Throws not_found. */
export const getDeskArticle = (tenant: Tenant, id: ArticleId): Promise<DeskArticle> =>
  tenant.read(async (t) => {
    const row = await findCountedArticle(t, id)
    if (!row) throw notFound('article')
    return presentDeskArticle(t, row)
  })

/** The text of a version. Throws not_found for one that is not kept. */
export const getArticleVersion = (tenant: Tenant, id: ArticleId, number: number): Promise<DeskArticle['draft']> =>
  tenant.read(async (t) => {
    const version = await findVersionRow(t, id, number)
    if (!version) throw notFound('version')
    return draftOf(version)
  })

const ANSWERS_DAYS = 30

/** The article as the desk shows it, with what is read for it in the same transaction. */
export async function presentDeskArticle(t: Tx, row: CountedArticle): Promise<DeskArticle> {
  const since = new Date(t.now.getTime() - ANSWERS_DAYS * 86_400_000)
  const [newest, versions, translations, answers, votes] = await Promise.all([
    findVersionRow(t, row.id, row.latestNumber),
    listVersionRows(t, row.id),
    listTranslationRows(t, row),
    countAnswersOf(t, row.id, since),
    readVoteReasons(t, row.id),
  ])
  return {
    ...presentDeskRow(row),
    draft: draftOf(newest ?? row),
    versions: versions.map(({ number, title, savedByName, savedAt, publishedAt }) => ({
      number,
      title,
      savedByName,
      savedAt: savedAt.toISOString(),
      publishedAt: publishedAt?.toISOString() ?? null,
      isLive: row.isPublished && number === row.publishedNumber,
    })),
    translations: translations.map((one) => ({
      id: one.id,
      language: one.language,
      title: one.title,
      status: statusOf(one),
    })),
    answers,
    ...votes,
  }
}

const draftOf = ({ title, summary, body, category, language }: DeskArticle['draft']): DeskArticle['draft'] => ({
  title,
  summary,
  body,
  category,
  language,
})

const statusOf = ({ archivedAt, isPublished, latestNumber, publishedNumber }: ArticleRow): ArticleStatus => {
  if (archivedAt) return 'archived'
  if (!isPublished) return 'draft'
  return latestNumber > publishedNumber ? 'changed' : 'published'
}

const presentDeskRow = (row: CountedArticle): DeskArticleRow => ({
  id: row.id,
  slug: row.slug,
  title: row.title,
  summary: row.summary,
  category: row.category,
  language: row.language,
  status: statusOf(row),
  isStarter: row.isStarter,
  isDemo: row.isDemo,
  views: row.views,
  helpful: row.helpful,
  notHelpful: row.notHelpful,
  version: row.version,
  updatedAt: (row.savedAt ?? row.updatedAt).toISOString(),
  updatedByName: row.savedByName,
})
