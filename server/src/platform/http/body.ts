import { PassThrough, pipeline, type Readable, Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { OutgoingError } from './outgoing-error.ts'

/** Fails with too_large after more than that many bytes. */
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
  // Compressed twice, or in an encoding that was not requested.
  throw new OutgoingError('network')
}

/**
 * The decompressed body. Both the compressed and the decompressed size are limited, so that a few bytes cannot become
 * gigabytes. The stream fails with an OutgoingError.
 */
export function readableBody(
  raw: Readable,
  encoding: string,
  maxBytes: number,
  toError: (error: unknown) => Error,
): Readable {
  // The reader gets the last stream only; an error of any earlier stream must reach it.
  const body = new PassThrough()
  const end = (error: unknown) => {
    if (error) body.destroy(toError(error))
  }
  const decompressed = limitBytes(maxBytes)
  pipeline(raw, limitBytes(maxBytes), decoderOf(encoding), decompressed, end)
  decompressed.pipe(body)
  body.once('close', () => {
    if (!raw.readableEnded) raw.destroy()
  })
  return body
}
