import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Places } from './store.ts'
import type { ByteStore } from './stores/byte-store.ts'

export type Moved = { files: number; bytes: number }

/**
 * Moves every file to the store that files go to, one at a time, while the product works: it finds a file in either. Killed and begun again,
 * it goes on with what is left. `report` hears of each file.
 */
export async function moveFiles(
  { to, from }: Places,
  incoming: string,
  report: (moved: Moved) => void,
): Promise<Moved> {
  const moved = { files: 0, bytes: 0 }
  if (!from) return moved
  await mkdir(incoming, { recursive: true, mode: 0o700 })
  for await (const { key } of from.list()) {
    const bytes = await moveFile(key, to, from, join(incoming, `${key}.moving`))
    if (bytes === null) continue
    moved.files += 1
    moved.bytes += bytes
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
