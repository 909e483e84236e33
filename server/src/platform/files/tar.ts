import { once } from 'node:events'
import { type Extract, extract, type Pack } from 'tar-stream'
import { AppError } from '#server/platform/errors.ts'

export type TarEntry = { name: string; size: number; content: AsyncIterable<Buffer> }

/** Two empty blocks end a tar archive. */
const END_BYTES = 1024

/** Writes one file. Throws when `content` does not hold `size` bytes, since the archive could not be read again. */
export async function writeEntry(
  pack: Pack,
  name: string,
  size: number,
  content: AsyncIterable<Buffer> | Iterable<Buffer>,
): Promise<void> {
  const written = Promise.withResolvers<void>()
  // Awaited below; until then a failure must not count as an unhandled rejection.
  written.promise.catch(() => undefined)
  const entry = pack.entry({ name, size, mode: 0o600, mtime: new Date(0) }, (error) =>
    error ? written.reject(error) : written.resolve(),
  )
  let bytes = 0
  for await (const chunk of content) {
    bytes += chunk.length
    if (chunk.length > 0 && !entry.write(chunk)) await Promise.race([once(entry, 'drain'), written.promise])
  }
  if (bytes !== size) throw new Error(`${name} changed its size while it was copied. Run the backup again.`)
  entry.end(null)
  await written.promise
}

const damageOf = (what: string) => `${what}, or it is damaged or cut off. Take another copy of it.`

/**
 * Reads the regular files of an archive one after the other; each is to be read (or skipped by going on) before the next. Throws for
 * an archive that is damaged, holds anything but regular files, or lacks its end.
 */
export async function* readEntries(
  source: AsyncIterable<Buffer>,
  what = 'This is not a Segue backup',
): AsyncGenerator<TarEntry> {
  const damage = damageOf(what)
  const archive = extract({})
  let end: Buffer = Buffer.alloc(0)
  const fed = feed(source, archive, (chunk) => {
    end = Buffer.concat([end, chunk.subarray(-END_BYTES)]).subarray(-END_BYTES)
  })
  fed.catch((error: Error) => archive.destroy(error))
  try {
    for await (const entry of archive) {
      const { name, size, type } = entry.header
      if (type !== 'file' || size === undefined) throw new Error(`an entry of type ${type}`)
      yield { name, size, content: contentOf(entry, damage) }
      entry.resume()
    }
    await fed
  } catch (error) {
    throw asDamage(error, damage)
  }
  if (end.length < END_BYTES || end.some((byte) => byte !== 0)) throw new Error(damage)
}

async function feed(source: AsyncIterable<Buffer>, archive: Extract, onChunk: (chunk: Buffer) => void): Promise<void> {
  const closed = once(archive, 'close')
  closed.catch(() => undefined)
  for await (const chunk of source) {
    if (archive.destroyed) return
    onChunk(chunk)
    if (!archive.write(chunk)) await Promise.race([once(archive, 'drain'), closed])
  }
  archive.end(null)
}

async function* contentOf(entry: AsyncIterable<unknown>, damage: string): AsyncGenerator<Buffer> {
  try {
    yield* entry as AsyncIterable<Buffer>
  } catch (error) {
    throw asDamage(error, damage)
  }
}

/** Errors of decompressor and tar reader become one sentence about the damaged file; errors of the system and of the file store stay as they are. */
function asDamage(error: unknown, damage: string): Error {
  if (!(error instanceof Error)) return new Error(damage, { cause: error })
  const { syscall } = error as NodeJS.ErrnoException
  return error instanceof AppError || syscall || error.message === damage ? error : new Error(damage, { cause: error })
}
