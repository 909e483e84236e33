import { unpackRtf } from './compressed-rtf.ts'
import { readProperties } from './properties.ts'
import { readRtf } from './rtf-text.ts'

/** What a `winmail.dat` holds: a mail as Outlook sends it to itself. */
export type Winmail = { html: string; text: string; files: WinmailFile[]; mails: Winmail[] }
export type WinmailFile = { name: string; mime: string; content: Uint8Array; contentId: string | null }

const SIGNATURE = 0x223e9f78
const ATTRIBUTES = {
  body: 0x0002800c,
  codePage: 0x00069007,
  properties: 0x00069003,
  beginFile: 0x00069002,
  fileName: 0x00018010,
  fileContent: 0x0006800f,
  fileProperties: 0x00069005,
} as const
const PROPERTIES = { body: 0x1000, rtf: 0x1009, html: 0x1013, codePage: 0x3fde } as const
const FILE = { content: 0x3701, shortName: 0x3704, name: 0x3707, mime: 0x370e, contentId: 0x3712 } as const
/** Level, number and length before an attribute's bytes, a checksum behind them. */
const HEAD = 9
const TAIL = 2
/** An interface's number before a message inside a message. */
const INTERFACE = 16
const MOST_FILES = 200
const MOST_INSIDE = 5

type OpenFile = WinmailFile & { inside: Uint8Array | null }

/** Reads a `winmail.dat` (MS-OXTNEF). Null where it is none, or is damaged so that it holds nothing. */
export function readWinmail(bytes: Uint8Array, inside = 0): Winmail | null {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (all.length < 6 || all.readUInt32LE(0) !== SIGNATURE || inside > MOST_INSIDE) return null
  const mail = { html: '', text: '', rtf: '', codePage: 1252 }
  const files: OpenFile[] = []
  for (const { id, content } of attributesOf(all)) {
    if (id === ATTRIBUTES.codePage && content.length >= 4) mail.codePage = content.readUInt32LE(0)
    else if (id === ATTRIBUTES.body) mail.text = textOf(content, mail.codePage)
    else if (id === ATTRIBUTES.properties) readBody(mail, content)
    else if (id === ATTRIBUTES.beginFile && files.length < MOST_FILES)
      files.push({ name: '', mime: '', content: Buffer.alloc(0), contentId: null, inside: null })
    else readFilePart(files.at(-1), id, content, mail.codePage)
  }
  const rtf = mail.html || mail.rtf === '' ? null : readRtf(mail.rtf)
  const mails = files.flatMap((file) => (file.inside ? (readWinmail(file.inside, inside + 1) ?? []) : []))
  const html = mail.html || (rtf && 'html' in rtf ? rtf.html : '')
  const text = mail.text || (rtf && 'text' in rtf ? rtf.text : '')
  const plainFiles = files.filter((file) => file.inside === null && file.content.length > 0)
  if (html === '' && text === '' && files.length === 0) return null
  return { html, text, mails, files: [...plainFiles.map(withoutInside), ...mails.flatMap((one) => one.files)] }
}

const withoutInside = ({ name, mime, content, contentId }: OpenFile): WinmailFile => ({
  name,
  mime,
  content,
  contentId,
})

function* attributesOf(all: Buffer): Generator<{ id: number; content: Buffer }> {
  for (let at = 6; at + HEAD <= all.length; ) {
    const [id, length] = [all.readUInt32LE(at + 1), all.readUInt32LE(at + 5)]
    const end = at + HEAD + length
    if (end > all.length) return
    yield { id, content: all.subarray(at + HEAD, end) }
    at = end + TAIL
  }
}

function readBody(mail: { html: string; text: string; rtf: string; codePage: number }, content: Buffer): void {
  const found = readProperties(content)
  const codePage = found.get(PROPERTIES.codePage)
  const page = typeof codePage === 'number' ? codePage : mail.codePage
  const [html, rtf, text] = [PROPERTIES.html, PROPERTIES.rtf, PROPERTIES.body].map((id) => found.get(id))
  if (html instanceof Uint8Array) mail.html = textOf(html, page)
  else if (typeof html === 'string') mail.html = html
  if (rtf instanceof Uint8Array) mail.rtf = unpackRtf(rtf)
  if (typeof text === 'string' && !mail.text) mail.text = text
}

function readFilePart(file: OpenFile | undefined, id: number, content: Buffer, codePage: number): void {
  if (!file) return
  if (id === ATTRIBUTES.fileName) file.name ||= textOf(content, codePage)
  else if (id === ATTRIBUTES.fileContent) file.content = content
  else if (id === ATTRIBUTES.fileProperties) readFileProperties(file, content)
}

function readFileProperties(file: OpenFile, content: Buffer): void {
  const found = readProperties(content)
  const text = (property: number): string => {
    const value = found.get(property)
    return typeof value === 'string' ? value : ''
  }
  file.name = text(FILE.name) || file.name || text(FILE.shortName)
  file.mime = text(FILE.mime)
  file.contentId = text(FILE.contentId) || null
  const value = found.get(FILE.content)
  if (!(value instanceof Uint8Array)) return
  const inside = value.subarray(INTERFACE)
  if (inside.length > 4 && Buffer.from(inside).readUInt32LE(0) === SIGNATURE) file.inside = inside
  else if (file.content.length === 0) file.content = value
}

function textOf(bytes: Uint8Array, codePage: number): string {
  const label =
    codePage === 65001 ? 'utf-8' : codePage === 932 ? 'shift_jis' : codePage === 936 ? 'gbk' : `windows-${codePage}`
  const decode = (set: string) => new TextDecoder(set).decode(bytes).replace(/\0+$/, '')
  try {
    return decode(label)
  } catch {
    return decode('windows-1252')
  }
}
