import { constants } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type ByteStore, FILE_KEY, placeOf } from './byte-store.ts'

/** Files in a local folder. A file to keep must be on the same disk: it is synced and renamed. */
export function folderStore(folder: string): ByteStore {
  const pathOf = (key: string) => join(folder, placeOf(key))
  return {
    keep: (key, path) => syncAndRename(path, pathOf(key)),
    async open(key, range) {
      const flags = constants.O_RDONLY | constants.O_NOFOLLOW
      const file = await open(pathOf(key), flags).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
        return null
      })
      if (!file) return null
      const { size } = await file.stat()
      return { stream: file.createReadStream({ start: range?.from, end: range?.to }), size }
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    list: () => listFolder(folder),
    stop: async () => undefined,
  }
}

async function* listFolder(folder: string): AsyncGenerator<{ key: string; size: number }> {
  for (const first of await namesIn(folder)) {
    // Not the folder of running uploads.
    if (!/^[0-9a-f]{2}$/.test(first)) continue
    for (const second of await namesIn(join(folder, first))) {
      for (const key of await namesIn(join(folder, first, second))) {
        const found = await stat(join(folder, first, second, key)).catch(() => null)
        if (FILE_KEY.test(key) && found?.isFile()) yield { key, size: found.size }
      }
    }
  }
}

/** A folder that is not there is an empty one; one that cannot be read is not. */
async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return []
    throw error
  })
  return names.sort()
}

/** Syncs the file to the disk, then renames it. */
async function syncAndRename(from: string, to: string): Promise<void> {
  const file = await open(from, 'r+')
  await file.sync().finally(() => file.close())
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  await rename(from, to)
  try {
    const folder = await open(dirname(to), 'r')
    await folder.sync().finally(() => folder.close())
  } catch (error) {
    await rm(to, { force: true })
    throw error
  }
}
