import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { moveFiles } from '#server/platform/files/move-files.ts'
import { fileStore } from '#server/platform/files/store.ts'
import { startBucket } from './bucket.fixture.ts'
import type { ByteStore } from './byte-store.ts'
import { folderStore } from './folder-store.ts'
import { s3Store } from './s3-store.ts'

let root: string
let server: Awaited<ReturnType<typeof startBucket>>
let origin: string
let bucket: ByteStore
let folder: ByteStore
const target = (more: object = {}) => ({
  origin,
  bucket: 'files',
  prefix: 'segue/',
  region: 'eu-central-1',
  accessKeyId: 'S3RVER',
  secretAccessKey: 'S3RVER',
  ...more,
})
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'segue-s3-'))
  server = await startBucket(join(root, 'server'))
  origin = server.origin
  bucket = s3Store(target())
  folder = folderStore(join(root, 'folder'))
})
afterEach(async () => {
  await bucket.stop()
  await server.stop()
  await rm(root, { recursive: true, force: true })
})

const storeIn = (to: ByteStore, from: ByteStore | null = null) =>
  fileStore({ incoming: join(root, 'incoming'), places: { to, from } })
const put = async (store: ByteStore, text: string) => (await storeIn(store).put(Buffer.from(text))).key
const readIn = async (store: ByteStore, key: string, range?: { from: number; to?: number }) => {
  const found = await store.open(key, range)
  return found && { text: (await buffer(found.stream)).toString(), size: found.size }
}
const keysIn = async (store: ByteStore) => {
  const keys: string[] = []
  for await (const { key } of store.list()) keys.push(key)
  return keys
}
/** A server that answers every request so. */
async function answering(answer: (seen: { requests: number; address: string }) => [status: number, body: string]) {
  const seen = { requests: 0, address: '' }
  const http: Server = createServer((request, response) => {
    seen.requests += 1
    seen.address = request.url ?? ''
    const [status, body] = answer(seen)
    request.resume().on('end', () => response.writeHead(status).end(body))
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo
  return { http, seen, store: s3Store(target({ origin: `http://127.0.0.1:${port}` })) }
}

describe('files in a bucket', () => {
  it('are stored, read whole and in part, listed and removed, and no upload stays on the disk', async () => {
    const key = await put(bucket, 'hello, bucket')
    expect(await readIn(bucket, key)).toEqual({ text: 'hello, bucket', size: 13 })
    expect(await readIn(bucket, key, { from: 7 })).toEqual({ text: 'bucket', size: 13 })
    expect(await readIn(bucket, key, { from: 0, to: 4 })).toEqual({ text: 'hello', size: 13 })
    expect(await keysIn(bucket)).toEqual([key])
    expect(await readdir(join(root, 'incoming'))).toEqual([])
    await bucket.remove(key)
    await bucket.remove(key)
    expect(await bucket.open(key)).toBeNull()
    await expect(storeIn(bucket).open(key)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('are listed over more than one page, other files left out', async () => {
    const keys = ['0', '1', '2'].map((digit) => digit.repeat(32))
    const page = (isMore: boolean, ...names: string[]) =>
      `<ListBucketResult><IsTruncated>${isMore}</IsTruncated>${names.map((name) => `<Contents><Key>segue/${name}</Key><Size>7</Size></Contents>`).join('')}</ListBucketResult>`
    const paged = await answering(({ address }) => {
      const marker = new URLSearchParams(address.split('?')[1]).get('marker')
      return [
        200,
        marker === `segue/11/11/${keys[1]}`
          ? page(false, `22/22/${keys[2]}`)
          : page(true, 'notes.txt', `00/00/${keys[0]}`, `11/11/${keys[1]}`),
      ]
    })
    expect(await keysIn(paged.store)).toEqual(keys)
    paged.http.close()
    await paged.store.stop()
  })

  it('whose bytes were changed in the bucket fail at their end', async () => {
    const key = await put(bucket, 'as it was stored')
    const found = (await readdir(join(root, 'server'), { recursive: true })).find((one) => one.includes(key))
    const stored = (await readdir(join(root, 'server'), { recursive: true })).filter((one) => /_object$/.test(one))
    expect(found).toBeDefined()
    await writeFile(join(root, 'server', stored[0] ?? ''), 'as it was changed')
    await expect(readIn(bucket, key)).rejects.toThrow('not those that were stored')
  })

  it('are refused as unavailable for an unknown key at once, by a server that fails after three tries', async () => {
    await expect(put(s3Store(target({ accessKeyId: 'UNKNOWN' })), 'x')).rejects.toMatchObject({ code: 'unavailable' })
    const failing = await answering(() => [503, 'SlowDown'])
    await expect(failing.store.open('0'.repeat(32))).rejects.toMatchObject({ code: 'unavailable', status: 503 })
    expect(failing.seen.requests).toBe(3)
    failing.http.close()
    const once = await answering(({ requests }) => (requests === 1 ? [500, 'InternalError'] : [200, 'back']))
    expect(await readIn(once.store, '0'.repeat(32))).toMatchObject({ text: 'back' })
    once.http.close()
    await Promise.all([failing.store.stop(), once.store.stop()])
  })

  it('are not taken for gone where a proxy answers, or the bucket is, or a listing is a page of something else', async () => {
    const proxy = await answering(() => [404, '404 page not found'])
    const key = '0'.repeat(32)
    for (const ask of [proxy.store.open, proxy.store.remove, () => keysIn(proxy.store), storeIn(proxy.store).find])
      await expect(ask(key)).rejects.toMatchObject({ code: 'unavailable' })
    proxy.http.close()
    const page = await answering(() => [200, '<html>Sign in</html>'])
    await expect(keysIn(page.store)).rejects.toMatchObject({ code: 'unavailable' })
    page.http.close()
    await expect(s3Store(target({ bucket: 'none' })).open(key)).rejects.toMatchObject({ code: 'unavailable' })
    await Promise.all([proxy.store.stop(), page.store.stop()])
  })

  it('are unavailable where the server breaks off in the middle of one, with its hash and without', async () => {
    let headers: Record<string, string> = {}
    const http = createServer((_, response) => {
      response.writeHead(200, { 'content-length': '10', ...headers }).write('half', () => response.destroy())
    })
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
    const store = s3Store(target({ origin: `http://127.0.0.1:${(http.address() as AddressInfo).port}` }))
    await expect(readIn(store, '0'.repeat(32))).rejects.toMatchObject({ code: 'unavailable' })
    headers = { 'x-amz-meta-sha256': 'a hash' }
    await expect(readIn(store, '0'.repeat(32))).rejects.toMatchObject({ code: 'unavailable' })
    await store.stop()
    http.close()
  })

  it('do not keep a process from its end while one is read', async () => {
    const http = createServer((_, response) => response.writeHead(200, { 'content-length': '10' }).write('half'))
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
    const store = s3Store(target({ origin: `http://127.0.0.1:${(http.address() as AddressInfo).port}` }))
    const found = await store.open('0'.repeat(32))
    const ended = new Promise((resolve) => found?.stream.on('error', resolve).resume())
    await store.stop()
    expect(await ended).toBeInstanceOf(Error)
    http.close()
  })
})

describe('moving files', () => {
  const places = () => ({ to: bucket, from: folder })
  const move = (report: () => unknown = () => undefined) => moveFiles(places(), join(root, 'incoming'), report)

  it('brings every file into the bucket and back, readable before, meanwhile and after', async () => {
    const keys = [await put(folder, 'one'), await put(folder, 'two'), await put(folder, 'three')]
    const both = storeIn(bucket, folder)
    const readAll = () => Promise.all(keys.map(async (key) => (await buffer((await both.open(key)).stream)).toString()))
    const seen: string[][] = [await readAll()]
    const reads: Promise<unknown>[] = []
    expect(await move(() => reads.push(readAll().then((texts) => seen.push(texts))))).toMatchObject({
      files: 3,
      bytes: 11,
      failed: [],
    })
    await Promise.all(reads)
    seen.push(await readAll())
    expect(seen).toEqual(Array.from({ length: 5 }, () => ['one', 'two', 'three']))
    expect(await keysIn(folder)).toEqual([])
    expect(await move()).toMatchObject({ files: 0, bytes: 0 })
    expect(await moveFiles({ to: folder, from: bucket }, join(root, 'incoming'), () => undefined)).toMatchObject({
      files: 3,
    })
    expect(await keysIn(bucket)).toEqual([])
    expect(await keysIn(folder)).toEqual(keys.toSorted())
  })

  it('leaves nothing of a file that is removed while it is moved', async () => {
    const key = await put(folder, 'going')
    const both = storeIn(bucket, folder)
    const slow: ByteStore = {
      ...bucket,
      keep: async (given, path) => {
        await bucket.keep(given, path)
        await both.remove(key)
      },
    }
    expect(await moveFiles({ to: slow, from: folder }, join(root, 'incoming'), () => undefined)).toMatchObject({
      files: 0,
      bytes: 0,
    })
    expect([...(await keysIn(folder)), ...(await keysIn(bucket))]).toEqual([])
  })

  it('goes on past a file that cannot be moved, and names it', async () => {
    const [one, two] = [await put(folder, 'one'), await put(folder, 'two')].sort() as [string, string]
    const failing: ByteStore = {
      ...bucket,
      keep: async (key, path) => {
        if (key === one) throw new Error('refused')
        await bucket.keep(key, path)
      },
    }
    const moved = await moveFiles({ to: failing, from: folder }, join(root, 'incoming'), () => undefined)
    expect(moved).toMatchObject({ files: 1, failed: [{ key: one }] })
    expect([await keysIn(folder), await keysIn(bucket)]).toEqual([[one], [two]])
  })
})
