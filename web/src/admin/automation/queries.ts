import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { listRules, listRuns } from '#contracts/automation/rule.ts'
import { getSlaSettings } from '#contracts/automation/sla.ts'
import type { AutomationRuleId } from '#contracts/ids.ts'
import { call } from '#web/lib/call.ts'

export const slaQuery = queryOptions({
  queryKey: ['automation', 'sla'],
  queryFn: ({ signal }) => call(getSlaSettings, {}, { signal }),
})

export const rulesQuery = queryOptions({
  queryKey: ['automation', 'rules'],
  queryFn: ({ signal }) => call(listRules, {}, { signal }),
})

export type RunFilter = { ruleId: AutomationRuleId | null; isStoppedOnly: boolean }

/** What rules did, newest first, page by page. */
export const runsQuery = ({ ruleId, isStoppedOnly }: RunFilter) =>
  infiniteQueryOptions({
    queryKey: ['automation', 'runs', ruleId, isStoppedOnly],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(
        listRuns,
        {
          query: {
            ...(ruleId ? { ruleId } : {}),
            ...(isStoppedOnly ? { outcome: 'stopped' as const } : {}),
            ...(pageParam ? { cursor: pageParam } : {}),
          },
        },
        { signal },
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
