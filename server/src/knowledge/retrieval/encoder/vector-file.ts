import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DIMENSIONS, ENCODER_NAME } from './model.ts'

/*
 * Vectors a tenant's texts got, kept in a file of that tenant alone (nobody learns by speed what another tenant has), so that a
 * restart does not make them anew. A cache: it may be deleted at any time, and a damaged one counts as none.
 * Layout: one line with the encoder's name and the dimensions, then per text 16 bytes of its hash and the vector.
 */
const HASH_BYTES = 16
const RECORD_BYTES = HASH_BYTES + DIMENSIONS
const HEADER = Buffer.from(`segue-vectors 1 ${ENCODER_NAME} ${DIMENSIONS}\n`)

/** By the hash of their text. */
export type Vectors = Map<string, Int8Array>

/** Names a text in a vector file. */
export const hashText = (text: string): string =>
  createHash('sha256').update(text).digest().toString('latin1', 0, HASH_BYTES)

/** The vectors of a file; none where there is no file, or one of another encoder. */
export async function readVectors(path: string): Promise<Vectors> {
  const vectors: Vectors = new Map()
  const bytes = await readFile(path).catch(() => null)
  if (!bytes?.subarray(0, HEADER.length).equals(HEADER)) return vectors
  if ((bytes.length - HEADER.length) % RECORD_BYTES !== 0) return vectors
  for (let at = HEADER.length; at < bytes.length; at += RECORD_BYTES) {
    const vector = new Int8Array(bytes.buffer, bytes.byteOffset + at + HASH_BYTES, DIMENSIONS)
    vectors.set(bytes.toString('latin1', at, at + HASH_BYTES), vector)
  }
  return vectors
}

/** Replaces a file as a whole: texts that are no longer in the knowledge are no longer in it. */
export async function writeVectors(path: string, vectors: Vectors): Promise<void> {
  const bytes = Buffer.alloc(HEADER.length + vectors.size * RECORD_BYTES)
  HEADER.copy(bytes)
  let at = HEADER.length
  for (const [hash, vector] of vectors) {
    bytes.write(hash, at, 'latin1')
    bytes.set(new Uint8Array(vector.buffer, vector.byteOffset, DIMENSIONS), at + HASH_BYTES)
    at += RECORD_BYTES
  }
  const beside = `${path}.${randomBytes(6).toString('hex')}`
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  try {
    await writeFile(beside, bytes, { mode: 0o600 })
    await rename(beside, path)
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  }
}
