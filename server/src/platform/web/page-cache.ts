import type { Clock } from '#server/platform/clock.ts'
import type { SharedPage } from './shared-page.ts'

/** Most pages that a process keeps; those that nobody asked for longest go first. */
const MAX_PAGES = 1000
/** Most bytes of them, compressed copies included. */
const MAX_BYTES = 48 * 1024 * 1024
/** Of what changes without an event (whether the business is open, counted views) a page shows what was true at most this long ago. */
const MAX_AGE_MS = 60_000

type Entry = { group: string; page: SharedPage; bytes: number; until: number }
type Running = { group: string; page: Promise<SharedPage | null> }

export type PageCache = {
  /** The kept page, if it is still to be shown. */
  find(key: string): SharedPage | null
  /** Gives the kept page, or builds it. A page is kept unless its group was forgotten while it was built. Null is not kept. */
  get(key: string, group: string, build: () => Promise<SharedPage | null>): Promise<SharedPage | null>
  /** Forgets the pages of a group, and all without one. Whoever asks afterwards gets a page that was built afterwards. */
  forget(group?: string): void
  readonly size: number
}

/** Built pages in the memory of a process, limited in number and bytes. */
export function createPageCache(clock: Clock, { maxPages = MAX_PAGES, maxBytes = MAX_BYTES } = {}): PageCache {
  const entries = new Map<string, Entry>()
  const running = new Map<string, Running>()
  let bytes = 0
  const remove = (key: string) => {
    bytes -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }
  const keep = (key: string, group: string, page: SharedPage) => {
    remove(key)
    const size = sizeOf(page)
    entries.set(key, { group, page, bytes: size, until: clock.now().getTime() + MAX_AGE_MS })
    bytes += size
    while (entries.size > maxPages || bytes > maxBytes) remove(entries.keys().next().value as string)
  }
  const start = (key: string, group: string, build: () => Promise<SharedPage | null>) => {
    const one: Running = { group, page: build() }
    running.set(key, one)
    const end = (page: SharedPage | null) => {
      // Not where it was forgotten meanwhile: what it was built from may be what was changed.
      if (running.get(key) !== one) return
      running.delete(key)
      if (page) keep(key, group, page)
    }
    one.page.then(end, () => end(null))
    return one.page
  }
  const find = (key: string) => {
    const entry = entries.get(key)
    const now = clock.now().getTime()
    // After a clock was put back a page must not be kept longer.
    if (!entry || now >= entry.until || entry.until > now + MAX_AGE_MS) return null
    entries.delete(key)
    entries.set(key, entry)
    return entry.page
  }
  return {
    find,
    get: async (key, group, build) => find(key) ?? running.get(key)?.page ?? start(key, group, build),
    forget: (group) => {
      for (const [key, entry] of entries) if (group === undefined || entry.group === group) remove(key)
      for (const [key, one] of running) if (group === undefined || one.group === group) running.delete(key)
    },
    get size() {
      return entries.size
    },
  }
}

const sizeOf = ({ html, compressed }: SharedPage): number =>
  html.length + (compressed ? compressed.br.length + compressed.gzip.length : 0)
