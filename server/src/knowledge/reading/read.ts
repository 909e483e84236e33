import { passagesFrom, passagesOf } from '#server/knowledge/passages.ts'
import type { Given, ReadDocument, ReadText, Report } from './document.ts'
import { readDocx } from './docx.ts'
import { readHtml } from './html.ts'
import { MAX_CHARACTERS } from './limits.ts'
import { readPdf } from './pdf.ts'
import { decodeText, isMarkup } from './plain.ts'
import { Unreadable } from './unreadable.ts'

/**
 * Reads a document of any kind that is read: PDF, DOCX, HTML, Markdown, plain text. The kind is told by what is in it, the name only
 * helps between kinds of text.
 * @throws Unreadable with the reason
 */
export async function readBytes(given: Given, report: Report = () => undefined): Promise<ReadDocument> {
  const read = await readKind(given, report)
  const passages = read.passages.map(({ text, heading, page }) => ({
    heading: heading === null ? null : storable(heading),
    page,
    text: storable(text),
  }))
  if (!passages.some(({ text }) => /[\p{L}\p{N}]/u.test(text))) throw new Unreadable('empty')
  if (read.content.length > MAX_CHARACTERS) throw new Unreadable('too_long')
  return {
    ...read,
    title: read.title === null ? null : storable(read.title),
    content: storable(read.content),
    passages,
  }
}

async function readKind(given: Given, report: Report): Promise<ReadDocument> {
  const { bytes, name } = given
  if (bytes.length === 0) throw new Unreadable('empty')
  if (startsWith(bytes, PACKED)) return written(await readDocx(bytes))
  if (startsWith(bytes, OLD_OFFICE)) throw new Unreadable(hidesPackage(bytes) ? 'encrypted' : 'unsupported')
  if (isPdf(bytes)) {
    const { title, blocks, pages } = await readPdf(bytes, report)
    const content = blocks.map(({ kind, text }) => (kind === 'heading' ? `## ${text}` : text)).join('\n\n')
    return { title, content, pages, passages: passagesFrom(blocks) }
  }
  const text = decodeText(bytes, given.charset)
  if (text === null) throw new Unreadable(/\.(txt|md|markdown|html?)$/i.test(name) ? 'binary' : 'unsupported')
  if (text.length > 4 * MAX_CHARACTERS) throw new Unreadable('too_long')
  if (/\.html?$/i.test(name) || isMarkup(text)) return written(await readHtml(text))
  return written({ title: null, markdown: text.replace(/^\uFEFF/, '') })
}

/** A text without pages. What is too long is not cut into passages at all. */
function written({ title, markdown }: ReadText): ReadDocument {
  const content = markdown.replaceAll('\r\n', '\n').trim()
  if (content.length > MAX_CHARACTERS) throw new Unreadable('too_long')
  return { title, content, pages: null, passages: passagesOf(content) }
}

const PACKED = [0x50, 0x4b, 0x03, 0x04]
const OLD_OFFICE = [0xd0, 0xcf, 0x11, 0xe0]

const startsWith = (bytes: Uint8Array, signature: number[]) => signature.every((byte, at) => bytes[at] === byte)

/** PDFs may begin with a few bytes of something else. */
const isPdf = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-')

/** Word wraps a document with a password into a file of its old kind. */
const hidesPackage = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(Buffer.from('EncryptedPackage', 'utf16le'))

/** PostgreSQL takes no NUL and no half character. */
const storable = (text: string) => text.replaceAll('\0', '').toWellFormed()
