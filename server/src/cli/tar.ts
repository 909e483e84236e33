/** The ustar format, as much of it as a backup needs: regular files with plain names. Any `tar` reads what is written here. */

const BLOCK = 512
const MAX_NAME_BYTES = 100
const MAX_SIZE = 0o77777777777

/** What takes bytes and says when it wants no more for now. */
export type Sink = (chunk: Buffer) => Promise<void>

export type TarEntry = { name: string; size: number; content: AsyncIterable<Buffer> }

/** Writes one file. `size` must be what `content` holds; anything else throws, since the archive could not be read again. */
export async function writeEntry(
  sink: Sink,
  name: string,
  size: number,
  content: AsyncIterable<Buffer> | Iterable<Buffer>,
): Promise<void> {
  await sink(headerOf(name, size))
  let written = 0
  for await (const chunk of content) {
    written += chunk.length
    await sink(chunk)
  }
  if (written !== size) throw new Error(`${name} changed its size while it was copied. Run the backup again.`)
  await sink(Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK))
}

/** Two empty blocks say that nothing was cut off. */
export const writeEnd = (sink: Sink): Promise<void> => sink(Buffer.alloc(2 * BLOCK))

function headerOf(name: string, size: number): Buffer {
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) throw new Error(`The name ${name} is too long for a backup.`)
  if (size > MAX_SIZE) throw new Error(`${name} is larger than 8 GB and cannot be backed up.`)
  const header = Buffer.alloc(BLOCK)
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`
  header.write(name, 0)
  header.write(octal(0o600, 7), 100)
  header.write(octal(0, 7), 108)
  header.write(octal(0, 7), 116)
  header.write(octal(size, 11), 124)
  header.write(octal(0, 11), 136)
  header.write('        ', 148)
  header.write('0', 156)
  header.write('ustar\x0000', 257, 'latin1')
  header.write(`${sumOf(header).toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

const sumOf = (header: Buffer): number => header.reduce((sum, byte) => sum + byte, 0)

const DAMAGED = 'This is not a Segue backup, or it is damaged or cut off. Take another copy of it.'

/** Reads the files one after the other; each must be read (or skipped by going on) before the next. Throws when the end is missing. */
export async function* readEntries(source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const bytes = byteReader(source)
  for (;;) {
    const header = await bytes.exactly(BLOCK)
    if (header.every((byte) => byte === 0)) return
    const { name, size } = fieldsOf(header)
    let left = size
    const content = (async function* () {
      while (left > 0) {
        const chunk = await bytes.upTo(left)
        left -= chunk.length
        yield chunk
      }
    })()
    yield { name, size, content }
    while (left > 0) left -= (await bytes.upTo(left)).length
    await bytes.exactly((BLOCK - (size % BLOCK)) % BLOCK)
  }
}

function fieldsOf(header: Buffer): { name: string; size: number } {
  const textAt = (from: number, length: number) =>
    header
      .subarray(from, from + length)
      .toString('utf8')
      .replace(/\0.*$/s, '')
  const blanked = Buffer.from(header)
  blanked.fill(' ', 148, 156)
  const isSound = Number.parseInt(textAt(148, 8), 8) === sumOf(blanked) && textAt(257, 5) === 'ustar'
  const size = Number.parseInt(textAt(124, 12), 8)
  if (!isSound || !Number.isSafeInteger(size)) throw new Error(DAMAGED)
  return { name: textAt(0, MAX_NAME_BYTES), size }
}

/** What the decompressor says about a cut or changed file, in words that help. */
function refuseDamage(error: unknown): never {
  const code = (error as NodeJS.ErrnoException).code ?? ''
  throw code.startsWith('Z_') ? new Error(DAMAGED, { cause: error }) : error
}

function byteReader(source: AsyncIterable<Buffer>) {
  const chunks = source[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  const upTo = async (limit: number): Promise<Buffer> => {
    while (rest.length === 0) {
      const { value, done } = await chunks.next().catch(refuseDamage)
      if (done) throw new Error(DAMAGED)
      rest = value
    }
    const taken = rest.subarray(0, limit)
    rest = rest.subarray(taken.length)
    return taken
  }
  return {
    upTo,
    exactly: async (length: number): Promise<Buffer> => {
      const parts: Buffer[] = []
      for (let left = length; left > 0; left -= parts.at(-1)?.length ?? 0) parts.push(await upTo(left))
      return Buffer.concat(parts)
    },
  }
}
