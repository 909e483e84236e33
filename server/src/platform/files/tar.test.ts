import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pack } from 'tar-stream'
import { afterEach, describe, expect, it } from 'vitest'
import { readEntries, writeEntry } from './tar.ts'

const folders: string[] = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

async function chunksOf(archive: AsyncIterable<unknown>): Promise<Buffer[]> {
  const chunks: Buffer[] = []
  for await (const chunk of archive) chunks.push(chunk as Buffer)
  return chunks
}

async function archiveOf(files: [string, Buffer][]): Promise<Buffer> {
  const archive = pack()
  const chunks = chunksOf(archive)
  for (const [name, content] of files) await writeEntry(archive, name, content.length, [content])
  archive.finalize()
  return Buffer.concat(await chunks)
}

/** The bytes in chunks of a size, as a stream would give them. */
async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function readAll(bytes: Buffer, size: number): Promise<[string, Buffer][]> {
  const found: [string, Buffer][] = []
  for await (const entry of readEntries(inChunks(bytes, size))) {
    const chunks: Buffer[] = []
    for await (const chunk of entry.content) chunks.push(chunk)
    found.push([entry.name, Buffer.concat(chunks)])
  }
  return found
}

const FILES: [string, Buffer][] = [
  ['a/empty', Buffer.alloc(0)],
  ['a/one', Buffer.from('x')],
  ['b/block', Buffer.alloc(512, 7)],
  ['b/more', Buffer.alloc(70_001, 'segue ')],
]

describe('tar', () => {
  it.each([1, 7, 512, 513, 1_000_000])(
    'reads back the files that were written, in chunks of %d bytes',
    async (size) => {
      expect(await readAll(await archiveOf(FILES), size)).toEqual(FILES)
    },
  )

  it('skips entries that are not read', async () => {
    const names: string[] = []
    for await (const entry of readEntries(inChunks(await archiveOf(FILES), 300))) names.push(entry.name)
    expect(names).toEqual(FILES.map(([name]) => name))
  })

  it('is read by the tar of the system', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'segue-tar-'))
    folders.push(folder)
    await writeFile(join(folder, 'x.tar'), await archiveOf(FILES))
    expect(spawnSync('tar', ['-xf', 'x.tar'], { cwd: folder }).status).toBe(0)
    for (const [name, content] of FILES) expect((await readFile(join(folder, name))).equals(content)).toBe(true)
  })

  it('refuses a truncated or changed archive and a file that is no archive', async () => {
    const whole = await archiveOf(FILES)
    const changed = Buffer.from(whole)
    changed[130] = 0x37
    for (const bytes of [whole.subarray(0, -1024), whole.subarray(0, 700), changed, Buffer.alloc(600, 'text')]) {
      await expect(readAll(bytes, 512)).rejects.toThrow('not a Segue backup, or it is damaged or cut off')
    }
  })

  it('refuses links and folders', async () => {
    for (const type of ['symlink', 'link', 'directory'] as const) {
      const archive = pack()
      const chunks = chunksOf(archive)
      archive.entry({ name: 'a', type, linkname: '/etc/passwd' })
      archive.finalize()
      await expect(readAll(Buffer.concat(await chunks), 512)).rejects.toThrow('not a Segue backup')
    }
  })

  it('refuses a file that changed its size while it was written', async () => {
    await expect(writeEntry(pack(), 'a', 3, [Buffer.from('ab')])).rejects.toThrow('a changed its size')
    await expect(writeEntry(pack(), 'a', 1, [Buffer.from('ab')])).rejects.toThrow('a changed its size')
  })
})
