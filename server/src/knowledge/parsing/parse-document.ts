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
 * Parses a PDF, DOCX, HTML, Markdown or plain text document. The type is detected by the content; the name only distinguishes HTML from other
 * text.
 * @throws UnreadableError with the reason
 */
export async function parseDocument(
  given: DocumentInput,
  report: ReportProgress = () => undefined,
): Promise<ParsedDocument> {
  const read = await parseByType(given, report)
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
    language: await detectDocumentLanguage(passages),
  }
}

/** Passages, spread over the document, by which the language is detected. */
const LANGUAGE_SAMPLES = 9

async function detectDocumentLanguage(passages: readonly Passage[]): Promise<Language | null> {
  const { detectLanguage } = await import('#server/language/detect.ts')
  const step = Math.max(1, Math.floor(passages.length / LANGUAGE_SAMPLES))
  const votes = new Map<Language, number>()
  for (let index = 0; index < passages.length; index += step) {
    const found = detectLanguage(passages[index]?.text ?? '')
    if (found) votes.set(found, (votes.get(found) ?? 0) + 1)
  }
  return [...votes].sort(([, a], [, b]) => b - a)[0]?.[0] ?? null
}

async function parseByType(given: DocumentInput, report: ReportProgress): Promise<ParsedText> {
  const { bytes, name } = given
  if (bytes.length === 0) throw new UnreadableError('empty')
  if (startsWith(bytes, ZIP_SIGNATURE)) return toPassages(await parseDocx(bytes))
  if (startsWith(bytes, OLD_OFFICE_SIGNATURE))
    throw new UnreadableError(isEncryptedOffice(bytes) ? 'encrypted' : 'unsupported')
  if (isPdf(bytes)) {
    const { title, blocks, pages } = await parsePdf(bytes, report)
    const content = blocks.map(({ kind, text }) => (kind === 'heading' ? `## ${text}` : text)).join('\n\n')
    return { title, content, pages, passages: passagesFromBlocks(blocks) }
  }
  const text = decodeText(bytes, given.charset)
  if (text === null) throw new UnreadableError(/\.(txt|md|markdown|html?)$/i.test(name) ? 'binary' : 'unsupported')
  if (text.length > 4 * MAX_CHARACTERS) throw new UnreadableError('too_long')
  if (/\.html?$/i.test(name) || looksLikeHtml(text)) return toPassages(await parseHtml(text))
  return toPassages({ title: null, markdown: text.replace(/^\uFEFF/, '') })
}

/** Splits a text without pages into passages. Throws too_long before splitting. */
function toPassages({ title, markdown }: ExtractedText): ParsedText {
  const content = markdown.replaceAll('\r\n', '\n').trim()
  if (content.length > MAX_CHARACTERS) throw new UnreadableError('too_long')
  return { title, content, pages: null, passages: splitIntoPassages(content) }
}

type ParsedText = Omit<ParsedDocument, 'language'>

const ZIP_SIGNATURE = [0x50, 0x4b, 0x03, 0x04]
const OLD_OFFICE_SIGNATURE = [0xd0, 0xcf, 0x11, 0xe0]

const startsWith = (bytes: Uint8Array, signature: number[]) => signature.every((byte, at) => bytes[at] === byte)

/** A PDF may begin with a few other bytes. */
const isPdf = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-')

/** Word stores a document with a password in the old Office format. */
const isEncryptedOffice = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(Buffer.from('EncryptedPackage', 'utf16le'))

/** PostgreSQL text cannot hold NUL or a lone surrogate. */
const storable = (text: string) => text.replaceAll('\0', '').toWellFormed()
