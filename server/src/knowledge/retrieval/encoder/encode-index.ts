import { attachVectors, type RetrievalIndex } from '#server/knowledge/retrieval/engine.ts'
import type { VectorStore } from '#server/knowledge/retrieval/protocol.ts'
import type { EncoderClient } from './client.ts'
import { hashText, readVectors, type Vectors, writeVectors } from './vector-file.ts'

export type IndexEncoding = {
  /** Ends with what stood in the way of keeping the vectors, null when nothing did. Never rejects. */
  done: Promise<string | null>
  /** Keeps what was made so far and ends. */
  stop(): void
}

/** Long work is kept in between, so that a restart does not begin anew. */
const SAVE_EVERY = 500

/** Gives an index its vectors: those kept from before, and for the other texts those the encoder makes, one by one. */
export function encodeIndex(index: RetrievalIndex, store: VectorStore | null, encoder: EncoderClient): IndexEncoding {
  let isStopped = false
  const run = async (): Promise<string | null> => {
    encoder.start()
    const kept: Vectors = store ? await readVectors(store.file) : new Map()
    const used: Vectors = new Map()
    let failure: string | null = null
    const save = async () => {
      if (!store?.isPersistent) return
      await writeVectors(store.file, used).catch((error: unknown) => {
        failure = `vectors could not be kept: ${error instanceof Error ? error.message : String(error)}`
      })
    }
    let made = 0
    const { encodable } = index
    for (const { text } of encodable) {
      const hash = hashText(text)
      const vector = used.get(hash) ?? kept.get(hash) ?? (isStopped ? null : await encoder.encodeText(text))
      if (vector === null) {
        // The encoder broke, or the index is wanted no more.
        if (made > 0) await save()
        return failure
      }
      if (!used.has(hash) && !kept.has(hash)) made += 1
      used.set(hash, vector)
      if (made > 0 && made % SAVE_EVERY === 0 && !kept.has(hash)) await save()
    }
    attachVectors(
      index,
      encodable.map(({ text }) => used.get(hashText(text)) ?? null),
    )
    if (made > 0 || used.size !== kept.size) await save()
    return failure
  }
  return {
    done: run().catch((error: unknown) => `vectors could not be made: ${String(error)}`),
    stop() {
      isStopped = true
    },
  }
}
