import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { createDeflate, deflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const MB = 1024 * 1024
const PACKED_MB = 400

let folder: string
/** 400 MB, deflated once. Made of one piece of a megabyte, so that the test does not need the memory. */
let packed: Buffer
beforeAll(async () => {
  const piece = Buffer.alloc(MB, ' ')
  packed = await buffer(Readable.from(Array.from({ length: PACKED_MB }, () => piece)).pipe(createDeflate()))
  folder = await mkdtemp(join(tmpdir(), 'segue-bomb-'))
  await writeFile(join(folder, 'parse.mjs'), PARSE)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A PDF whose page is one stream of 400 MB, deflated so many times. */
function makeBomb(layers: number): Buffer {
  let content = packed
  for (let layer = 1; layer < layers; layer++) content = deflateSync(content)
  const filters = '/FlateDecode '.repeat(layers)
  const head = [
    '%PDF-1.5',
    '1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj',
    '2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj',
    '3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources << >> /Contents 4 0 R >> endobj',
    `4 0 obj << /Filter [${filters}] /Length ${content.length} >> stream\n`,
  ]
  const tail = '\nendstream endobj trailer << /Root 1 0 R /Size 5 >>\n%%EOF'
  return Buffer.concat([Buffer.from(head.join('\n')), content, Buffer.from(tail)])
}

/** Parses a file in a process of its own, without the checks of time and memory from outside the thread. */
const PARSE = `
  import { readFile } from 'node:fs/promises'
  import { parseInThread } from ${JSON.stringify(new URL('./parser-thread.ts', import.meta.url).href)}
  const bytes = new Uint8Array(await readFile(process.argv[2]))
  const before = process.resourceUsage().maxRSS
  const options = { memoryLimitBytes: Infinity, timeLimitMs: 600_000 }
  const reason = await parseInThread({ bytes, name: 'a.pdf' }, options).then(() => 'read', (error) => error.reason)
  console.log(JSON.stringify({ reason, grownMb: (process.resourceUsage().maxRSS - before) / 1024 }))`

async function parseAlone(bytes: Buffer): Promise<{ reason: string; grownMb: number }> {
  const file = join(folder, 'a.pdf')
  await writeFile(file, bytes)
  const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'parse.mjs'), file])
  return JSON.parse(stdout)
}

describe('[K3] a document that unpacks to 400 MB', () => {
  it.each([1, 2])('is refused as too large before it needs 400 MB of memory, deflated %i times', async (layers) => {
    const bomb = makeBomb(layers)
    expect(bomb.length).toBeLessThan(MB)
    const { reason, grownMb } = await parseAlone(bomb)
    expect(reason).toBe('too_large')
    expect(grownMb).toBeLessThan(PACKED_MB)
  })
})

describe('the limit of a thread’s buffers', () => {
  /** Reaches a limit of 64 MB after a document asked for a buffer of this length, in a process of its own. */
  const allocateAfter = (length: string) => `
    const { limitBufferMemory } = await import('${new URL('./memory-limit.ts', import.meta.url).href}')
    limitBufferMemory(64 * 1024 * 1024, () => console.log('exceeded'))
    try { new Uint8Array(${length}) } catch {}
    try { new ArrayBuffer(${length}) } catch {}
    const kept = []
    try { for (let n = 0; n < 32; n += 1) kept.push(new Uint8Array(4 * 1024 * 1024)) } catch {}
    console.log(kept.length)`

  it.each(['NaN', '-1', '-1e15', '-Infinity', '({ length: NaN })', '({ length: -1e15 })'])(
    'is kept after a buffer of the length %s',
    async (length) => {
      const { stdout } = await promisify(execFile)(process.execPath, [
        '--input-type=module',
        '-e',
        allocateAfter(length),
      ])
      const [exceeded, kept] = stdout.split('\n')
      expect(exceeded).toBe('exceeded')
      expect(Number(kept)).toBeLessThan(17)
    },
  )
})
