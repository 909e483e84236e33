import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { FaqId } from '#contracts/ids.ts'
import { getFaq, listFaqs } from '#contracts/knowledge/faq.ts'
import { CallError, call } from '#web/lib/call.ts'
import type { FaqFilter } from './filter.ts'

const PAGE = 50

export const faqsKey = ['knowledge', 'faqs'] as const
export const faqKey = (id: string) => ['knowledge', 'faq', id] as const

const given = (filter: FaqFilter) => Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== 'all'))

/** FAQs that match the filter, page by page. */
export const faqsQuery = (filter: FaqFilter) =>
  infiniteQueryOptions({
    queryKey: [...faqsKey, filter],
    queryFn: ({ pageParam, signal }) =>
      call(
        listFaqs,
        { query: { ...given(filter), limit: PAGE, ...(pageParam ? { cursor: pageParam } : {}) } as never },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    // Shows the rows of the previous filter until the new ones are read.
    placeholderData: keepPreviousData,
  })

/** One FAQ with its use. */
export const faqQuery = (id: string) =>
  queryOptions({
    queryKey: faqKey(id),
    queryFn: ({ signal }) => call(getFaq, { params: { faqId: id as FaqId } }, { signal }),
    retry: (failures, error) => failures < 2 && !(error instanceof CallError && error.code === 'not_found'),
  })
