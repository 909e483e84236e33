import PostalMime, { type Email } from 'postal-mime'
import { charsetOf, decodeUtf7, isValidUtf8 } from './charset.ts'
import { unflow } from './flowed.ts'
import { MOST_HEADER_BYTES, MOST_NESTED } from './limits.ts'
import { UnreadableMailError } from './unreadable-mail-error.ts'

type Structured = { value: string; params: Record<string, string> }

/**
 * A part of a mail as `postal-mime` holds it. Its public result joins all texts to one and tells neither which character set was declared nor
 * what is an alternative of what, so that the parts are read here. The version is pinned, and the corpus of mails is read with it.
 */
export type MimePart = {
  contentType: { parsed: Structured; multipart: string | false }
  contentDisposition: { parsed: Structured }
  contentId?: string
  childNodes: MimePart[]
  content: ArrayBuffer | null
  getTextContent(): string
}

/** Reads the headers and the parts of a mail. Throws UnreadableMailError. */
export async function readParts(bytes: Uint8Array): Promise<{ email: Email; root: MimePart }> {
  const reader = new PostalMime({
    maxNestingDepth: MOST_NESTED,
    maxHeadersSize: MOST_HEADER_BYTES,
    forceRfc822Attachments: true,
  }) as PostalMime & { root: MimePart; collectNode(): Promise<void> }
  // Its own joining of the texts is not needed, and is most of its work for a long text.
  reader.collectNode = async () => undefined
  const email = await reader.parse(withReadableHeaders(bytes)).catch((error: unknown) => {
    const isDeep = error instanceof Error && error.message.includes('nesting depth')
    throw new UnreadableMailError(isDeep ? 'too_deep' : 'too_many_headers', error)
  })
  return { email, root: reader.root }
}

/** The text of a part. */
export function textOf(part: MimePart): string {
  if (!part.content) return ''
  const { params, value } = part.contentType.parsed
  const bytes = new Uint8Array(part.content)
  if (/^(?:x-)?(?:unicode-1-1-)?utf-?7$/i.test(params.charset ?? '')) return decodeUtf7(bytes)
  const { format = '', delsp = '' } = params
  params.charset = charsetOf(bytes, params.charset, value === 'text/html')
  // Its own reading of flowed text joins quoted lines with their marks.
  params.format = ''
  const text = part.getTextContent()
  return format.toLowerCase() === 'flowed' ? unflow(text, delsp.toLowerCase() === 'yes') : text
}

/** Headers that are not UTF-8 were written in a Western set by a program that encodes nothing. */
function withReadableHeaders(bytes: Uint8Array): Uint8Array {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const ends = [all.indexOf('\r\n\r\n'), all.indexOf('\n\n')].filter((at) => at >= 0)
  const end = ends.length > 0 ? Math.min(...ends) : all.length
  const head = all.subarray(0, end)
  if (end > MOST_HEADER_BYTES || isValidUtf8(head)) return bytes
  return Buffer.concat([Buffer.from(new TextDecoder('windows-1252').decode(head)), all.subarray(end)])
}
