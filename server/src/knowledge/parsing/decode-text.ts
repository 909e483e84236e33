/** Signs that no text holds: they tell binary files from text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
const BINARY = /[\u0000-\u0008\u000E-\u001A\u001C-\u001F]/
const MARKUP = /^\s*<(?:!doctype|!--|\?xml|html|head|body)\b/i
const CHARSET = /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]{2,40})/i

/**
 * The words of a text file: UTF-8 or UTF-16, else what its page declares, else Western European, as old Windows programs write it.
 * Null when it is no text.
 */
export function decodeText(bytes: Uint8Array, declared?: string): string | null {
  const named = declared ?? CHARSET.exec(decode(bytes.subarray(0, 2048), 'latin1') ?? '')?.[1]
  for (const encoding of [markedBy(bytes) ?? 'utf-8', named, 'windows-1252']) {
    const text = encoding === undefined ? null : decode(bytes, encoding)
    if (text !== null && !BINARY.test(text)) return text
  }
  return null
}

/** Whether a text is a page rather than words. */
export const looksLikeHtml = (text: string): boolean => MARKUP.test(text)

function markedBy(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return null
}

function decode(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    // Not in this encoding, or one nobody knows.
    return null
  }
}
