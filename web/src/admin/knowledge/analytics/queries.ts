import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Period } from '#contracts/knowledge/analytics.ts'
import { getKnowledgeAnalytics } from '#contracts/knowledge/analytics.ts'
import { call } from '#web/lib/call.ts'

export const analyticsKey = ['knowledge', 'analytics'] as const

/** Knowledge analytics of a period. */
export const analyticsQuery = (period: Period) =>
  queryOptions({
    queryKey: [...analyticsKey, period],
    queryFn: ({ signal }) => call(getKnowledgeAnalytics, { query: { period } }, { signal }),
    placeholderData: keepPreviousData,
  })
