/** Vectors of the real encoder for the evals, cached in .bench/, which saves a second run half a minute. */
import { fileURLToPath } from 'node:url'
import { type Encoder, loadEncoder } from '#server/knowledge/retrieval/encoder/model.ts'
import { hashText, readVectors, writeVectors } from '#server/knowledge/retrieval/encoder/vector-file.ts'
import { attachVectors, buildIndex, type RetrievalIndex } from '#server/knowledge/retrieval/engine.ts'
import type { IndexEntry } from '#server/knowledge/retrieval/types.ts'

const FILE = fileURLToPath(new URL('../.bench/evals-vectors.bin', import.meta.url))
const vectors = await readVectors(FILE)
let encoder: Encoder | null = null

/** Makes the vectors of all texts that have none. */
export async function encodeAll(texts: Iterable<string>): Promise<void> {
  const missing = [...new Set(texts)].filter((text) => !vectors.has(hashText(text)))
  if (missing.length === 0) return
  encoder ??= await loadEncoder()
  for (const text of missing) vectors.set(hashText(text), await encoder.encode(text))
  await writeVectors(FILE, vectors)
}

/** The vector of a text `encodeAll` was given. */
export const vectorOf = (text: string): Int8Array | null => vectors.get(hashText(text)) ?? null

/** An index with the vectors of its texts. */
export async function buildEncodedIndex(entries: IndexEntry[]): Promise<RetrievalIndex> {
  const index = buildIndex(entries)
  const texts = index.encodable.map(({ text }) => text)
  await encodeAll(texts)
  attachVectors(index, texts.map(vectorOf))
  return index
}
