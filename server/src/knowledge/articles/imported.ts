import type { ArticleId } from '#contracts/ids.ts'
import type { ArticleFields } from '#contracts/knowledge/article-editing.ts'
import { articlesChanged } from '#server/knowledge/events.ts'
import { publishKnowledge } from '#server/knowledge/live-events.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { deleteArticleRow, findCountedArticle } from './desk-queries.ts'
import { chooseArticleSlug } from './editing.ts'
import { insertArticle } from './queries.ts'

type Given = ArticleFields & { id: ArticleId; isPublished: boolean; createdAt: Date; updatedAt: Date }

/** Adds an article of another product's export. Lock the tenant before: two of one title would choose the same slug. */
export async function addImportedArticle(t: Tx, given: Given): Promise<void> {
  const slug = await chooseArticleSlug(t, given.title)
  await insertArticle(t, { ...given, slug, translationGroup: given.id })
  if (given.isPublished) await t.emit(articlesChanged, { change: 'published', articleId: given.id })
  publishKnowledge(t, 'articles', given.id)
}

/** Removes an imported article that nobody has changed; false where somebody has, and true where it is gone. */
export async function removeImportedArticle(t: Tx, id: ArticleId): Promise<boolean> {
  const known = await findCountedArticle(t, id)
  if (!known) return true
  if (known.version !== 1) return false
  await deleteArticleRow(t, id)
  if (known.isPublished) await t.emit(articlesChanged, { change: 'deleted', articleId: id })
  publishKnowledge(t, 'articles', id)
  return true
}
