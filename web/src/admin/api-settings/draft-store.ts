import { useSyncExternalStore } from 'react'
import { type Draft, EMPTY } from './draft.ts'

/** The unsaved draft stays while another section is open. In memory only: keys are never written into the browser's storage. */
let draft: Draft = EMPTY
const watchers = new Set<() => void>()

export function changeDraft(next: (before: Draft) => Draft): void {
  draft = next(draft)
  for (const watcher of watchers) watcher()
}

export function useDraft(): Draft {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => draft,
  )
}
