import { queryOptions } from '@tanstack/react-query'
import { listDocuments } from '#contracts/knowledge/document.ts'
import { listFaqs } from '#contracts/knowledge/faq.ts'
import type { TestQuestionPage } from '#contracts/quality/test-question.ts'
import { listTestQuestions } from '#contracts/quality/test-question.ts'
import { call } from '#web/lib/call.ts'

export const testsKey = ['quality', 'questions'] as const

/** How often a running run's progress is polled. */
const RUNNING_MS = 1000

export const isRunning = (page: TestQuestionPage | undefined): boolean => page?.runs[0]?.state === 'running'

/** All test questions (500 at most), with the newest runs. */
export const testsQuery = queryOptions({
  queryKey: testsKey,
  queryFn: async ({ signal }): Promise<TestQuestionPage> => {
    const first = await call(listTestQuestions, {}, { signal })
    const items = [...first.items]
    for (let cursor = first.nextCursor; cursor; ) {
      const page = await call(listTestQuestions, { query: { cursor } }, { signal })
      items.push(...page.items)
      cursor = page.nextCursor
    }
    return { ...first, items, nextCursor: null }
  },
  refetchInterval: ({ state }) => (isRunning(state.data) ? RUNNING_MS : false),
})

export type Choice = { value: string; label: string; kind: 'faq' | 'document' }

/** Knowledge entries that match a search, to choose an expected source from. */
export const sourcesQuery = (search: string) =>
  queryOptions({
    queryKey: ['quality', 'sources', search],
    queryFn: async ({ signal }): Promise<Choice[]> => {
      const [faqs, documents] = await Promise.all([
        call(listFaqs, { query: { search, limit: 20 } }, { signal }),
        call(listDocuments, { query: { search, limit: 20 } }, { signal }),
      ])
      return [
        ...faqs.items.map(({ id, question }) => ({ value: id, label: question, kind: 'faq' as const })),
        ...documents.items.map(({ id, name }) => ({ value: id, label: name, kind: 'document' as const })),
      ]
    },
    staleTime: 30_000,
  })
