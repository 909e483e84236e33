import { compressRtf } from './compress-rtf.ts'

/** What a `winmail.dat` holds (MS-OXTNEF). */
export type TnefContent = {
  /** In Windows-1252. */
  body?: string
  html?: string
  rtf?: string
  files?: readonly TnefFile[]
}

type TnefFile = { shortName: string; longName?: string; mime?: string; content: Uint8Array; message?: TnefContent }

const MESSAGE = 1
const ATTACHMENT = 2
const TYPES = { long: 0x0003, object: 0x000d, string: 0x001f, binary: 0x0102 } as const
/** The interface of a message inside a message, by which its value begins. */
const MESSAGE_INTERFACE = Buffer.from('0703020000000000c000000000000046', 'hex')

/** The bytes of a `winmail.dat`, as Outlook writes them. */
export function tnefBytes({ body, html, rtf, files = [] }: TnefContent): Buffer {
  const properties = [
    property(0x3fde, 'long', longOf(65001)),
    ...(html === undefined ? [] : [property(0x1013, 'binary', Buffer.from(html))]),
    ...(rtf === undefined ? [] : [property(0x1009, 'binary', compressRtf(Buffer.from(rtf, 'latin1')))]),
  ]
  return Buffer.concat([
    longOf(0x223e9f78),
    wordOf(1),
    attribute(MESSAGE, 0x00089006, longOf(0x00010000)),
    attribute(MESSAGE, 0x00069007, Buffer.concat([longOf(1252), longOf(0)])),
    attribute(MESSAGE, 0x00078008, zeroEnded('IPM.Microsoft Mail.Note')),
    ...(body === undefined ? [] : [attribute(MESSAGE, 0x0002800c, zeroEnded(body))]),
    attribute(MESSAGE, 0x00069003, propertiesOf(properties)),
    ...files.flatMap(fileAttributes),
  ])
}

function fileAttributes({ shortName, longName, mime, content, message }: TnefFile): Buffer[] {
  const inside = message && Buffer.concat([MESSAGE_INTERFACE, tnefBytes(message)])
  const properties = [
    ...(longName === undefined ? [] : [property(0x3707, 'string', utf16(longName))]),
    ...(mime === undefined ? [] : [property(0x370e, 'string', utf16(mime))]),
    ...(inside === undefined ? [] : [property(0x3701, 'object', inside)]),
  ]
  return [
    attribute(ATTACHMENT, 0x00069002, Buffer.alloc(14)),
    attribute(ATTACHMENT, 0x00018010, zeroEnded(shortName)),
    ...(inside === undefined ? [attribute(ATTACHMENT, 0x0006800f, Buffer.from(content))] : []),
    attribute(ATTACHMENT, 0x00069005, propertiesOf(properties)),
  ]
}

function attribute(level: number, id: number, content: Buffer): Buffer {
  const checksum = content.reduce((sum, byte) => (sum + byte) & 0xffff, 0)
  return Buffer.concat([Buffer.of(level), longOf(id), longOf(content.length), content, wordOf(checksum)])
}

const propertiesOf = (properties: readonly Buffer[]): Buffer =>
  Buffer.concat([longOf(properties.length), ...properties])

function property(id: number, type: keyof typeof TYPES, content: Buffer): Buffer {
  const head = [wordOf(TYPES[type]), wordOf(id)]
  if (type === 'long') return Buffer.concat([...head, content])
  const padding = Buffer.alloc((4 - (content.length % 4)) % 4)
  return Buffer.concat([...head, longOf(1), longOf(content.length), content, padding])
}

const zeroEnded = (text: string): Buffer => Buffer.from(`${text}\0`, 'latin1')
const utf16 = (text: string): Buffer => Buffer.from(`${text}\0`, 'utf16le')

function wordOf(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

function longOf(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
