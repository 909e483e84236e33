const PLAIN =
  /^(?:us-ascii|ascii|ansi_x3\.4-1968|iso-?8859-1|latin-?1|windows-1252|cp1252|8bit|default|unknown.*|x-unknown.*|)$/i
const META_CHARSET = /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]{2,40})/i

/**
 * The character set of a text: the one that is declared, or the one its bytes show where the declaration cannot be right. UTF-8 is hardly
 * ever valid by accident, so that it counts before a Western set that is often declared by mistake.
 */
export function charsetOf(bytes: Uint8Array, declared: string | undefined, isHtml: boolean): string {
  const named = declared?.trim() || (isHtml ? META_CHARSET.exec(latin1(bytes.subarray(0, 2048)))?.[1] : undefined) || ''
  const isUtf8 = /^utf-?8$/i.test(named)
  if (!isUtf8 && !PLAIN.test(named)) return named
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  if (isValidUtf8(bytes)) return 'utf-8'
  // A cut character does not make a text of another set.
  return isUtf8 && hasUtf8Characters(bytes) ? 'utf-8' : 'windows-1252'
}

const latin1 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')

export function isValidUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

const hasUtf8Characters = (bytes: Uint8Array): boolean => /[^\0-\x7f\ufffd]/.test(new TextDecoder().decode(bytes))

/** Text in UTF-7 (RFC 2152), which no decoder of the platform knows and old servers still write. */
export const decodeUtf7 = (bytes: Uint8Array): string =>
  latin1(bytes).replace(/\+([A-Za-z0-9+/]*)-?/g, (_, encoded: string) =>
    encoded === '' ? '+' : new TextDecoder('utf-16be').decode(wholeUnits(Buffer.from(encoded, 'base64'))),
  )

const wholeUnits = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.length - (bytes.length % 2))
