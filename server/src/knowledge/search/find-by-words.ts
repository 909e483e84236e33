import { and, desc, eq, or, type SQL, sql } from 'drizzle-orm'
import type { ArticleId, FaqId } from '#contracts/ids.ts'
import { article, faq } from '#server/knowledge/schema.ts'
import type { Tx } from '#server/platform/db/tenant.ts'

/** For each word the texts that count as it, in lower case without accents. */
type Words = readonly (readonly string[])[]

/** A text as the words are written. */
const plain = (text: SQL) =>
  sql`regexp_replace(replace(normalize(lower(${text}), NFD), 'ß', 'ss'), '[\\u0300-\\u036f]', '', 'g')`

const holdsAll = (text: SQL, words: Words) =>
  and(...words.map((texts) => or(...texts.map((one) => sql`strpos(${plain(text)}, ${one}) > 0`))))

/** FAQs, drafts too, whose question or phrasings hold every word, newest change first. */
export const findFaqsByWords = (
  t: Tx,
  words: Words,
  limit: number,
): Promise<{ id: FaqId; question: string; isPublished: boolean }[]> =>
  t.db
    .select({ id: faq.id, question: faq.question, isPublished: faq.isPublished })
    .from(faq)
    .where(
      and(
        eq(faq.tenantId, t.tenantId),
        holdsAll(sql`${faq.question} || ' ' || array_to_string(${faq.phrasings}, ' ')`, words),
      ),
    )
    .orderBy(desc(faq.updatedAt), desc(faq.id))
    .limit(limit)

/** Articles, drafts too, whose title or summary holds every word, newest change first. */
export const findArticlesByWords = (
  t: Tx,
  words: Words,
  limit: number,
): Promise<{ id: ArticleId; title: string; isPublished: boolean }[]> =>
  t.db
    .select({ id: article.id, title: article.title, isPublished: article.isPublished })
    .from(article)
    .where(and(eq(article.tenantId, t.tenantId), holdsAll(sql`${article.title} || ' ' || ${article.summary}`, words)))
    .orderBy(desc(article.updatedAt), desc(article.id))
    .limit(limit)
