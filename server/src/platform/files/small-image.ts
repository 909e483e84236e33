import * as m from '#i18n/messages.js'
import { AppError } from '#server/platform/errors.ts'
import { pngOf } from './image.ts'
import { cleanSvg } from './svg.ts'

/** Longest side of a stored logo or favicon, in pixels. */
const SIDE = 512
const MAX_SVG_BYTES = 256 * 1024

export type SmallImage = { mime: 'image/png' | 'image/svg+xml' | 'image/x-icon'; bytes: Buffer }

const damaged = (cause?: unknown) => new AppError('unsupported', m.error_brand_image, { reason: 'brand_image', cause })

/**
 * A logo or favicon, made safe by its content, whatever its name says: an SVG is cleaned (svg.ts), an ICO is rebuilt from its pictures,
 * and any other picture is drawn anew as a PNG of at most 512 pixels. Throws unsupported for everything else.
 */
export async function cleanSmallImage(bytes: Buffer): Promise<SmallImage> {
  if (bytes.length >= 6 && bytes.readUInt32LE(0) === 0x00010000)
    return { mime: 'image/x-icon', bytes: rebuildIcon(bytes) }
  const start = bytes
    .subarray(0, 1000)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
  if (/^\s*<(?:\?xml|!--|!doctype svg|svg)/i.test(start)) {
    const svg = bytes.length <= MAX_SVG_BYTES ? cleanSvg(bytes.toString('utf8')) : null
    if (svg === null) throw damaged()
    return { mime: 'image/svg+xml', bytes: Buffer.from(svg) }
  }
  return {
    mime: 'image/png',
    bytes: await pngOf(bytes, SIDE).catch((error: unknown) => {
      throw damaged(error)
    }),
  }
}

const HEAD = 6
const ENTRY = 16

/** The directory and the pictures of an ICO file, without anything between or behind them. */
function rebuildIcon(bytes: Buffer): Buffer {
  const count = bytes.readUInt16LE(4)
  if (count < 1 || count > 20 || bytes.length < HEAD + count * ENTRY) throw damaged()
  const head = Buffer.from(bytes.subarray(0, HEAD + count * ENTRY))
  const pictures: Buffer[] = []
  let offset = head.length
  for (let n = 0; n < count; n += 1) {
    const entry = HEAD + n * ENTRY
    const size = head.readUInt32LE(entry + 8)
    const from = head.readUInt32LE(entry + 12)
    if (size === 0 || from + size > bytes.length) throw damaged()
    head.writeUInt32LE(offset, entry + 12)
    pictures.push(bytes.subarray(from, from + size))
    offset += size
  }
  return Buffer.concat([head, ...pictures])
}
