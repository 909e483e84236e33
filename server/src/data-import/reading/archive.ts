import { PassThrough, type Readable, type Transform } from 'node:stream'
import { createGunzip } from 'node:zlib'
import * as m from '#i18n/messages.js'
import { MAX_ARCHIVE_FILES, MAX_UNPACKED_BYTES, MAX_UNPACKED_TIMES } from './limits.ts'
import { UnreadableExportError } from './unreadable-export-error.ts'
import { zipEntries } from './zip.ts'

/** The uploaded export: its bytes from any place on. */
export type Upload = { name: string; size: number; open(range?: { from: number; to: number }): Promise<Readable> }

/** A file of an export. It is read to its end, or left, before the next one is given. */
export type ExportFile = { name: string; bytes: Readable }

/**
 * The files of an upload in their order: of a ZIP or TAR archive, packed with gzip or not, else the upload itself. It unpacks to at most 100 times
 * its size and 6 GB. Throws UnreadableExportError for an archive that is damaged, encrypted or larger.
 */
export async function* filesOf(upload: Upload): AsyncGenerator<ExportFile> {
  const budget = { left: Math.min(MAX_UNPACKED_BYTES, upload.size * MAX_UNPACKED_TIMES), files: MAX_ARCHIVE_FILES }
  const head = await readHead(upload)
  // Folders and links count too: reading them takes as long.
  const onEntry = () => {
    budget.files -= 1
    if (budget.files < 0) throw new UnreadableExportError(m.data_import_unreadable_files)
  }
  if (head.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))) {
    for await (const { name, bytes } of zipEntries(upload, onEntry))
      yield { name: nameOf(name), bytes: counted(bytes, budget) }
    return
  }
  const isPacked = head[0] === 0x1f && head[1] === 0x8b
  const bytes = await upload.open()
  // Everything that is unpacked counts, also what is left out.
  const plain = isPacked ? counted(unpacking(bytes, createGunzip()), budget) : bytes
  const name = upload.name.replace(/\.gz$/i, '').replace(/\.tgz$/i, '.tar')
  try {
    if (/\.tar$/i.test(name) || head.subarray(257, 262).toString('latin1') === 'ustar')
      for await (const file of tarEntries(plain, onEntry)) yield { ...file, name: nameOf(file.name) }
    else yield { name, bytes: plain }
  } finally {
    bytes.destroy()
  }
}

async function readHead({ open, size }: Upload): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of await open({ from: 0, to: Math.min(size, 512) - 1 })) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

type Budget = { left: number; files: number }

/** Its name without the folders above the export. */
const nameOf = (path: string): string =>
  path
    .replaceAll('\\', '/')
    .split('/')
    .filter((part) => part !== '.' && part !== '')
    .slice(-2)
    .join('/')
    .slice(-200)

function counted(bytes: Readable, budget: Budget): Readable {
  const through = new PassThrough()
  bytes.on('data', (chunk: Buffer) => {
    budget.left -= chunk.length
    if (budget.left < 0) bytes.destroy(new UnreadableExportError(m.data_import_unreadable_bomb))
  })
  bytes.on('error', (error) => through.destroy(error))
  through.on('close', () => bytes.destroy())
  return bytes.pipe(through)
}

function unpacking(bytes: Readable, gunzip: Transform): Readable {
  bytes.on('error', (error) => gunzip.destroy(error))
  gunzip.on('error', () => bytes.destroy())
  return bytes.pipe(gunzip)
}

async function* tarEntries(bytes: Readable, onEntry: () => void): AsyncGenerator<ExportFile> {
  const { extract } = await import('tar-stream')
  const unpacked = extract()
  bytes.on('error', (error) => unpacked.destroy(error))
  bytes.pipe(unpacked)
  for await (const entry of unpacked) {
    onEntry()
    if (entry.header.type === 'file') yield { name: entry.header.name, bytes: entry as unknown as Readable }
    entry.resume()
  }
}
