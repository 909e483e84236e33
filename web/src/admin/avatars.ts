import { useSyncExternalStore } from 'react'

/** Address of the picture by member. One store for all: a list shows many members. */
let urls = new Map<string, string>()
const watchers = new Set<() => void>()

export function showAvatars(items: readonly { userId: string; url: string }[]): void {
  urls = new Map(items.map(({ userId, url }) => [userId, url]))
  for (const watcher of watchers) watcher()
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** Address of a member's picture; null for a member without one. */
export const useAvatar = (userId: string | undefined): string | null =>
  useSyncExternalStore(watch, () => urls.get(userId ?? '') ?? null)
