import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Places } from './store.ts'
import type { ByteStore } from './stores/byte-store.ts'

export type Moved = { files: number; bytes: number; failed: { key: string; error: unknown }[] }

/** After so many it is the store that fails, not the files. */
const MOST_FAILED = 20

/**
 * Moves every file to the store that files go to, one at a time, while the product works: it finds a file in either. Killed and begun again,
 * it goes on with what is left. A file that cannot be moved keeps no other one back. One run at a time: what another run has moved away would look
 * like a file that was removed. `report` hears of each file.
 */
export async function moveFiles(
  { to, from }: Places,
  incoming: string,
  report: (moved: Moved) => void,
): Promise<Moved> {
  const moved: Moved = { files: 0, bytes: 0, failed: [] }
  if (!from) return moved
  await mkdir(incoming, { recursive: true, mode: 0o700 })
  for await (const { key } of from.list()) {
    try {
      const bytes = await moveFile(key, to, from, join(incoming, `${key}.moving`))
      if (bytes === null) continue
      moved.files += 1
      moved.bytes += bytes
    } catch (error) {
      moved.failed.push({ key, error })
      if (moved.failed.length >= MOST_FAILED) return moved
    }
    report(moved)
  }
  return moved
}

/** Gives its bytes; null where it was removed meanwhile. */
async function moveFile(key: string, to: ByteStore, from: ByteStore, draft: string): Promise<number | null> {
  const source = await from.open(key)
  if (!source) return null
  try {
    await pipeline(source.stream, createWriteStream(draft, { mode: 0o600 }))
    await to.keep(key, draft)
  } finally {
    await rm(draft, { force: true })
  }
  // Whoever removes a file removes it there first: gone now, the copy goes too.
  const rest = await from.open(key)
  if (!rest) {
    await to.remove(key)
    return null
  }
  rest.stream.destroy()
  await from.remove(key)
  return source.size
}
