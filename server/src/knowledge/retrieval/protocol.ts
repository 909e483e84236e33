import type { IndexEntry, SearchResult } from './types.ts'

/** Where the vectors of a tenant's texts are kept between starts. */
export type VectorStore = {
  file: string
  /** Whether new vectors are written: not for knowledge that may never be published. */
  isPersistent: boolean
}

/** What the server asks of the search thread; `id` comes back with the answer. */
export type Request =
  | { type: 'load'; tenantId: string; entries: IndexEntry[]; vectors: VectorStore | null }
  | { type: 'search'; tenantId: string; query: string; limit?: number | undefined }

export type ToWorker = (Request & { id: number }) | { type: 'drop'; tenantId: string }

/** What the search thread answers. `unknown`: it holds no index of that tenant. */
export type Reply = { type: 'loaded' } | { type: 'found'; result: SearchResult } | { type: 'unknown' }

/** `trouble` answers nobody: something is wrong that the search goes on without. */
export type FromWorker =
  | (Reply & { id: number })
  | { type: 'failed'; id: number; message: string }
  | { type: 'trouble'; message: string }
