import { inflateRawSync } from 'node:zlib'
import { MAX_UNPACKED_BYTES } from './limits.ts'
import { UnreadableError } from './unreadable-error.ts'

const END_OF_DIRECTORY = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50
const LOCAL_ENTRY = 0x04034b50
const IS_ENCRYPTED = 1
const DEFLATED = 8

/**
 * Lists the entry names of a ZIP file, after checking that it unpacks to at most MAX_UNPACKED_BYTES. The sizes declared in the file
 * may be wrong, so each entry is unpacked once here under the limit.
 * @throws UnreadableError damaged, encrypted, too_large
 */
export function listZipEntries(given: Uint8Array): Set<string> {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength)
  const names = new Set<string>()
  let budget = MAX_UNPACKED_BYTES
  try {
    const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
    if (end < 0 || bytes.readUInt32LE(end) !== END_OF_DIRECTORY) throw new UnreadableError('damaged')
    const count = bytes.readUInt16LE(end + 10)
    let at = bytes.readUInt32LE(end + 16)
    for (let entry = 0; entry < count; entry++) {
      if (bytes.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new UnreadableError('damaged')
      const nameLength = bytes.readUInt16LE(at + 28)
      names.add(bytes.toString('utf8', at + 46, at + 46 + nameLength))
      budget -= unpackedSize(bytes, at, budget)
      at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
    }
    return names
  } catch (error) {
    throw error instanceof UnreadableError ? error : new UnreadableError('damaged', error)
  }
}

function unpackedSize(bytes: Buffer, at: number, budget: number): number {
  if (bytes.readUInt16LE(at + 8) & IS_ENCRYPTED) throw new UnreadableError('encrypted')
  const packed = bytes.readUInt32LE(at + 20)
  const local = bytes.readUInt32LE(at + 42)
  if (bytes.readUInt32LE(local) !== LOCAL_ENTRY) throw new UnreadableError('damaged')
  const from = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
  if (bytes.readUInt16LE(at + 10) !== DEFLATED) return sizeWithin(packed, budget)
  try {
    return inflateRawSync(bytes.subarray(from, from + packed), { maxOutputLength: Math.max(1, budget) }).length
  } catch (error) {
    throw new UnreadableError(
      (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'too_large' : 'damaged',
    )
  }
}

function sizeWithin(size: number, budget: number): number {
  if (size > budget) throw new UnreadableError('too_large')
  return size
}
