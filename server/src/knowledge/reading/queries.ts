import type { ArticleId } from '#contracts/ids.ts'
import type { Tx } from '#server/platform/db/tenant.ts'

/** Somebody read an article on a day (`YYYY-MM-DD`, UTC). */
export type Reading = { article: ArticleId; day: string; reader: string }

/** The id of a published article; null for an unknown one. */
export async function findArticleId(t: Tx, slug: string): Promise<ArticleId | null> {
  const sql = 'SELECT id FROM article WHERE tenant_id = $1 AND slug = $2 AND is_published'
  const [row] = await t.sql<{ id: ArticleId }>(sql, [t.tenantId, slug], 'prepared')
  return row?.id ?? null
}

/**
 * Counts the readings whose reader was not counted on that day yet: for the day, and in the article's sum. Readings of what is not published
 * do not count. Rows are locked in the order of their keys, because every process writes its own.
 */
export async function storeReadings(t: Tx, readings: readonly Reading[]): Promise<void> {
  const counted = await t.sql<{ article_id: string; day: string; readers: number }>(
    `WITH new AS (
       INSERT INTO article_reader (tenant_id, day, article_id, reader)
       SELECT $1::uuid, g.day, a.id, g.reader FROM unnest($2::uuid[], $3::date[], $4::text[]) AS g(id, day, reader)
       JOIN article a ON a.tenant_id = $1 AND a.id = g.id AND a.is_published
       ORDER BY g.day, a.id, g.reader
       ON CONFLICT DO NOTHING RETURNING article_id, day)
     SELECT article_id, day::text AS day, count(*)::int AS readers FROM new GROUP BY article_id, day ORDER BY article_id, day`,
    [
      t.tenantId,
      readings.map(({ article }) => article),
      readings.map(({ day }) => day),
      readings.map(({ reader }) => reader),
    ],
  )
  if (counted.length === 0) return
  const columns = [
    t.tenantId,
    counted.map((row) => row.article_id),
    counted.map(({ day }) => day),
    counted.map(({ readers }) => readers),
  ]
  await t.sql(
    `SELECT 1 FROM article WHERE tenant_id = $1 AND id = ANY($2::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
    columns.slice(0, 2),
  )
  await t.sql(
    `INSERT INTO article_reading AS r (tenant_id, article_id, day, readers)
     SELECT $1::uuid, n.article_id, n.day, n.readers FROM unnest($2::uuid[], $3::date[], $4::int[]) AS n(article_id, day, readers)
     ON CONFLICT (tenant_id, article_id, day) DO UPDATE SET readers = r.readers + excluded.readers`,
    columns,
  )
  await t.sql(
    `UPDATE article a SET views = a.views + n.readers
     FROM (SELECT article_id, sum(readers)::int AS readers FROM unnest($2::uuid[], $3::date[], $4::int[]) AS n(article_id, day, readers) GROUP BY 1) n
     WHERE a.tenant_id = $1 AND a.id = n.article_id`,
    columns,
  )
}
