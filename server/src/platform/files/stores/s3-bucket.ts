import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Dispatcher } from 'undici'
import { unavailable } from '#server/platform/errors.ts'
import { FILE_KEY } from './byte-store.ts'

/** A bucket as the operator names it. `prefix` is empty or ends with a slash. */
export type S3Target = {
  origin: string
  bucket: string
  prefix: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

type Request = { headers?: Record<string, string>; body?: () => Readable }
export type Bucket = {
  /** Null where the store says that it has no such file. Throws unavailable after three tries. The caller reads the body or dumps it. */
  send(method: 'GET' | 'PUT' | 'DELETE', place: string, request?: Request): Promise<Dispatcher.ResponseData | null>
  list(): AsyncGenerator<{ key: string; size: number }>
  stop(): Promise<void>
}

/** Pauses before the second and the third try: a node of a store that restarts is back within seconds. */
const PAUSES_MS = [200, 1000]
const HEAD_MS = 10_000
const PAUSE_MS = 30_000

/** A client of its own, as for PostgreSQL: the operator's server is on a private network, where no address of a business may lead. */
export async function openBucket(target: S3Target): Promise<Bucket> {
  // Loaded with the first file: 8 MB that an idle server does not need.
  const [{ AwsClient }, { Agent }] = await Promise.all([import('aws4fetch'), import('undici')])
  const { accessKeyId, secretAccessKey, region } = target
  const signer = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 })
  const agent = new Agent({ connect: { timeout: HEAD_MS }, headersTimeout: HEAD_MS, bodyTimeout: PAUSE_MS })
  const root = `${target.origin}/${target.bucket}`
  const sendOnce = async (method: string, address: string, { headers = {}, body }: Request) => {
    const signed = await signer.sign(address, { method, headers: { 'x-amz-content-sha256': EMPTY, ...headers } })
    const length = headers['content-length']
    return agent.request({
      origin: target.origin,
      path: new URL(signed.url).pathname + new URL(signed.url).search,
      method: method as 'GET',
      headers: { ...Object.fromEntries(signed.headers), ...(length ? { 'content-length': length } : {}) },
      body: body?.() ?? null,
    })
  }
  const sendTo = async (method: string, address: string, request: Request): Promise<Dispatcher.ResponseData | null> => {
    for (let tries = 0; ; tries += 1) {
      try {
        const answer = await sendOnce(method, address, request)
        if (answer.statusCode < 300) return answer
        const text = (await answer.body.text()).slice(0, 500)
        // Any other 404 is of a proxy, or names a bucket that is gone: then nothing is known of the file.
        if (answer.statusCode === 404 && text.includes('<Code>NoSuchKey</Code>')) return null
        throw new RefusedError(answer.statusCode, text)
      } catch (error) {
        const isLasting = error instanceof RefusedError ? error.isLasting : isSilence(error)
        const pause = PAUSES_MS[tries]
        if (isLasting || pause === undefined) throw unavailable(error)
        await sleep(pause)
      }
    }
  }
  const send: Bucket['send'] = (method, place, request = {}) =>
    sendTo(method, `${root}/${target.prefix}${place}`, request)
  return {
    send,
    list: () => listBucket(target, (address) => sendTo('GET', address, {})),
    // Not `close`, which waits for every file that somebody still reads.
    stop: () => agent.destroy(),
  }
}

/** A store that said nothing for so long says nothing a second time either, and somebody waits. */
const isSilence = (error: unknown): boolean => (error as { code?: string }).code === 'UND_ERR_HEADERS_TIMEOUT'

class RefusedError extends Error {
  readonly isLasting: boolean

  constructor(status: number, text: string) {
    super(`${status} ${text}`)
    this.isLasting = status >= 400 && status < 500 && status !== 429
  }
}

/** SHA-256 of no bytes. */
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

/** All files, a page of a thousand at a time. The answer is XML of a fixed shape; keys are hexadecimal, so that nothing in it is escaped. */
async function* listBucket(
  { origin, bucket, prefix }: S3Target,
  read: (address: string) => Promise<Dispatcher.ResponseData | null>,
): AsyncGenerator<{ key: string; size: number }> {
  // The first version of the listing: every store has it.
  let marker = ''
  let isMore = true
  while (isMore) {
    const query = new URLSearchParams({ prefix, marker })
    const page = (await (await read(`${origin}/${bucket}?${query}`))?.body.text()) ?? ''
    // A page of a proxy is no empty bucket.
    if (!page.includes('<ListBucketResult')) throw unavailable(new Error(`no listing: ${page.slice(0, 500)}`))
    isMore = page.includes('<IsTruncated>true</IsTruncated>')
    const entries = [...page.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, entry = '']) => entry)
    for (const entry of entries) {
      marker = /<Key>([^<]*)<\/Key>/.exec(entry)?.[1] ?? ''
      const key = marker.split('/').at(-1) ?? ''
      const size = Number(/<Size>(\d+)<\/Size>/.exec(entry)?.[1])
      if (FILE_KEY.test(key)) yield { key, size }
    }
    if (entries.length === 0) return
  }
}
