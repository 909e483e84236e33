import { PassThrough, pipeline, type Readable, Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { OutgoingError } from './outgoing-error.ts'

/** Counts, and ends the stream as soon as it holds more than that many bytes. */
function limitBytes(maxBytes: number): Transform {
  let size = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, next) {
      size += chunk.length
      if (size > maxBytes) return next(new OutgoingError('too_large'))
      next(null, chunk)
    },
  })
}

function decoderOf(encoding: string): Transform {
  if (encoding === '' || encoding === 'identity') return new PassThrough()
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip()
  if (encoding === 'deflate') return createInflate()
  if (encoding === 'br') return createBrotliDecompress()
  // Packed twice, or in a way we did not ask for.
  throw new OutgoingError('network')
}

/**
 * The unpacked body. Both what comes over the wire and what it unpacks to are limited, so that a few bytes cannot become
 * gigabytes. The stream fails with an OutgoingError.
 */
export function readableBody(
  raw: Readable,
  encoding: string,
  maxBytes: number,
  toFault: (error: unknown) => Error,
): Readable {
  // The last one alone is what the reader sees; the error of each earlier one arrives there.
  const body = new PassThrough()
  const end = (error: unknown) => {
    if (error) body.destroy(toFault(error))
  }
  const unpacked = limitBytes(maxBytes)
  pipeline(raw, limitBytes(maxBytes), decoderOf(encoding), unpacked, end)
  unpacked.pipe(body)
  body.once('close', () => {
    if (!raw.readableEnded) raw.destroy()
  })
  return body
}
