import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uploadFile } from '#contracts/conversation/file.ts'
import { sendGuestMessage } from '#contracts/conversation/guest-conversation.ts'
import { listDocuments, uploadDocument } from '#contracts/knowledge/document.ts'
import { createTicket } from '#contracts/ticket/ticket.ts'
import { makeMember } from '#server/identity/fixture.ts'
import { makeTenant } from '#server/tenant/fixture.ts'
import { clientOf, signInCookie, type TestClient } from './client.ts'
import { type Harness, startHarness } from './harness.ts'
import { queryAsOwner } from './owner-query.ts'
import { startChat } from './proof/full-tenant.ts'
import { freePort, type ServerProcess, startProcess } from './proof/server-process.ts'

const SENTENCE = 'There is no space left on the server, so nothing of this was stored.'
const MEGABYTE = 1024 * 1024
const MAIN = new URL('../src/main.ts', import.meta.url).pathname
const FULL_AFTER = new URL('./proof/full-disk.ts', import.meta.url).pathname
const MASTER_KEY = Buffer.alloc(32, 7).toString('base64')

/** Where a mount is permitted the folder of files is a file system of 3 MB; elsewhere writing fails with ENOSPC beyond 3 MB. */
const mayMount =
  spawnSync('unshare', ['--map-root-user', '--mount', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0
const MOUNTED = [
  '--map-root-user',
  '--mount',
  'sh',
  '-c',
  'mount -t tmpfs -o size=3m none "$DATA_DIR/files" && exec "$0" "$@"',
]

let h: Harness
beforeAll(async () => {
  h = await startHarness({ env: { MASTER_KEY } })
})
afterAll(() => h.stop())

async function upload(who: TestClient, path: string, bytes: Buffer, name: string) {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)]), name)
  const response = await who.raw(path, { method: 'POST', body: form })
  const { error } = (await response.json()) as { error?: { code: string; message: string } }
  return { status: response.status, code: error?.code, message: error?.message ?? '' }
}

describe('a server whose file system is full', () => {
  let dataDir: string
  let running: ServerProcess
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'segue-full-'))
    await mkdir(join(dataDir, 'files'))
    const env = {
      ...{ DATABASE_URL: h.database.ownerUrl, DATABASE_APP_URL: h.database.appUrl, DATA_DIR: dataDir, MASTER_KEY },
      ...{ DEMO: 'false', LOG_LEVEL: 'error', RATE_FACTOR: '10000', PORT: String(await freePort()) },
    }
    running = mayMount
      ? await startProcess(env, MAIN, { program: 'unshare', args: [...MOUNTED, process.execPath] })
      : await startProcess(env, MAIN, { program: process.execPath, args: ['--import', FULL_AFTER] })
  }, 120_000)
  afterAll(async () => {
    running?.child.kill('SIGTERM')
    await running?.exited
    await rm(dataDir, { recursive: true, force: true })
  })

  it('answers 507 with what to do, stores nothing of the file, and goes on serving', async () => {
    const { tenant } = await makeTenant(h.platform)
    const { email, password } = await makeMember(tenant, { role: 'admin' })
    const admin = clientOf(running.url, { cookie: await signInCookie(running.url, email, password) })
    const document = `${uploadDocument.path}?type=Guide`
    const large = Buffer.alloc(4 * MEGABYTE, 'a')
    for (const path of [uploadFile.path, document]) {
      const refused = await upload(admin, path, large, 'large.txt')
      expect(refused).toMatchObject({ status: 507, code: 'disk_full' })
      expect(refused.message).toContain(SENTENCE)
    }
    // The parts that were written are gone: this needs their space.
    expect((await upload(admin, uploadFile.path, large.subarray(0, 2 * MEGABYTE), 'fits.txt')).status).toBe(201)
    expect((await upload(admin, uploadFile.path, large.subarray(0, 2 * MEGABYTE), 'no-more.txt')).status).toBe(507)
    // Its upload fits, and the image made of it does not. The stand-in for a small disk does not see how that is written.
    const pixels = { width: 480, height: 480, channels: 3 } as const
    const noise = await sharp(randomBytes(480 * 480 * 3), { raw: pixels })
      .png()
      .toBuffer()
    if (mayMount) expect((await upload(admin, uploadFile.path, noise, 'noise.png')).status).toBe(507)
    const stored = await tenant.read((t) => t.sql<{ name: string }>('SELECT name FROM file'))
    expect(stored).toEqual([{ name: 'fits.txt' }])
    expect((await admin.call(listDocuments, {})).items.map(({ name }) => name)).not.toContain('large')
    const ticket = { id: crypto.randomUUID() as never, subject: 'Still here', description: 'D' }
    expect((await admin.call(createTicket, { body: ticket })).subject).toBe('Still here')
    expect((await upload(admin, uploadFile.path, Buffer.from('small'), 'small.txt')).status).toBe(201)
  }, 120_000)
})

describe('a server whose database has no space left', () => {
  it('answers 507, stores nothing, and stores the same message when there is space again', async () => {
    const acme = await h.tenant()
    const guest = await h.guest(acme)
    const { params } = await startChat(guest, acme.slug)
    const body = { id: crypto.randomUUID() as never, body: 'Hello', fileIds: [] }
    // What PostgreSQL raises when it cannot extend a table's file.
    await queryAsOwner(
      h.database.ownerUrl,
      `CREATE FUNCTION no_space() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN RAISE 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$;
       CREATE TRIGGER no_space BEFORE INSERT ON message FOR EACH ROW EXECUTE FUNCTION no_space()`,
    )
    const { status, error } = await guest.fail(sendGuestMessage, { params, body })
    expect([status, error.code]).toEqual([507, 'disk_full'])
    expect(error.message).toContain(SENTENCE)
    await queryAsOwner(h.database.ownerUrl, 'DROP TRIGGER no_space ON message; DROP FUNCTION no_space')
    await guest.call(sendGuestMessage, { params, body })
    const stored = await acme.tenant.read((t) => t.sql('SELECT id FROM message WHERE id = $1', [body.id]))
    expect(stored).toHaveLength(1)
  })
})
