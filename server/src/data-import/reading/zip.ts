import { Readable } from 'node:stream'
import { type Entry, fromRandomAccessReader, RandomAccessReader, type ZipFile } from 'yauzl'
import * as m from '#i18n/messages.js'
import type { ExportFile, Upload } from './archive.ts'
import { UnreadableExportError } from './unreadable-export-error.ts'

/** The files of a ZIP archive, read by its directory; `onEntry` is called for folders too, and may throw. */
export async function* zipEntries(upload: Upload, onEntry: () => void): AsyncGenerator<ExportFile> {
  const zip = await openZip(upload)
  try {
    for (let entry = await nextEntry(zip); entry; entry = await nextEntry(zip)) {
      onEntry()
      if (entry.fileName.endsWith('/')) continue
      if (entry.isEncrypted()) throw new UnreadableExportError(m.data_import_unreadable_encrypted)
      yield { name: entry.fileName, bytes: await openEntry(zip, entry) }
    }
  } finally {
    zip.close()
  }
}

const damaged = (cause: unknown) => new UnreadableExportError(m.data_import_unreadable_archive, cause)

/** The library reads by a reader of its own class. */
function readerOf({ open }: Upload): RandomAccessReader {
  const readStream = (from: number, end: number) => {
    const bytes = async function* () {
      yield* await open({ from, to: end - 1 })
    }
    return Readable.from(bytes(), { objectMode: false })
  }
  return Object.assign(new (RandomAccessReader as unknown as new () => RandomAccessReader)(), {
    _readStreamForRange: readStream,
  })
}

const openZip = (upload: Upload): Promise<ZipFile> =>
  new Promise((resolve, reject) => {
    const options = { lazyEntries: true, autoClose: false, validateEntrySizes: true }
    fromRandomAccessReader(readerOf(upload), upload.size, options, (error, zip) => {
      if (error) reject(damaged(error))
      else resolve(zip)
    })
  })

const nextEntry = (zip: ZipFile): Promise<Entry | null> =>
  new Promise((resolve, reject) => {
    const done = () => {
      zip.off('entry', onEntry)
      zip.off('end', onEnd)
      zip.off('error', onError)
    }
    const onEntry = (entry: Entry) => {
      done()
      resolve(entry)
    }
    const onEnd = () => {
      done()
      resolve(null)
    }
    const onError = (error: Error) => {
      done()
      reject(damaged(error))
    }
    zip.on('entry', onEntry)
    zip.on('end', onEnd)
    zip.on('error', onError)
    zip.readEntry()
  })

const openEntry = (zip: ZipFile, entry: Entry): Promise<Readable> =>
  new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => (error ? reject(damaged(error)) : resolve(stream)))
  })
