import { useSyncExternalStore } from 'react'
import { formatAge, formatExact, formatRelative } from './format.ts'

const TICK_MS = 20_000
const watchers = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | null = null

function tick(): void {
  for (const watcher of watchers) watcher()
}

// One timer for all relative times of the page; it stops while none is shown.
function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  if (!timer) {
    timer = setInterval(tick, TICK_MS)
  }
  return () => {
    watchers.delete(watcher)
    if (watchers.size > 0 || !timer) return
    clearInterval(timer)
    timer = null
  }
}

/**
 * How long ago, updated every minute, with the exact time on hover. `isShort` for dense
 * lists (`5m`). `at` is an ISO instant.
 */
export function RelativeTime({
  at,
  isShort,
  className,
}: {
  at: string
  isShort?: boolean
  className?: string | undefined
}) {
  const text = useSyncExternalStore(watch, () => (isShort ? formatAge(at) : formatRelative(at)))
  return (
    <time dateTime={at} title={formatExact(at)} className={className}>
      {text}
    </time>
  )
}
