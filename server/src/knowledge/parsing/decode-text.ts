/** Control characters that text files do not contain. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the control characters are searched for
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000E-\u001A\u001C-\u001F]/
const HTML_START = /^\s*<(?:!doctype|!--|\?xml|html|head|body)\b/i
const META_CHARSET = /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]{2,40})/i

/**
 * Decodes a text file: UTF-16 by its byte order mark or UTF-8, else the declared encoding, else Windows-1252. Null for binary files.
 */
export function decodeText(bytes: Uint8Array, declared?: string): string | null {
  const declaredEncoding = declared ?? META_CHARSET.exec(decode(bytes.subarray(0, 2048), 'latin1') ?? '')?.[1]
  for (const encoding of [detectUtf16(bytes) ?? 'utf-8', declaredEncoding, 'windows-1252']) {
    const text = encoding === undefined ? null : decode(bytes, encoding)
    if (text !== null && !CONTROL_CHARACTERS.test(text)) return text
  }
  return null
}

/** Whether a text is an HTML page. */
export const looksLikeHtml = (text: string): boolean => HTML_START.test(text)

function detectUtf16(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return null
}

function decode(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    // Not in this encoding, or an unknown encoding.
    return null
  }
}
