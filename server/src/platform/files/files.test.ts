import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '#server/platform/errors.ts'
import { type FileStore, fileStore } from './store.ts'
import { folderStore } from './stores/folder-store.ts'

let folder: string
let files: FileStore
const inFolder = (more: { maxBytes?: number } = {}) =>
  fileStore({ incoming: join(folder, 'incoming'), places: { to: folderStore(folder), from: null }, ...more })
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'segue-files-'))
  files = inFolder()
})
afterEach(async () => await rm(folder, { recursive: true, force: true }))

const codeOf = async (promise: Promise<unknown>): Promise<string> => {
  const error = await promise.then(
    () => null,
    (e: unknown) => e,
  )
  expect(error).toBeInstanceOf(AppError)
  return (error as AppError).code
}
const stored = async () => (await readdir(folder, { recursive: true })).filter((name) => /[0-9a-f]{32}/.test(name))
const text = (content: string, name?: string) => files.put(Buffer.from(content), name === undefined ? {} : { name })
const readBack = async (key: string) => await buffer((await files.open(key)).stream)
const plain = (width = 60, height = 40) => sharp({ create: { width, height, channels: 3, background: '#c33' } })

/** The smallest zip with one stored file of that name. */
const zipOf = (name: string, content = 'x') => {
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50, 0)
  head.writeUInt16LE(20, 4)
  head.writeUInt32LE(content.length, 18)
  head.writeUInt32LE(content.length, 22)
  head.writeUInt16LE(name.length, 26)
  return Buffer.concat([head, Buffer.from(name), Buffer.from(content)])
}

