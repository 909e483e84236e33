import type { Notification } from './bus.ts'

/** Longer than a message can be on its way by either way. */
const SEEN_MS = 20_000
/** Longer than it takes to notice that the NATS server does not answer. */
const SENT_MS = 5000

/** What a node sent lately, and which ids came in lately. */
export function createRecent(now: () => number = () => performance.now()) {
  const seen = new Map<string, number>()
  const sent = new Map<string, { id: string; news: readonly Notification[]; at: number }>()
  const drop = <Value>(map: Map<string, Value>, isOld: (value: Value) => boolean): void => {
    for (const [id, value] of map) {
      if (!isOld(value)) return
      map.delete(id)
    }
  }
  return {
    isNew: (id: string): boolean => {
      if (seen.has(id)) return false
      seen.set(id, now())
      return true
    },
    keep: (id: string, news: readonly Notification[]): void => void sent.set(id, { id, news, at: now() }),
    kept: () => [...sent.values()],
    forget: (): void => {
      drop(seen, (at) => now() - at > SEEN_MS)
      drop(sent, ({ at }) => now() - at > SENT_MS)
    },
  }
}
