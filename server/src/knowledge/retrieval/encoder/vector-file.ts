import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DIMENSIONS, ENCODER_NAME } from './model.ts'

/*
 * Cache of the vectors of a tenant's texts, so that a restart does not encode them again. One file per tenant, so that timing does not
 * reveal texts of another tenant. It may be deleted at any time; a damaged file counts as empty.
 * Layout: one line with the encoder's name and the dimensions, then per text 16 bytes of its hash and the vector.
 */
const HASH_BYTES = 16
const RECORD_BYTES = HASH_BYTES + DIMENSIONS
const HEADER = Buffer.from(`segue-vectors 1 ${ENCODER_NAME} ${DIMENSIONS}\n`)

/** By the hash of their text. */
export type Vectors = Map<string, Int8Array>

/** The key of a text in a vector file. */
export const hashText = (text: string): string =>
  createHash('sha256').update(text).digest().toString('latin1', 0, HASH_BYTES)

/** The vectors of a file; empty without a file, or with a file of another encoder. */
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

/** Replaces the whole file, so that it holds no vector of a text that was removed. */
export async function writeVectors(path: string, vectors: Vectors): Promise<void> {
  const bytes = Buffer.alloc(HEADER.length + vectors.size * RECORD_BYTES)
  HEADER.copy(bytes)
  let at = HEADER.length
  for (const [hash, vector] of vectors) {
    bytes.write(hash, at, 'latin1')
    bytes.set(new Uint8Array(vector.buffer, vector.byteOffset, DIMENSIONS), at + HASH_BYTES)
    at += RECORD_BYTES
  }
  const temporary = `${path}.${randomBytes(6).toString('hex')}`
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  try {
    await writeFile(temporary, bytes, { mode: 0o600 })
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}