/** A PNG of that size, all pixels black, so that it compresses well. */
const bomb = (side: number) => {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const out = Buffer.alloc(8 + body.length)
    out.writeUInt32BE(data.length, 0)
    body.copy(out, 4)
    let crc = 0xffffffff
    for (const byte of body) {
      crc ^= byte
      for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
    }
    out.writeUInt32BE(~crc >>> 0, 4 + body.length)
    return out
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const pixels = deflateSync(Buffer.alloc(side * (Math.ceil(side / 8) + 1)))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

describe('put and open', () => {
  it('stores in two levels of folders under a random key and opens it again', async () => {
    const one = await text('a,b\n1,2\n', 'list.csv')
    expect(one).toEqual({ key: expect.stringMatching(/^[0-9a-f]{32}$/), size: 8, mime: 'text/csv', isImage: false })
    expect(await stored()).toEqual([join(one.key.slice(0, 2), one.key.slice(2, 4), one.key)])
    expect((await readBack(one.key)).toString()).toBe('a,b\n1,2\n')
    const again = await files.open(one.key)
    expect(again.size).toBe(8)
    again.stream.destroy()
  })

  it('removes; a removed, an unknown and an invalid key all give not_found', async () => {
    const { key } = await text('hello')
    await files.remove(key)
    await files.remove(key)
    for (const bad of [key, 'f'.repeat(32), '../../etc/passwd', `${key}/..`, '']) {
      expect(await codeOf(files.open(bad))).toBe('not_found')
    }
  })

  it('stops receiving at the size limit and leaves no file', async () => {
    const small = inFolder({ maxBytes: 1024 * 1024 })
    let given = 0
    const endless = Readable.from(
      (async function* () {
        for (; given < 500; given += 1) yield Buffer.alloc(64 * 1024, 'a')
      })(),
    )
    expect(await codeOf(small.put(endless))).toBe('too_large')
    expect(given).toBeLessThan(40)
    expect((await small.put(Buffer.alloc(1024 * 1024, 'a'))).size).toBe(1024 * 1024)
    expect(await codeOf(small.put(Buffer.alloc(1024 * 1024 + 1, 'a')))).toBe('too_large')
    expect(await codeOf(small.put(Buffer.alloc(0)))).toBe('invalid_input')
    expect(await stored()).toHaveLength(1)
  })

  it('leaves no file of an interrupted upload and removes leftovers of a killed process', async () => {
    const broken = new Readable({
      read() {
        this.push('half')
        this.destroy(new Error('connection lost'))
      },
    })
    await expect(files.put(broken)).rejects.toThrow('connection lost')
    expect(await stored()).toEqual([])
    const leftover = join(folder, 'incoming', 'a'.repeat(32))
    await writeFile(leftover, 'x')
    await utimes(leftover, 0, 0)
    await inFolder().put(Buffer.from('hello'))
    expect(await stored()).toHaveLength(1)
    expect(await readdir(join(folder, 'incoming'))).toEqual([])
  })
})

describe('file types', () => {
  it('accepts text only by the endings of text files, and no markup', async () => {
    expect((await text('Grüße 👋\n', 'note.txt')).mime).toBe('text/plain')
    expect((await text('# Title', 'a.MD')).mime).toBe('text/markdown')
    expect((await text('no name')).mime).toBe('text/plain')
    for (const [content, name] of [
      ['<!doctype html><script>1</script>', 'a.txt'],
      ['  <svg onload=alert(1)>', 'a.md'],
      ['<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>', 'a.svg'],
      ['<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>', 'a.txt'],
      ['<html>', 'a.html'],
      ['hello', 'a.html'],
      ['hello', 'a.js'],
      ['a\u0000b', 'a.txt'],
    ] as const) {
      expect([content, await codeOf(text(content, name))]).toEqual([content, 'unsupported'])
    }
    expect(await codeOf(files.put(Buffer.from([0x68, 0xff, 0xfe, 0x68]), { name: 'a.txt' }))).toBe('unsupported')
    expect(await codeOf(files.put(Buffer.from([0x68, 0xe2, 0x82]), { name: 'a.txt' }))).toBe('unsupported')
    expect(await stored()).toHaveLength(3)
  })

  it('detects documents by content, whatever their name', async () => {
    expect((await files.put(Buffer.from('%PDF-1.7\n%âãÏÓ\n'), { name: 'x.exe' })).mime).toBe('application/pdf')
    expect((await files.put(zipOf('a.txt'))).mime).toBe('application/zip')
    const sheet = await files.put(zipOf('xl/workbook.xml'))
    expect(sheet.mime).toMatch(/zip|spreadsheetml/)
    const program = Buffer.concat([Buffer.from('\u007fELF\u0002\u0001\u0001'), Buffer.alloc(64)])
    expect(await codeOf(files.put(program, { name: 'a.png' }))).toBe('unsupported')
    expect(await codeOf(files.put(Buffer.concat([Buffer.from('MZ'), randomBytes(200)]), { name: 'a.pdf' }))).toBe(
      'unsupported',
    )
  })
})

describe('images', () => {
  it('are re-encoded: upright, without metadata or data appended to them', async () => {
    const photo = await plain()
      .withExif({ IFD0: { Copyright: 'canary-person' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect(photo.includes('canary-person')).toBe(true)
    const put = await files.put(Buffer.concat([photo, Buffer.from('<script>canary-script</script>')]), {
      name: 'a.txt',
    })
    expect(put).toMatchObject({ mime: 'image/jpeg', isImage: true })
    const back = await readBack(put.key)
    expect(back.length).toBe(put.size)
    expect(back.includes('canary')).toBe(false)
    const seen = await sharp(back).metadata()
    expect([seen.exif, seen.orientation, seen.width, seen.height]).toEqual([undefined, undefined, 40, 60])
  })

  it('keep their type, but of an animation only the first frame', async () => {
    expect((await files.put(await plain().png().toBuffer())).mime).toBe('image/png')
    expect((await files.put(await plain().webp().toBuffer())).mime).toBe('image/webp')
    const frames = await sharp([await plain().png().toBuffer(), await plain().negate().png().toBuffer()], {
      join: { animated: true },
    })
      .gif()
      .toBuffer()
    expect((await sharp(frames).metadata()).pages).toBe(2)
    const put = await files.put(frames)
    expect(put).toMatchObject({ mime: 'image/png', isImage: true })
    const seen = await sharp(await readBack(put.key)).metadata()
    expect([seen.format, seen.pages ?? 1, seen.height]).toEqual(['png', 1, 40])
  })

  it('are refused when damaged or when a few bytes hold too many pixels', async () => {
    const photo = await plain(400, 400).jpeg().toBuffer()
    expect(await codeOf(files.put(photo.subarray(0, 300)))).toBe('unsupported')
    const huge = bomb(9000)
    expect(huge.length).toBeLessThan(20_000)
    expect(await codeOf(files.put(huge))).toBe('unsupported')
    const large = await files.put(bomb(5000))
    expect((await sharp(await readBack(large.key)).metadata()).width).toBe(4096)
    expect((await files.put(photo)).isImage).toBe(true)
    expect(await readdir(join(folder, 'incoming'))).toEqual([])
  })
})
