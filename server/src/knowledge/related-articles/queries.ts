import type { ArticleId } from '#contracts/ids.ts'
import type { Tx } from '#server/platform/db/tenant.ts'

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
