import { z } from 'zod'
import { ArticleId, DocumentId, FaqId } from '#contracts/ids.ts'
import { domainEvent } from '#server/platform/event.ts'

const FaqsChanged = z.object({
  change: z.enum(['created', 'changed', 'deleted', 'imported']),
  faqId: FaqId.nullable().describe('Null where several changed at once: an import, the samples'),
})

export const faqsChanged = domainEvent({
  name: 'faqs.changed',
  version: 1,
  summary: 'A FAQ was created, changed or deleted, or several at once: the same question may get another answer.',
  payload: FaqsChanged,
  toPayload: (facts: z.input<typeof FaqsChanged>) => facts,
})

const DocumentsChanged = z.object({
  change: z.enum(['processed', 'changed', 'deleted']),
  documentId: DocumentId,
})

export const documentsChanged = domainEvent({
  name: 'documents.changed',
  version: 1,
  summary: 'A document was processed and may be quoted from now on, was renamed or filed, or was deleted.',
  payload: DocumentsChanged,
  toPayload: (facts: z.input<typeof DocumentsChanged>) => facts,
})

const ArticlesChanged = z.object({
  change: z.enum(['published', 'withdrawn', 'deleted']),
  articleId: ArticleId,
})

export const articlesChanged = domainEvent({
  name: 'articles.changed',
  version: 1,
  summary: 'What customers and the assistant read of an article changed: it was published, withdrawn or deleted.',
  payload: ArticlesChanged,
  toPayload: (facts: z.input<typeof ArticlesChanged>) => facts,
})
