import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { MAX_FILE_BYTES } from '#contracts/conversation/file.ts'
import * as m from '#i18n/messages.js'
import { AppError, notFound } from '#server/platform/errors.ts'
import { text } from '#server/platform/text/message.ts'
import { detectType } from './detect.ts'
import { rebuildImage } from './image.ts'
import { type ByteStore, FILE_KEY, type Range } from './stores/byte-store.ts'

export type StoredFile = {
  /** Random; stored in the database only and never sent. */
  key: string
  /** Bytes as stored (an image is smaller or larger than what was sent). */
  size: number
  mime: string
  /** Re-encoded from its pixels, so it may be shown inside a page; everything else is a download only. */
  isImage: boolean
}

export type PutOptions = {
  /** The sender's file name; used only to distinguish types of text. */
  name?: string
  signal?: AbortSignal
  /** Stored unchanged, whatever its type: for files that a job parses and nobody downloads. */
  isOpaque?: boolean
  /** Instead of the 20 MB of an upload. */
  maxBytes?: number
  /** One of `newKey`, for who writes it down before the file is stored. */
  key?: string
}

export type FileStore = {
  newKey(): string
  /**
   * Stores an upload.
   * Throws AppError too_large (20 MB), unsupported (kind not on the list, or damaged), invalid_input (empty); where the disk is full,
   * the system's error. Then nothing of it is stored.
   */
  put(bytes: Readable | Buffer, options?: PutOptions): Promise<StoredFile>
  /**
   * Throws not_found before the first byte. The caller reads the stream to its end or destroys it. `range`: the bytes from there on, up to and
   * with `to`; `size` is that of the whole file.
   */
  open(key: string, range?: Range): Promise<{ stream: Readable; size: number }>
  /** The same; null where there is no such file. A store that does not answer is an error. */
  find(key: string): Promise<{ stream: Readable; size: number } | null>
  /** Removes it, also what a killed process has stored of it; a missing file is no error. */
  remove(key: string): Promise<void>
  stop(): Promise<void>
}

/** Where files go, and where those from before may still be: files are moved from one store to another while the product works. */
export type Places = { to: ByteStore; from: ByteStore | null }

const OPAQUE = { mime: 'application/octet-stream', isImage: false }
const newKey = (): string => randomBytes(16).toString('hex')
const LEFTOVER_MS = 60 * 60 * 1000

/** Files under random keys. An upload is first written into the folder `incoming`, where its type is read; then the store keeps it. */
export function fileStore(options: { incoming: string; places: Places; maxBytes?: number }): FileStore {
  const { incoming, places } = options
  let prepared: Promise<void> | undefined
  const assertKey = (key: string) => {
    if (!FILE_KEY.test(key)) throw notFound('file')
  }
  return {
    newKey,
    async put(bytes, { name, signal, isOpaque, maxBytes, key = newKey() } = {}) {
      prepared ??= prepareFolder(incoming).catch((error: unknown) => {
        // The next upload tries again: a disk that was full need not be.
        prepared = undefined
        throw error
      })
      await prepared
      const raw = join(incoming, key)
      const rebuilt = join(incoming, `${key}.image`)
      try {
        await receive(bytes, raw, maxBytes ?? options.maxBytes ?? MAX_FILE_BYTES, signal)
        const type = isOpaque ? OPAQUE : await detectType(raw, name)
        const mime = type.isImage ? await rebuildImage(raw, rebuilt, type.mime) : type.mime
        const complete = type.isImage ? rebuilt : raw
        const { size } = await stat(complete)
        await places.to.keep(key, complete)
        return { key, size, mime, isImage: type.isImage }
      } finally {
        await Promise.all([rm(raw, { force: true }), rm(rebuilt, { force: true })])
      }
    },
    async open(key, range) {
      assertKey(key)
      const found = await openIn(places, key, range)
      if (!found) throw notFound('file')
      return found
    },
    find: async (key) => (FILE_KEY.test(key) ? openIn(places, key) : null),
    async remove(key) {
      assertKey(key)
      await rm(join(incoming, key), { force: true })
      // In this order, so that a file that is being moved meanwhile is nowhere afterwards (move-files.ts).
      await places.from?.remove(key)
      await places.to.remove(key)
    },
    stop: async () => {
      await Promise.all([places.to.stop(), places.from?.stop()])
    },
  }
}

async function openIn({ to, from }: Places, key: string, range?: Range) {
  const found = (await to.open(key, range)) ?? (await from?.open(key, range))
  // Moved between the two looks.
  return found ?? (from ? to.open(key, range) : null)
}

/** Creates the folder for running uploads and removes leftovers of a killed process. */
async function prepareFolder(incoming: string): Promise<void> {
  await mkdir(incoming, { recursive: true, mode: 0o700 })
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name)
    const found = await stat(path).catch(() => null)
    // Younger ones may belong to another process.
    if (found && Date.now() - found.mtimeMs > LEFTOVER_MS) await rm(path, { force: true })
  }
}

/** The refusal of a file of more bytes than these. */
export const tooLarge = (maxBytes: number): AppError =>
  new AppError('too_large', text(m.error_file_too_large, { megabytes: Math.floor(maxBytes / 1024 / 1024) }))

async function receive(bytes: Readable | Buffer, path: string, maxBytes: number, signal?: AbortSignal): Promise<void> {
  let size = 0
  const limit = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      size += chunk.length
      if (size <= maxBytes) return next(null, chunk)
      next(tooLarge(maxBytes))
    },
  })
  const source = Buffer.isBuffer(bytes) ? Readable.from([bytes]) : bytes
  await pipeline(source, limit, createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal })
  if (size === 0) throw new AppError('invalid_input', m.error_file_empty)
}
