import type { IndexEntry, SearchResult } from './types.ts'

/** The file in which the vectors of a tenant's texts are cached. */
export type VectorStore = {
  file: string
  /** Whether new vectors are written: false for drafts, which may never be published. */
  isPersistent: boolean
}

/** A request to the search thread; the reply has the same `id`. */
export type Request =
  | { type: 'load'; tenantId: string; entries: IndexEntry[]; vectors: VectorStore | null }
  | { type: 'search'; tenantId: string; query: string; limit?: number | undefined }

export type ToWorker = (Request & { id: number }) | { type: 'drop'; tenantId: string }

/** A reply of the search thread. `unknown`: it has no index of that tenant. */
export type Reply = { type: 'loaded' } | { type: 'found'; result: SearchResult } | { type: 'unknown' }

/** `trouble` is no reply: it reports an error in spite of which search continues. */
export type FromWorker =
  | (Reply & { id: number })
  | { type: 'failed'; id: number; message: string }
  | { type: 'trouble'; message: string }
