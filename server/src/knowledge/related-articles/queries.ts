import type { ArticleId } from '#contracts/ids.ts'
import type { Language } from '#contracts/languages.ts'
import type { Tx } from '#server/platform/db/tenant.ts'

/** Until the end of the transaction nobody else stores the related articles of this business: two at once would insert the same rows. */
export const lockRelatedArticles = (t: Tx) =>
  t.sql('SELECT pg_advisory_xact_lock(hashtext($1), hashtext($2))', ['related articles', t.tenantId])

/** Replaces which articles are like which, the most alike first; those that are not given have none. */
export async function replaceRelatedArticles(
  t: Tx,
  related: ReadonlyMap<ArticleId, readonly ArticleId[]>,
): Promise<void> {
  const rows = [...related].flatMap(([id, others]) => others.map((other, position) => ({ id, position, other })))
  await t.sql('DELETE FROM article_related WHERE tenant_id = $1', [t.tenantId])
  // Not of an article that was deleted since they were compared.
  await t.sql(
    `INSERT INTO article_related (tenant_id, article_id, position, related_id)
     SELECT $1::uuid, g.id, g.position, g.other FROM unnest($2::uuid[], $3::int[], $4::uuid[]) AS g(id, position, other)
     JOIN article a ON a.tenant_id = $1 AND a.id = g.id
     JOIN article b ON b.tenant_id = $1 AND b.id = g.other`,
    [t.tenantId, rows.map(({ id }) => id), rows.map(({ position }) => position), rows.map(({ other }) => other)],
  )
}

/** The published articles that are like one, the most alike first. */
export const listRelatedArticles = (
  t: Tx,
  id: ArticleId,
): Promise<{ slug: string; language: Language; title: string }[]> =>
  t.sql(
    `SELECT a.slug, a.language, a.title FROM article_related r
     JOIN article a ON a.tenant_id = r.tenant_id AND a.id = r.related_id AND a.is_published
     WHERE r.tenant_id = $1 AND r.article_id = $2 ORDER BY r.position`,
    [t.tenantId, id],
  )

/** Whether any article of the business has related ones. */
export async function hasRelatedArticles(t: Tx): Promise<boolean> {
  const rows = await t.sql('SELECT 1 FROM article_related WHERE tenant_id = $1 LIMIT 1', [t.tenantId], 'prepared')
  return rows.length > 0
}

/** Which articles are like which, as it is stored. */
export async function readRelatedArticles(t: Tx): Promise<Map<ArticleId, ArticleId[]>> {
  const rows = await t.sql<{ id: ArticleId; related: ArticleId[] }>(
    `SELECT article_id AS id, array_agg(related_id ORDER BY position) AS related FROM article_related
     WHERE tenant_id = $1 GROUP BY article_id`,
    [t.tenantId],
  )
  return new Map(rows.map(({ id, related }) => [id, related]))
}
