import { useEffect, useEffectEvent } from 'react'
import type { LiveEvent } from '#contracts/live-event.ts'
import { type LiveState, type LiveStream, openLive, useLiveState } from '#web/lib/live-stream.ts'
import { queryClient } from '#web/ui/provider.tsx'

let stream: LiveStream | null = null

function deskStream(): LiveStream {
  stream ??= openLive({
    path: '/api/stream',
    isShared: true,
    // What is on screen is read again; the rest goes stale by itself.
    onPoll: () =>
      void queryClient.invalidateQueries({
        refetchType: 'active',
        predicate: (query) => query.queryKey[0] !== 'session',
      }),
  })
  return stream
}

/** Hears every live event of the desk for as long as the component is there. */
export function useDeskEvents(onEvent: (event: LiveEvent) => void): void {
  const hear = useEffectEvent(onEvent)
  useEffect(() => deskStream().listen((event) => hear(event)), [])
}

/** Whether live events arrive (for the banner). */
export function useDeskLiveState(): LiveState {
  return useLiveState(deskStream())
}
