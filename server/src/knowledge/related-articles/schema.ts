import { foreignKey, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import type { ArticleId } from '#contracts/ids.ts'
import { article } from '#server/knowledge/schema.ts'
import { isolated, tenantId } from '#server/platform/db/table.ts'

/** Which articles are like a published one, the most alike first; computed when a text was published or taken back. */
export const articleRelated = pgTable(
  'article_related',
  {
    tenantId: tenantId(),
    articleId: uuid('article_id').$type<ArticleId>().notNull(),
    position: integer('position').notNull(),
    relatedId: uuid('related_id').$type<ArticleId>().notNull(),
  },
  (t) => [
    isolated(),
    primaryKey({ columns: [t.tenantId, t.articleId, t.position] }),
    foreignKey({
      name: 'article_related_of',
      columns: [t.tenantId, t.articleId],
      foreignColumns: [article.tenantId, article.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'article_related_to',
      columns: [t.tenantId, t.relatedId],
      foreignColumns: [article.tenantId, article.id],
    }).onDelete('cascade'),
  ],
)
