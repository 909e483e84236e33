import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { QuestionGroupView } from '#contracts/assistant/unanswered-question.ts'
import { draftFaqFromQuestions, listQuestionGroups } from '#contracts/assistant/unanswered-question.ts'
import type { QuestionGroupId } from '#contracts/ids.ts'
import type { Period } from '#contracts/knowledge/analytics.ts'
import { call } from '#web/lib/call.ts'

const PAGE = 10

export const questionsKey = ['knowledge', 'questions'] as const

/** Questions without an answer, page by page. */
export const questionsQuery = (period: Period, status: QuestionGroupView['status']) =>
  infiniteQueryOptions({
    queryKey: [...questionsKey, period, status],
    queryFn: ({ pageParam, signal }) =>
      call(
        listQuestionGroups,
        { query: { period, status, limit: PAGE, ...(pageParam ? { cursor: pageParam } : {}) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  })

/** The FAQ draft of a group; read again each time, since a ticket may have been resolved meanwhile. */
export const draftQuery = (id: QuestionGroupId) =>
  queryOptions({
    queryKey: ['knowledge', 'draft', id],
    queryFn: ({ signal }) => call(draftFaqFromQuestions, { params: { questionGroupId: id } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })
