import { useQuery } from '@tanstack/react-query'
import type { DataRunId } from '#contracts/ids.ts'
import { type DataRunView, getDataRun } from '#contracts/owner/data-run.ts'
import { call } from '#web/lib/call.ts'
import { isWorking } from '#web/ui/run-log.tsx'

const POLL_MS = 1000

/** The run as it is now: asked again while it works, and not while it waits for its day. */
export function useRun(given: DataRunView): DataRunView {
  const isDue = Date.parse(given.startsAt) <= Date.now()
  const { data } = useQuery({
    queryKey: ['owner', 'run', given.id],
    queryFn: () => call(getDataRun, { params: { dataRunId: given.id as DataRunId } }),
    enabled: isWorking(given) && isDue,
    refetchInterval: ({ state }) => (state.data && !isWorking(state.data) ? false : POLL_MS),
    initialData: given,
  })
  // The page may have read its end before this did, which then asks no more.
  return isWorking(given) ? data : given
}
