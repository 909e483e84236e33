import { attachVectors, type RetrievalIndex } from '#server/knowledge/retrieval/engine.ts'
import type { VectorStore } from '#server/knowledge/retrieval/protocol.ts'
import type { EncoderClient } from './client.ts'
import { hashText, readVectors, type Vectors, writeVectors } from './vector-file.ts'

export type IndexEncoding = {
  /** Resolves with the error of caching the vectors, null without one. Never rejects. */
  done: Promise<string | null>
  /** Stores the vectors made so far and ends. */
  stop(): void
}

/** Vectors are stored every so many texts, so that a restart does not encode all texts again. */
const SAVE_EVERY = 500

/** Attaches vectors to an index: cached ones, and for the other texts those that the encoder makes, one by one. */
export function encodeIndex(index: RetrievalIndex, store: VectorStore | null, encoder: EncoderClient): IndexEncoding {
  let isStopped = false
  const run = async (): Promise<string | null> => {
    encoder.start()
    const cached: Vectors = store ? await readVectors(store.file) : new Map()
    const used: Vectors = new Map()
    let failure: string | null = null
    const save = async () => {
      if (!store?.isPersistent) return
      await writeVectors(store.file, used).catch((error: unknown) => {
        failure = `vectors could not be stored: ${error instanceof Error ? error.message : String(error)}`
      })
    }
    let made = 0
    const { encodable } = index
    for (const { text } of encodable) {
      const hash = hashText(text)
      const vector = used.get(hash) ?? cached.get(hash) ?? (isStopped ? null : await encoder.encodeText(text))
      if (vector === null) {
        // The encoder failed, or the encoding was stopped.
        if (made > 0) await save()
        return failure
      }
      if (!used.has(hash) && !cached.has(hash)) made += 1
      used.set(hash, vector)
      if (made > 0 && made % SAVE_EVERY === 0 && !cached.has(hash)) await save()
    }
    attachVectors(
      index,
      encodable.map(({ text }) => used.get(hashText(text)) ?? null),
    )
    if (made > 0 || used.size !== cached.size) await save()
    return failure
  }
  return {
    done: run().catch((error: unknown) => `vectors could not be made: ${String(error)}`),
    stop() {
      isStopped = true
    },
  }
}
