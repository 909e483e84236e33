import { useEffect, useSyncExternalStore } from 'react'

let forms = 0
const watchers = new Set<() => void>()

function add(change: 1 | -1): void {
  forms += change
  for (const watcher of watchers) watcher()
}

/** While `isUnsaved`, the open page holds something that was typed and not saved. */
export function useUnsavedMark(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return
    add(1)
    return () => add(-1)
  }, [isUnsaved])
}

const watch = (watcher: () => void) => {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** Whether the open page holds something unsaved. */
export const useIsUnsaved = (): boolean => useSyncExternalStore(watch, () => forms > 0)
