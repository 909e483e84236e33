import * as m from '#i18n/messages.js'
import { type ExportFile, filesOf, type Upload } from './archive.ts'
import { readCsvRecords } from './csv-records.ts'
import { asUtf8 } from './decode-stream.ts'
import { readJsonRecords } from './json-records.ts'
import type { Found } from './source-record.ts'
import { readSqlRecords } from './sql-records.ts'
import { UnreadableExportError } from './unreadable-export-error.ts'
import { readXmlRecords } from './xml-records.ts'

type ReadRecords = (bytes: AsyncIterable<Buffer>, file: string) => AsyncGenerator<Found>

const BY_ENDING: Record<string, ReadRecords> = {
  json: (bytes, file) => readJsonRecords(asUtf8(bytes), file),
  ndjson: (bytes, file) => readJsonRecords(asUtf8(bytes), file),
  jsonl: (bytes, file) => readJsonRecords(asUtf8(bytes), file),
  xml: readXmlRecords,
  csv: readCsvRecords,
  tsv: readCsvRecords,
  sql: readSqlRecords,
}

/** All records of an export, file by file. `onIgnored` gets the files that hold none. */
export async function* readFiles(upload: Upload, onIgnored: (name: string) => void): AsyncGenerator<Found> {
  try {
    for await (const file of filesOf(upload)) {
      const read = await readerOf(file)
      if (read) yield* read.records
      else if (!/(^|\/)(\.|__MACOSX)/.test(file.name)) onIgnored(file.name)
      file.bytes.destroy()
    }
  } catch (error) {
    if (error instanceof UnreadableExportError) throw error
    if (isDamage(error)) throw new UnreadableExportError(m.data_import_unreadable_archive, error)
    throw error
  }
}

const ofContent = (head: string): ReadRecords | undefined => {
  if (/^\s*[[{]/.test(head)) return BY_ENDING.json
  return /^\s*<\?xml/.test(head) ? BY_ENDING.xml : undefined
}

async function readerOf({ name, bytes }: ExportFile): Promise<{ records: AsyncGenerator<Found> } | null> {
  const known = BY_ENDING[/\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '']
  if (known) return { records: known(bytes as AsyncIterable<Buffer>, name) }
  // A file of another name is known by how it begins.
  const chunks = (bytes as AsyncIterable<Buffer>)[Symbol.asyncIterator]()
  const first = await chunks.next()
  const read = first.done ? undefined : ofContent(first.value.subarray(0, 200).toString('latin1'))
  if (!read) return null
  const all = async function* () {
    yield first.value as Buffer
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value
  }
  return { records: read(all(), name) }
}

/** Errors of unpacking: of zlib, of the archive's own formats, and a stream that ends too early. */
function isDamage(error: unknown): boolean {
  const { code, message } = error instanceof Error ? (error as NodeJS.ErrnoException) : { code: '', message: '' }
  return (
    /^Z_|^ERR_STREAM_PREMATURE_CLOSE$|^ERR_TRAILING_JUNK/.test(code ?? '') ||
    /tar header|checksum|compressed|uncompressed|file header|signature|Unexpected end of data|bytes in the stream/i.test(
      message,
    )
  )
}
