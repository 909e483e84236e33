import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { unavailable } from '#server/platform/errors.ts'
import { type ByteStore, placeOf } from './byte-store.ts'
import { type Bucket, openBucket, type S3Target } from './s3-bucket.ts'

const HASH_HEADER = 'x-amz-meta-sha256'
/** What S3 takes in one request. */
const MOST_BYTES = 5 * 1024 ** 3

/**
 * Files in a bucket of an S3-compatible server. Each carries the SHA-256 of its bytes: the server checks it when the file is stored, and here it is
 * checked whenever the whole file is read. Throws unavailable where the server does not answer.
 */
export function s3Store(target: S3Target): ByteStore {
  let opened: Promise<Bucket> | undefined
  const bucket = () => {
    opened ??= openBucket(target)
    return opened
  }
  return {
    async keep(key, path) {
      const { size } = await stat(path)
      if (size > MOST_BYTES)
        throw new Error(`a file of ${size} bytes is too large for a bucket, which takes ${MOST_BYTES}`)
      const hash = await hashOf(path)
      const headers = { 'content-length': `${size}`, 'x-amz-content-sha256': hash, [HASH_HEADER]: hash }
      const answer = await (await bucket()).send('PUT', placeOf(key), { headers, body: () => createReadStream(path) })
      await answer?.body.dump()
    },
    async open(key, range) {
      const headers: Record<string, string> = range ? { range: `bytes=${range.from}-${range.to ?? ''}` } : {}
      const answer = await (await bucket()).send('GET', placeOf(key), { headers })
      if (!answer) return null
      const whole = /\/(\d+)$/.exec(String(answer.headers['content-range'] ?? ''))?.[1]
      const size = Number(whole ?? answer.headers['content-length'])
      const hash = answer.headers[HASH_HEADER]
      const isWhole = !range && typeof hash === 'string'
      const stream = Readable.from(orUnavailable(answer.body), { objectMode: false })
      return { stream: isWhole ? checked(stream, key, hash) : stream, size }
    },
    async remove(key) {
      const answer = await (await bucket()).send('DELETE', placeOf(key))
      await answer?.body.dump()
    },
    async *list() {
      yield* (await bucket()).list()
    },
    stop: async () => (await opened)?.stop(),
  }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** The same bytes; a store that breaks off in the middle of them does not answer. */
async function* orUnavailable(source: Readable): AsyncGenerator<Buffer> {
  try {
    yield* source
  } catch (error) {
    throw unavailable(error)
  }
}

/** The same bytes; fails at their end where they are not those of the hash. */
function checked(source: Readable, key: string, expected: string): Readable {
  const hash: Hash = createHash('sha256')
  const check = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      hash.update(chunk)
      next(null, chunk)
    },
    flush(next) {
      next(
        hash.digest('hex') === expected
          ? null
          : new Error(`the bytes of the file ${key} are not those that were stored`),
      )
    },
  })
  // The transform carries the error to whoever reads it.
  pipeline(source, check).catch(() => undefined)
  return check
}
