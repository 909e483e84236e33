import type { IndexEntry, SearchOptions, SearchResult } from './types.ts'

/** The file in which the vectors of a tenant's texts are cached. */
export type VectorStore = {
  file: string
  /** Whether new vectors are written: false for drafts, which may never be published. */
  isPersistent: boolean
}

/** English texts whose vectors are wanted: a customer's question at once, the others when there is time. */
export type Encodable = { question: string; texts: readonly string[] }

/** Vectors in the order of the texts; null for a text without one as yet. */
export type Encoded = { question: Int8Array | null; texts: (Int8Array | null)[] }

/** A request to the search thread; the reply has the same `id`. */
export type Request =
  | { type: 'load'; tenantId: string; entries: IndexEntry[]; vectors: VectorStore | null }
  | { type: 'search'; tenantId: string; query: string; options: SearchOptions }
  | ({ type: 'encode' } & Encodable)

export type ToWorker = (Request & { id: number }) | { type: 'drop'; tenantId: string }

/** A reply of the search thread. `unknown`: it has no index of that tenant. */
export type Reply =
  | { type: 'loaded' }
  | ({ type: 'encoded' } & Encoded)
  | { type: 'found'; result: SearchResult }
  | { type: 'unknown' }

/** `trouble` is no reply: it reports an error in spite of which search continues. */
export type FromWorker =
  | (Reply & { id: number })
  | { type: 'failed'; id: number; message: string }
  | { type: 'trouble'; message: string }
