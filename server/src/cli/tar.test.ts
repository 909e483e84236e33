import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { readEntries, writeEnd, writeEntry } from './tar.ts'

const folders: string[] = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

async function archiveOf(files: [string, Buffer][]): Promise<Buffer> {
  const chunks: Buffer[] = []
  const sink = async (chunk: Buffer) => void chunks.push(chunk)
  for (const [name, content] of files) await writeEntry(sink, name, content.length, [content])
  await writeEnd(sink)
  return Buffer.concat(chunks)
}

/** The same bytes in pieces of another size, as a stream would bring them. */
async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function readAll(bytes: Buffer, size: number): Promise<[string, Buffer][]> {
  const found: [string, Buffer][] = []
  for await (const entry of readEntries(inPieces(bytes, size))) {
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
  it.each([1, 7, 512, 513, 1_000_000])('reads back what was written, in pieces of %d bytes', async (size) => {
    expect(await readAll(await archiveOf(FILES), size)).toEqual(FILES)
  })

  it('skips what nobody reads', async () => {
    const names: string[] = []
    for await (const entry of readEntries(inPieces(await archiveOf(FILES), 300))) names.push(entry.name)
    expect(names).toEqual(FILES.map(([name]) => name))
  })

  it('is read by the tar of the system', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'segue-tar-'))
    folders.push(folder)
    await writeFile(join(folder, 'x.tar'), await archiveOf(FILES))
    expect(spawnSync('tar', ['-xf', 'x.tar'], { cwd: folder }).status).toBe(0)
    for (const [name, content] of FILES) expect((await readFile(join(folder, name))).equals(content)).toBe(true)
  })

  it('refuses what is cut off, changed, or no archive at all', async () => {
    const whole = await archiveOf(FILES)
    const changed = Buffer.from(whole)
    changed[130] = 0x37
    for (const bytes of [whole.subarray(0, -1024), whole.subarray(0, 700), changed, Buffer.alloc(600, 'text')]) {
      await expect(readAll(bytes, 512)).rejects.toThrow('not a Segue backup, or it is damaged or cut off')
    }
  })

  it('refuses a file that changed its size while it was written', async () => {
    const sink = async () => undefined
    await expect(writeEntry(sink, 'a', 3, [Buffer.from('ab')])).rejects.toThrow('a changed its size')
  })
})
