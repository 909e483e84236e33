import { boolean, date, foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { ArticleId, GuestId } from '#contracts/ids.ts'
import type { VoteReason } from '#contracts/knowledge/article.ts'
import { guest } from '#server/customer/schema.ts'
import { article } from '#server/knowledge/schema.ts'
import { instant, isolated, tenantId } from '#server/platform/db/table.ts'

/**
 * Who read an article on a UTC day, so that each reader counts once. `reader` is a keyed hash of address and browser whose key changes every
 * day; the rows are deleted when their day is over.
 */
export const articleReader = pgTable(
  'article_reader',
  {
    tenantId: tenantId(),
    day: date('day').notNull(),
    articleId: uuid('article_id').$type<ArticleId>().notNull(),
    reader: text('reader').notNull(),
  },
  (t) => [
    isolated(),
    primaryKey({ columns: [t.tenantId, t.day, t.articleId, t.reader] }),
    foreignKey({ columns: [t.tenantId, t.articleId], foreignColumns: [article.tenantId, article.id] }).onDelete(
      'cascade',
    ),
    index('article_reader_by_day').on(t.day),
  ],
)

/** How many readers an article had on a UTC day. */
export const articleReading = pgTable(
  'article_reading',
  {
    tenantId: tenantId(),
    articleId: uuid('article_id').$type<ArticleId>().notNull(),
    day: date('day').notNull(),
    readers: integer('readers').notNull(),
  },
  (t) => [
    isolated(),
    primaryKey({ columns: [t.tenantId, t.articleId, t.day] }),
    foreignKey({ columns: [t.tenantId, t.articleId], foreignColumns: [article.tenantId, article.id] }).onDelete(
      'cascade',
    ),
    index('article_reading_by_day').on(t.tenantId, t.day),
  ],
)

/** Whether an article helped: one vote per guest, and after a "No" perhaps why. */
export const articleVote = pgTable(
  'article_vote',
  {
    tenantId: tenantId(),
    articleId: uuid('article_id').$type<ArticleId>().notNull(),
    guestId: uuid('guest_id').$type<GuestId>().notNull(),
    isHelpful: boolean('is_helpful').notNull(),
    reason: text('reason').$type<VoteReason>(),
    /** In the reader's words. */
    comment: text('comment'),
    at: instant('at').notNull().defaultNow(),
  },
  (t) => [
    isolated(),
    primaryKey({ columns: [t.tenantId, t.articleId, t.guestId] }),
    index('article_vote_by_guest').on(t.tenantId, t.guestId).concurrently(),
    foreignKey({ columns: [t.tenantId, t.articleId], foreignColumns: [article.tenantId, article.id] }).onDelete(
      'cascade',
    ),
    foreignKey({ columns: [t.tenantId, t.guestId], foreignColumns: [guest.tenantId, guest.id] }).onDelete('cascade'),
  ],
)
