import { type Passage, passagesFromBlocks, splitIntoPassages } from '#server/knowledge/passages.ts'
import type { Language } from '#server/language/service.ts'
import { decodeText, looksLikeHtml } from './decode-text.ts'
import { parseDocx } from './docx.ts'
import { parseHtml } from './html.ts'
import { MAX_CHARACTERS } from './limits.ts'
import { parsePdf } from './pdf.ts'
import type { DocumentInput, ExtractedText, ParsedDocument, ReportProgress } from './types.ts'
import { UnreadableError } from './unreadable-error.ts'

/**
 * Reads a document of any kind that is read: PDF, DOCX, HTML, Markdown, plain text. The kind is told by what is in it, the name only
 * helps between kinds of text.
 * @throws Unreadable with the reason
 */
export async function parseDocument(
  given: DocumentInput,
  report: ReportProgress = () => undefined,
): Promise<ParsedDocument> {
  const read = await readKind(given, report)
  const passages = read.passages.map(({ text, heading, page }) => ({
    heading: heading === null ? null : storable(heading),
    page,
    text: storable(text),
  }))
  if (!passages.some(({ text }) => /[\p{L}\p{N}]/u.test(text))) throw new UnreadableError('empty')
  if (read.content.length > MAX_CHARACTERS) throw new UnreadableError('too_long')
  return {
    title: read.title === null ? null : storable(read.title),
    content: storable(read.content),
    pages: read.pages,
    passages,
    language: await languageOf(passages),
  }
}

/** Passages looked at to tell the language, from all over the document. */
const PROBES = 9

async function languageOf(passages: readonly Passage[]): Promise<Language | null> {
  const { detectLanguage } = await import('#server/language/detect.ts')
  const step = Math.max(1, Math.floor(passages.length / PROBES))
  const votes = new Map<Language, number>()
  for (let place = 0; place < passages.length; place += step) {
    const found = detectLanguage(passages[place]?.text ?? '')
    if (found) votes.set(found, (votes.get(found) ?? 0) + 1)
  }
  return [...votes].sort(([, a], [, b]) => b - a)[0]?.[0] ?? null
}

async function readKind(given: DocumentInput, report: ReportProgress): Promise<Read> {
  const { bytes, name } = given
  if (bytes.length === 0) throw new UnreadableError('empty')
  if (startsWith(bytes, PACKED)) return written(await parseDocx(bytes))
  if (startsWith(bytes, OLD_OFFICE)) throw new UnreadableError(hidesPackage(bytes) ? 'encrypted' : 'unsupported')
  if (isPdf(bytes)) {
    const { title, blocks, pages } = await parsePdf(bytes, report)
    const content = blocks.map(({ kind, text }) => (kind === 'heading' ? `## ${text}` : text)).join('\n\n')
    return { title, content, pages, passages: passagesFromBlocks(blocks) }
  }
  const text = decodeText(bytes, given.charset)
  if (text === null) throw new UnreadableError(/\.(txt|md|markdown|html?)$/i.test(name) ? 'binary' : 'unsupported')
  if (text.length > 4 * MAX_CHARACTERS) throw new UnreadableError('too_long')
  if (/\.html?$/i.test(name) || looksLikeHtml(text)) return written(await parseHtml(text))
  return written({ title: null, markdown: text.replace(/^\uFEFF/, '') })
}

/** A text without pages. What is too long is not cut into passages at all. */
function written({ title, markdown }: ExtractedText): Read {
  const content = markdown.replaceAll('\r\n', '\n').trim()
  if (content.length > MAX_CHARACTERS) throw new UnreadableError('too_long')
  return { title, content, pages: null, passages: splitIntoPassages(content) }
}

type Read = Omit<ParsedDocument, 'language'>

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
