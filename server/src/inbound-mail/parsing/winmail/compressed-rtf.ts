import { MOST_RTF_BYTES } from '#server/inbound-mail/parsing/limits.ts'

/** What the dictionary holds before the first byte (MS-OXRTFCP). */
export const RTF_PREFIX = Buffer.from(
  '{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx',
  'latin1',
)
export const RTF_WINDOW = 4096
const HEAD = 16
const PACKED = 'LZFu'
const PLAIN = 'MELA'

/** The RTF of an Outlook mail, unpacked (MS-OXRTFCP); as much of it as can be read. At most 10 MB. */
export function unpackRtf(bytes: Uint8Array): string {
  const packed = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (packed.length < HEAD) return ''
  const size = Math.min(packed.readUInt32LE(4), MOST_RTF_BYTES)
  const kind = packed.toString('latin1', 8, 12)
  if (kind === PLAIN) return packed.toString('latin1', HEAD, HEAD + size)
  return kind === PACKED ? unpack(packed, size) : ''
}

/** Each control byte says for eight items whether it is a byte, or a reference to what came before. */
function unpack(packed: Buffer, size: number): string {
  const window = Buffer.alloc(RTF_WINDOW)
  RTF_PREFIX.copy(window)
  const rtf = Buffer.alloc(size)
  let write = RTF_PREFIX.length
  let length = 0
  const put = (byte: number) => {
    rtf[length] = byte
    length += 1
    window[write] = byte
    write = (write + 1) % RTF_WINDOW
  }
  let at = HEAD
  while (at < packed.length && length < size) {
    const control = packed[at++] as number
    for (let bit = 0; bit < 8 && at < packed.length && length < size; bit += 1) {
      if (((control >> bit) & 1) === 0) {
        put(packed[at++] as number)
        continue
      }
      if (at + 1 >= packed.length) return rtf.toString('latin1', 0, length)
      const reference = packed.readUInt16BE(at)
      at += 2
      const offset = reference >> 4
      // A reference to where the next byte goes ends the text.
      if (offset === write) return rtf.toString('latin1', 0, length)
      for (let index = 0; index < (reference & 0xf) + 2 && length < size; index += 1)
        put(window[(offset + index) % RTF_WINDOW] as number)
    }
  }
  return rtf.toString('latin1', 0, length)
}
