import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { KnowledgeConflictId } from '#contracts/ids.ts'
import type { ReviewStatus } from '#contracts/quality/knowledge-review.ts'
import {
  getReviewCounts,
  listKnowledgeConflicts,
  listStaleEntries,
  listTold,
} from '#contracts/quality/knowledge-review.ts'
import { call } from '#web/lib/call.ts'

const PAGE = 10

export const reviewKey = ['quality', 'review'] as const

/** What a page of findings is asked for. */
const pageOf = (status: ReviewStatus, cursor: string) => ({ status, limit: PAGE, ...(cursor ? { cursor } : {}) })

/** Contradictions, page by page. */
export const conflictsQuery = (status: ReviewStatus) =>
  infiniteQueryOptions({
    queryKey: [...reviewKey, 'conflicts', status],
    queryFn: ({ pageParam, signal }) => call(listKnowledgeConflicts, { query: pageOf(status, pageParam) }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  })

/** Entries that may be out of date, page by page. */
export const staleQuery = (status: ReviewStatus) =>
  infiniteQueryOptions({
    queryKey: [...reviewKey, 'stale', status],
    queryFn: ({ pageParam, signal }) => call(listStaleEntries, { query: pageOf(status, pageParam) }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  })

/** How many findings wait. */
export const countsQuery = queryOptions({
  queryKey: [...reviewKey, 'counts'],
  queryFn: ({ signal }) => call(getReviewCounts, {}, { signal }),
})

/** Who was told which of two passages. */
export const toldQuery = (id: KnowledgeConflictId) =>
  queryOptions({
    queryKey: [...reviewKey, 'told', id],
    queryFn: ({ signal }) => call(listTold, { params: { knowledgeConflictId: id } }, { signal }),
  })
