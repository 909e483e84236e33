import type { ArticleId } from '#contracts/ids.ts'
import type { ArticleFields, DeskArticle } from '#contracts/knowledge/article-editing.ts'
import type { Language } from '#contracts/languages.ts'
import * as m from '#i18n/messages.js'
import { articlesChanged } from '#server/knowledge/events.ts'
import { publishKnowledge } from '#server/knowledge/live-events.ts'
import { EDIT_KNOWLEDGE } from '#server/knowledge/policy.ts'
import type { ArticleRow, ArticleVersionRecord } from '#server/knowledge/schema.ts'
import type { Member } from '#server/platform/actor.ts'
import { createOnce, IdTakenError, isSameContent } from '#server/platform/db/create-once.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { requireRole } from '#server/platform/policy.ts'
import { foldAccents } from '#server/platform/text/fold.ts'
import { text } from '#server/platform/text/message.ts'
import { lockTenant, recordActivity } from '#server/tenant/service.ts'
import {
  type ArticleChange,
  type CountedArticle,
  deleteArticleRow,
  findCountedArticle,
  findVersionRow,
  insertVersionRow,
  listSlugsLike,
  listTranslationRows,
  updateArticleRow,
  updateVersionRow,
} from './desk-queries.ts'
import { presentDeskArticle } from './desk-reads.ts'
import { insertArticle } from './queries.ts'

type NewDraft = ArticleFields & { id: ArticleId; translationOf: ArticleId | null }

/**
 * Writes an article as a draft, alone or as another article in another language. A repeated request gives the same article; other content under
 * its id is a conflict. Throws not_found for an unknown `translationOf`, conflict when that article exists in the language.
 */
export const createArticle = (
  tenant: Tenant,
  actor: Member,
  { translationOf, ...given }: NewDraft,
): Promise<DeskArticle> => {
  requireRole(actor, EDIT_KNOWLEDGE)
  return createOnce(tenant, {
    create: async (t) => {
      // Two articles of one title at the same time would choose the same slug.
      await lockTenant(t)
      if (await findCountedArticle(t, given.id)) throw new IdTakenError()
      const translationGroup = translationOf ? await chooseGroup(t, translationOf, given.language) : given.id
      const slug = await chooseArticleSlug(t, given.title)
      const times = { createdAt: t.now, updatedAt: t.now }
      const made = { ...given, ...times, slug, translationGroup, isPublished: false, latestNumber: 1 }
      const row = await insertArticle(t, made)
      await insertVersionRow(t, { ...versionOf(row), number: 1, ...savedBy(t, actor) }, 0)
      await record(t, actor, row, m.activity_article_added)
      return readArticle(t, row.id)
    },
    findSame: async (t) => {
      const known = await findCountedArticle(t, given.id)
      if (!known || !isSameContent(given, known)) return null
      return (await isTranslationOf(t, known, translationOf)) ? presentDeskArticle(t, known) : null
    },
    conflict: () => conflict(m.error_article_id_taken),
  })
}

/** Whether an article was written as the translation of another; null: as one of its own, whose group has its id. */
async function isTranslationOf(
  t: Tx,
  { id, translationGroup }: ArticleRow,
  original: ArticleId | null,
): Promise<boolean> {
  if (original === null) return translationGroup === id
  return translationGroup !== id && (await findCountedArticle(t, original))?.translationGroup === translationGroup
}

async function chooseGroup(t: Tx, translationOf: ArticleId, language: Language): Promise<string> {
  const original = await findCountedArticle(t, translationOf)
  if (!original) throw notFound('article')
  if (original.language === language) throw languageTaken()
  await requireFreeLanguage(t, original, language)
  return original.translationGroup
}

/** The group of an article has each language once. */
async function requireFreeLanguage(t: Tx, row: ArticleRow, language: Language): Promise<void> {
  const others = await listTranslationRows(t, row)
  if (others.some((one) => one.language === language)) throw languageTaken()
}

const languageTaken = () => conflict(m.error_article_language_taken, { reason: 'language_taken' })

type Save = ArticleFields & { version: number; publish: boolean; continues: number | null }

