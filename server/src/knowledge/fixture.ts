import type { Tenant } from '#server/platform/platform.ts'
import { addArticle, type NewArticle } from './articles/commands.ts'
import { addDocument, type NewDocument } from './documents/commands.ts'
import type { ListedDocument } from './documents/queries.ts'
import { addFaq, type NewFaq } from './faqs/commands.ts'
import { storeReadings } from './reading/queries.ts'
import { replaceRelatedArticles } from './related-articles/queries.ts'
import type { ArticleRow, FaqRow } from './schema.ts'

export const makeFaq = (tenant: Tenant, given: Partial<NewFaq> = {}): Promise<FaqRow> =>
  tenant.tx((t) =>
    addFaq(t, {
      question: 'How long do I have to return something?',
      answer: 'You have 45 days from delivery to return anything unused.',
      phrasings: ['what is your return policy', 'can I send back a jacket after five weeks'],
      ...given,
    }),
  )

export const makeDocument = (tenant: Tenant, given: Partial<NewDocument> = {}): Promise<ListedDocument> =>
  tenant.tx((t) =>
    addDocument(t, {
      name: 'Warranty guide',
      type: 'Policy',
      category: 'Business Policies',
      content: 'Frames and forks are covered for 5 years, all other parts on a bike for 2 years.',
      ...given,
    }),
  )

export const makeArticle = (tenant: Tenant, given: Partial<NewArticle> = {}): Promise<ArticleRow> =>
  tenant.tx((t) =>
    addArticle(t, {
      slug: `article-${crypto.randomUUID().slice(0, 8)}`,
      title: 'Build your bike from the box',
      summary: 'Front wheel, bar, pedals: what to do in which order.',
      body: '## Pedals\n\nGrease both threads. The right pedal turns clockwise, the left one turns the other way.',
      category: 'Basics',
      ...given,
    }),
  )

/** A reader of an article, and an article that is like it. */
export const makeReading = (tenant: Tenant, { id }: ArticleRow, related: ArticleRow): Promise<void> =>
  tenant.tx(async (t) => {
    await storeReadings(t, [{ article: id, day: t.now.toISOString().slice(0, 10), reader: 'reader' }])
    await replaceRelatedArticles(t, new Map([[id, [related.id]]]))
  })
