import { createReadStream } from 'node:fs'
import * as m from '#i18n/messages.js'
import { AppError } from '#server/platform/errors.ts'

type Detected = { mime: string; isImage: boolean }

/** The types that may be uploaded, detected by content. All others are refused, HTML and SVG too. */
const ALLOWED: Record<string, Detected> = {
  'image/png': { mime: 'image/png', isImage: true },
  'image/apng': { mime: 'image/png', isImage: true },
  'image/jpeg': { mime: 'image/jpeg', isImage: true },
  'image/gif': { mime: 'image/gif', isImage: true },
  'image/webp': { mime: 'image/webp', isImage: true },
  'application/pdf': { mime: 'application/pdf', isImage: false },
  'application/zip': { mime: 'application/zip', isImage: false },
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': {
    mime: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    isImage: false,
  },
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': {
    mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    isImage: false,
  },
}

/** A text file has no signature; its type follows from its name's ending. */
const TEXT_KINDS: Record<string, string> = {
  txt: 'text/plain',
  log: 'text/plain',
  csv: 'text/csv',
  md: 'text/markdown',
}

const MARKUP = /^\s*<(?:!doctype|!--|\?xml|html|head|body|script|svg|iframe)\b/i
// biome-ignore lint/suspicious/noControlCharactersInRegex: they distinguish binary files from text
const BINARY = /[\u0000-\u0008\u000E-\u001A\u001C-\u001F]/

const unsupported = () => new AppError('unsupported', m.error_file_kind)

/** Detects the type of a file by its content. Throws AppError unsupported. */
export async function detectType(path: string, name = ''): Promise<Detected> {
  // Loaded with the first upload: memory that an idle server does not need.
  const { fileTypeFromFile } = await import('file-type')
  // The detector throws at an incomplete file, which is then of no allowed type.
  const found = await fileTypeFromFile(path).catch(() => ({ mime: 'application/octet-stream' }))
  if (found) {
    const allowed = ALLOWED[found.mime]
    if (!allowed) throw unsupported()
    return allowed
  }
  const extension = /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? 'txt'
  const mime = TEXT_KINDS[extension]
  if (!mime || !(await isPlainText(path))) throw unsupported()
  return { mime, isImage: false }
}

/** Whether the whole file is UTF-8 without control characters and does not begin as markup. */
async function isPlainText(path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let isStart = true
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      const text = decoder.decode(chunk, { stream: true })
      if (BINARY.test(text) || (isStart && MARKUP.test(text))) return false
      isStart = false
    }
    decoder.decode()
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}
