import type { FileStore } from '#server/platform/files/store.ts'
import type { Upload } from './reading/archive.ts'

type Stored = { fileKey: string; name: string; size: number }

/** The uploaded file of an import, and how many of its bytes were read. */
export function uploadOf(files: FileStore, { fileKey, name, size }: Stored): Upload & { read(): number } {
  let bytes = 0
  return {
    name,
    size,
    read: () => bytes,
    open: async (range) => {
      const { stream } = await files.open(fileKey, range)
      stream.on('data', (chunk: Buffer | string) => {
        bytes += chunk.length
      })
      stream.pause()
      return stream
    },
  }
}
