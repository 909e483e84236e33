import { useEffect, useEffectEvent } from 'react'
import type { LiveEvent } from '#contracts/live-event.ts'
import { type LiveState, type LiveStream, openLive, useLiveState } from '#web/lib/live-stream.ts'
import { queryClient } from '#web/ui/provider.tsx'

let stream: LiveStream | null = null

function deskStream(): LiveStream {
  stream ??= openLive({
    path: '/api/stream',
    isShared: true,
    // Refetches active queries; the others are marked stale.
    onPoll: () =>
      void queryClient.invalidateQueries({
        refetchType: 'active',
        predicate: (query) => query.queryKey[0] !== 'session',
      }),
  })
  return stream
}

/** Subscribes to the desk's live events while the component is mounted. */
export function useDeskEvents(onEvent: (event: LiveEvent) => void): void {
  const handle = useEffectEvent(onEvent)
  useEffect(() => deskStream().listen((event) => handle(event)), [])
}

/** Whether live events arrive (for the banner). */
export function useDeskLiveState(): LiveState {
  return useLiveState(deskStream())
}
