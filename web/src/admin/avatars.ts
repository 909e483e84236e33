import { useSyncExternalStore } from 'react'
import { listAvatars } from '#contracts/identity/appearance.ts'
import { call } from '#web/lib/call.ts'
import { queryClient } from '#web/ui/provider.tsx'
import { useDeskEvents } from './desk-events.ts'
import { useMember } from './session.ts'
import { sessionQuery } from './session-query.ts'

/** Address of the picture by member. One store for all: a list shows many members. */
let urls: ReadonlyMap<string, string> = new Map()
let isRead = false
const watchers = new Set<() => void>()

async function readAvatars(): Promise<void> {
  // Without them initials are shown.
  const { items } = await call(listAvatars).catch(() => ({ items: [] }))
  urls = new Map(items.map(({ userId, url }) => [userId, url]))
  for (const watcher of watchers) watcher()
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  if (!isRead) void readAvatars()
  isRead = true
  return () => watchers.delete(watcher)
}

/** Address of a member's picture; null for a member without one. */
export const useAvatar = (userId: string | undefined): string | null =>
  useSyncExternalStore(watch, () => urls.get(userId ?? '') ?? null)

/** Follows what members change of their looks: pictures, and the own colours on another device. */
export function LooksWatch(): null {
  const { user } = useMember()
  useDeskEvents((event) => {
    if (event.type !== 'member.looks_changed' && event.type !== 'resync') return
    void readAvatars()
    if (event.type === 'resync' || event.userId === user.id) void queryClient.invalidateQueries(sessionQuery)
  })
  return null
}
