import type { IndexEntry, SearchResult } from './types.ts'

/** What the server asks of the search thread; `id` comes back with the answer. */
export type Request =
  | { type: 'load'; tenantId: string; entries: IndexEntry[] }
  | { type: 'search'; tenantId: string; query: string; limit?: number | undefined }

export type ToWorker = (Request & { id: number }) | { type: 'drop'; tenantId: string }

/** What the search thread answers. `unknown`: it holds no index of that tenant. */
export type Reply = { type: 'loaded' } | { type: 'found'; result: SearchResult } | { type: 'unknown' }

export type FromWorker = (Reply | { type: 'failed'; message: string }) & { id: number }
