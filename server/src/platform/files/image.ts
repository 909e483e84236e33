import * as m from '#i18n/messages.js'
import { AppError, diskFull } from '#server/platform/errors.ts'

/** A 48-megapixel phone photo is accepted; a few kilobytes that decompress to gigabytes are not. */
const MAX_PIXELS = 64_000_000
const MAX_SIDE = 4096
const MAX_SECONDS = 20
/** Dots per inch at which a drawing has one pixel for each of its units; and the most that are drawn. */
const DENSITY = 72
const MAX_DENSITY = 2400

const FULL_DISK = /No space left on device|Disk quota exceeded/

let last: Promise<unknown> = Promise.resolve()

/** One image at a time: decoding one takes up to some 250 MB, and there may be many uploads. */
function runSerially<T>(run: () => Promise<T>): Promise<T> {
  const result = last.then(run)
  last = result.catch(() => undefined)
  return result
}

/**
 * Re-encodes an image from its pixels: turned upright, in sRGB, without location, camera, comment or hidden content, no side
 * longer than 4096. Of an animation only the first frame is stored; a GIF becomes a PNG. Gives the new type.
 * Throws AppError unsupported when it is damaged or larger than 64 megapixels.
 */
export const rebuildImage = (from: string, to: string, mime: string): Promise<string> =>
  runSerially(async () => {
    // Loaded with the first image: 11 MB that an idle server does not need.
    const { default: sharp } = await import('sharp')
    sharp.cache(false)
    sharp.concurrency(1)
    const image = sharp(from, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 })
      .autoOrient()
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: MAX_SECONDS })
    const kind = mime === 'image/jpeg' || mime === 'image/webp' ? mime : 'image/png'
    if (kind === 'image/jpeg') image.jpeg({ quality: 88 })
    else if (kind === 'image/webp') image.webp({ quality: 88 })
    else image.png({ compressionLevel: 8 })
    try {
      await image.toFile(to)
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      // A full or forbidden disk does not mean that the image is damaged. libvips gives the system's words and no code.
      if (code === 'EACCES') throw error
      if (code === 'ENOSPC' || FULL_DISK.test(message)) throw diskFull(error)
      throw new AppError('unsupported', m.error_image_damaged, { reason: 'damaged_image', cause: error })
    }
    return kind
  })

/**
 * A picture of any kind that can be decoded, as a PNG whose longest side is at most `side` pixels; `cover` cuts it to a square from its middle.
 * Throws when it cannot be read.
 */
export const pngOf = (bytes: Buffer, side: number, fit: 'inside' | 'cover' = 'inside'): Promise<Buffer> =>
  runSerially(async () => {
    const { default: sharp } = await import('sharp')
    sharp.cache(false)
    return sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 })
      .autoOrient()
      .resize({ width: side, height: side, fit, withoutEnlargement: fit === 'inside' })
      .timeout({ seconds: MAX_SECONDS })
      .png({ compressionLevel: 8 })
      .toBuffer()
  })

/**
 * A picture as a square PNG of `side` pixels, whole, with nothing beside it where it is no square. A drawing (SVG) is drawn in that size, not
 * enlarged from its own. Throws when it cannot be read.
 */
export const squarePngOf = (bytes: Buffer, side: number): Promise<Buffer> =>
  runSerially(async () => {
    const { default: sharp } = await import('sharp')
    sharp.cache(false)
    const limits = { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 } as const
    const { format, width = side, height = side } = await sharp(bytes, limits).metadata()
    const density = Math.min(MAX_DENSITY, (DENSITY * side) / Math.max(width, height, 1))
    return sharp(bytes, { ...limits, ...(format === 'svg' ? { density: Math.max(1, density) } : {}) })
      .resize({ width: side, height: side, fit: 'contain', background: '#0000' })
      .timeout({ seconds: MAX_SECONDS })
      .png({ compressionLevel: 8 })
      .toBuffer()
  })