/**
 * Saves a text as a new version: as a draft, or published, which customers and the assistant read from the commit on. A text that is the
 * newest version already makes no other; `continues` replaces the member's own newest draft. Throws conflict, with the article as it is, when
 * `version` is not the current one, and when the article exists in the language.
 */
export const saveArticle = (
  tenant: Tenant,
  actor: Member,
  id: ArticleId,
  { version, publish, continues, ...fields }: Save,
): Promise<DeskArticle> =>
  tenant.tx(async (t) => {
    const known = await getForChange(t, actor, id)
    await saveVersion(t, actor, known, { version, publish, continues, fields })
    return readArticle(t, id)
  })

/** Makes an earlier text the draft, as a new version. Throws not_found for a version that is not kept, conflict as `saveArticle` does. */
export const restoreArticleVersion = (
  tenant: Tenant,
  actor: Member,
  id: ArticleId,
  { number, version }: { number: number; version: number },
): Promise<DeskArticle> =>
  tenant.tx(async (t) => {
    const known = await getForChange(t, actor, id)
    const earlier = await findVersionRow(t, id, number)
    if (!earlier) throw notFound('version')
    await saveVersion(t, actor, known, { version, publish: false, continues: null, fields: fieldsOf(earlier) })
    return readArticle(t, id)
  })

/** Takes an article back from customers and the assistant. Its newest text stays as the draft. */
export const unpublishArticle = (tenant: Tenant, actor: Member, id: ArticleId, version: number): Promise<DeskArticle> =>
  withdraw(tenant, actor, id, { version, message: m.activity_article_withdrawn })

type Archiving = { version: number; archived: boolean }

/** Takes an article from customers, the assistant and the list of the desk, or brings it back into that list as a draft. */
export const archiveArticle = (
  tenant: Tenant,
  actor: Member,
  id: ArticleId,
  { version, archived }: Archiving,
): Promise<DeskArticle> =>
  withdraw(tenant, actor, id, {
    version,
    archived,
    message: archived ? m.activity_article_archived : m.activity_article_unarchived,
  })

type Withdrawal = { version: number; archived?: boolean; message: Activity }

const withdraw = (tenant: Tenant, actor: Member, id: ArticleId, { version, archived, message }: Withdrawal) =>
  tenant.tx(async (t) => {
    const known = await getForChange(t, actor, id)
    const newest = await findVersionRow(t, id, known.latestNumber)
    const shown = {
      isPublished: false,
      publishedNumber: 0,
      updatedAt: t.now,
      ...(archived !== undefined && { archivedAt: archived ? t.now : null }),
    }
    const row = await changeRow(t, id, version, { ...(newest && fieldsOf(newest)), ...shown })
    if (known.isPublished) await t.emit(articlesChanged, { change: 'withdrawn', articleId: id })
    await record(t, actor, row, message)
    return readArticle(t, id)
  })

/** Deletes an article with its versions and votes. */
export const deleteArticle = (tenant: Tenant, actor: Member, id: ArticleId): Promise<{ deleted: true }> =>
  tenant.tx(async (t) => {
    await getForChange(t, actor, id)
    const row = await deleteArticleRow(t, id)
    if (!row) throw notFound('article')
    if (row.isPublished) await t.emit(articlesChanged, { change: 'deleted', articleId: id })
    await record(t, actor, row, m.activity_article_deleted)
    return { deleted: true }
  })

async function getForChange(t: Tx, actor: Member, id: ArticleId): Promise<CountedArticle> {
  const known = await findCountedArticle(t, id)
  if (!known) throw notFound('article')
  requireRole(actor, EDIT_KNOWLEDGE)
  return known
}

async function changeRow(t: Tx, id: ArticleId, version: number, change: ArticleChange): Promise<ArticleRow> {
  const row = await updateArticleRow(t, id, version, change)
  if (!row) throw conflict(m.error_article_changed, { current: await readArticle(t, id) })
  return row
}

type Saved = { version: number; publish: boolean; continues: number | null; fields: ArticleFields }

