import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createLog } from '#server/platform/log.ts'
import { startHarness } from '#test/harness.ts'
import { startBucket } from './stores/bucket.fixture.ts'

const FAILED = 'the file store cannot be used: uploads and downloads fail until it can'

let folder: string
let bucket: Awaited<ReturnType<typeof startBucket>>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'segue-s3-'))
  bucket = await startBucket(folder)
})
afterAll(async () => {
  await bucket.stop()
  await rm(folder, { recursive: true, force: true })
})

/** What a server with this bucket writes into its log. */
async function startedWith(name: string) {
  const lines: string[] = []
  const log = createLog('warn', { write: (line) => lines.push(line) })
  const S3_URL = `${bucket.origin.replace('//', '//S3RVER:S3RVER@')}/${name}`
  const h = await startHarness({ env: { S3_URL, ROLE: 'web' }, overrides: { log } })
  return { h, lines }
}

it('a bucket that does not exist is in the log from the start, one that does is not', async () => {
  const wrong = await startedWith('another')
  await vi.waitFor(() => expect(wrong.lines.join('')).toContain(FAILED), { timeout: 30_000 })
  expect(wrong.lines.join('')).toContain('NoSuchBucket')
  const right = await startedWith('files')
  await right.h.platform.files.put(Buffer.from('x'), { isOpaque: true })
  await Promise.all([wrong.h.stop(), right.h.stop()])
  expect(right.lines.join('')).not.toContain(FAILED)
})