async function saveVersion(t: Tx, actor: Member, known: CountedArticle, saved: Saved) {
  const { id } = known
  const { version, publish, fields } = saved
  if (fields.language !== known.language) await requireFreeLanguage(t, known, fields.language)
  const newest = await findVersionRow(t, id, known.latestNumber)
  const isContinued = newest !== null && continuesOwnDraft(saved, newest, actor)
  const isSame = newest !== null && isSameContent(fields, fieldsOf(newest))
  // The text an article came with becomes version 1 at its first change, so that it can be restored.
  const first = known.latestNumber === 0 ? 1 : known.latestNumber
  const number = isSame || isContinued ? first : first + 1
  const hadLiveText = known.isPublished && known.latestNumber === 0
  const publishedNumber = publish ? number : hadLiveText ? 1 : known.publishedNumber
  const row = await changeRow(t, id, version, {
    // Customers go on reading what is published; a draft of it is its newest version only.
    ...((publish || !known.isPublished) && { ...fields, updatedAt: t.now }),
    ...(publish && { isPublished: true, archivedAt: null }),
    isStarter: false,
    isDemo: false,
    latestNumber: number,
    publishedNumber,
  })
  if (known.latestNumber === 0) await keepFirstText(t, known, publishedNumber)
  const text = { ...fields, ...savedBy(t, actor) }
  if (isContinued && !isSame) await updateVersionRow(t, id, number, text)
  else if (!isSame) await insertVersionRow(t, { ...text, articleId: id, number }, publishedNumber)
  if (publish) await publishVersion(t, id, number)
  if (isContinued && !publish) publishKnowledge(t, 'articles', id)
  else await record(t, actor, row, publish ? m.activity_article_published : m.activity_article_saved)
}

/** Whether a save replaces the newest version: it is the member's own draft that was being written, and no customer has read it. */
const continuesOwnDraft = ({ continues }: Saved, newest: ArticleVersionRecord, actor: Member): boolean =>
  continues === newest.number && newest.savedBy === actor.userId && newest.publishedAt === null

async function keepFirstText(t: Tx, known: CountedArticle, publishedNumber: number): Promise<void> {
  const publishedAt = known.isPublished ? known.updatedAt : null
  await insertVersionRow(t, { ...versionOf(known), number: 1, savedAt: known.updatedAt, publishedAt }, publishedNumber)
}

async function publishVersion(t: Tx, id: ArticleId, number: number): Promise<void> {
  await updateVersionRow(t, id, number, { publishedAt: t.now })
  await t.emit(articlesChanged, { change: 'published', articleId: id })
}

const fieldsOf = ({ title, summary, body, category, language }: ArticleFields): ArticleFields => ({
  title,
  summary,
  body,
  category,
  language,
})
const versionOf = (row: ArticleRow) => ({ ...fieldsOf(row), articleId: row.id })
const savedBy = (t: Tx, actor: Member) => ({ savedBy: actor.userId, savedByName: actor.name, savedAt: t.now })

type Activity = typeof m.activity_article_saved

/** The activity entry and the live event of a change. */
async function record(t: Tx, actor: Member, row: ArticleRow, message: Activity): Promise<void> {
  await recordActivity(t, actor, { action: text(message, { title: row.title }), type: 'knowledge' })
  publishKnowledge(t, 'articles', row.id)
}

async function readArticle(t: Tx, id: ArticleId): Promise<DeskArticle> {
  const row = await findCountedArticle(t, id)
  if (!row) throw notFound('article')
  return presentDeskArticle(t, row)
}

/** The name of an article in addresses, by its title; with a number where another article has it. */
export async function chooseArticleSlug(t: Tx, title: string): Promise<string> {
  const words = foldAccents(title.toLowerCase()).replace(/[^a-z0-9]+/g, '-')
  const slug = words.replace(/^-+/, '').slice(0, 80).replace(/-+$/, '') || 'article'
  const taken = new Set(await listSlugsLike(t, slug))
  if (!taken.has(slug)) return slug
  for (let number = 2; ; number += 1) if (!taken.has(`${slug}-${number}`)) return `${slug}-${number}`
}
