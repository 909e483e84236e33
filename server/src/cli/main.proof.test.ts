import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signIn } from '#contracts/identity/session.ts'
import { makeAccount, makeMember, PASSWORD } from '#server/identity/fixture.ts'
import { startBucket } from '#server/platform/files/stores/bucket.fixture.ts'
import { placeOf } from '#server/platform/files/stores/byte-store.ts'
import { makeTenant } from '#server/tenant/fixture.ts'
import { copyDatabase, type TestDatabase } from '#test/database.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { fromHere } from '#test/proof/server-process.ts'
import { runCommand } from './run.ts'

let h: Harness
let folder: string
beforeAll(async () => {
  h = await startHarness({})
  folder = await mkdtemp(join(tmpdir(), 'segue-cli-'))
})
afterAll(async () => {
  await h.stop()
  await rm(folder, { recursive: true, force: true })
})

type Given = { on?: TestDatabase; dataDir?: string; key?: string | undefined; more?: Record<string, string> }

function environment({ on = h.database, dataDir = folder, ...given }: Given): Record<string, string> {
  const key = 'key' in given ? given.key : h.platform.masterKey.export().toString('base64')
  return {
    DATA_DIR: dataDir,
    DATABASE_URL: on.ownerUrl,
    // Given, so that the command does not change the password of the serving role, which other tests use.
    DATABASE_APP_URL: on.appUrl,
    ...(key ? { MASTER_KEY: key } : {}),
    ...given.more,
  }
}

/** The command in a separate process, as the operator runs it: once for each command, since starting it takes seconds. */
async function inProcess(args: string[], given: Given = {}) {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./main.ts', import.meta.url)), ...args], {
    env: { ...fromHere(), ...environment(given) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [out, err] = ['', '']
  child.stdout.on('data', (text) => (out += text))
  child.stderr.on('data', (text) => (err += text))
  const [status] = await once(child, 'close')
  return { status, out, err }
}

/** The same command, run by this process. */
async function segue(args: string[], given: Given = {}) {
  let [out, err] = ['', '']
  const status = await runCommand(args, {
    env: environment(given),
    isInteractive: false,
    print: (text) => (out += `${text}\n`),
    printError: (text) => (err += `${text}\n`),
  })
  return { status, out, err }
}

const signedIn = (email: string, password: string) =>
  h.visitor().call(signIn, { body: { email, password, portal: 'business' } })

describe('npm run segue', () => {
  it('prints an overview of the commands, and the usage of one', async () => {
    const help = await segue(['--help'])
    expect(help.status).toBe(0)
    for (const name of ['owner:create', 'migrate', 'backup', 'restore', 'demo:reset']) expect(help.out).toContain(name)
    expect(await segue(['backup', '--help'])).toMatchObject({ status: 0, out: expect.stringContaining('--with-key') })
  })

  it.each([
    [['bogus'], 'There is no command bogus.'],
    [['backup'], 'backup <file>'],
    [['owner:create', '--mail', 'x'], "Unknown option '--mail'"],
  ])('exits with 2 and prints the usage for %j', async (args, text) => {
    const { status, out, err } = await segue(args)
    expect([status, out + err]).toEqual([2, expect.stringContaining(text)])
  })

  it('migrate prints that the database is at this version', async () => {
    expect(await inProcess(['migrate'])).toEqual({ status: 0, out: 'The database is at this version.\n', err: '' })
  })

  it('owner:create makes a platform owner who can sign in with the password shown once', async () => {
    const { status, out } = await inProcess(['owner:create', '--email', 'Boss@Example.com', '--name', 'The Boss'])
    expect(status).toBe(0)
    const password = /Password \(shown this once\): (\S+)/.exec(out)?.[1] ?? ''
    expect(password).toMatch(/^([a-z2-9]{4}-){4}[a-z2-9]{4}$/)
    expect(await signedIn('boss@example.com', password)).toMatchObject({
      user: { name: 'The Boss', role: 'super-admin' },
      tenant: null,
    })
  })

  it('owner:create makes a platform owner of an account with a verified address, whose password stays', async () => {
    const { email } = await makeAccount(h.platform)
    const { status, out } = await segue(['owner:create', '--email', email])
    expect([status, out]).toEqual([0, `${email} has an account and is a platform owner now. Its password stays.\n`])
    expect((await signedIn(email, PASSWORD)).user?.role).toBe('super-admin')
    const rows = await queryAsOwner(h.database.ownerUrl, "SELECT 1 FROM auth.audit_log WHERE detail->>'email' = $1", [
      email,
    ])
    expect(rows).toHaveLength(1)
  })

  it('prints a failure as one sentence, without error codes or stacks', async () => {
    expect(await segue(['owner:create', '--email', 'nobody'])).toMatchObject({
      status: 1,
      err: 'Invalid email address format.\n',
    })
    const file = join(folder, 'no-such-file')
    expect(await segue(['restore', file])).toMatchObject({ status: 1, err: `There is no file ${file}.\n` })
    expect(await segue(['backup', join(folder, 'no-such-folder', 'file')])).toMatchObject({
      status: 1,
      err: `There is no folder ${join(folder, 'no-such-folder')}.\n`,
    })
  })

  it('files:move brings files into a bucket and back; a backup has them wherever they are, and a restore fills a bucket', async () => {
    const { origin, stop } = await startBucket(join(folder, 's3'))
    const dataDir = join(folder, 'moving')
    const inBucket = (name: string) => ({
      S3_URL: `http://S3RVER:S3RVER@${origin.slice('http://'.length)}/files/${name}`,
    })
    const key = 'ab'.repeat(16)
    const local = join(dataDir, 'files', placeOf(key))
    await mkdir(dirname(local), { recursive: true })
    await writeFile(local, 'a file')
    expect(await segue(['files:move'], { dataDir })).toMatchObject({ status: 2 })
    const move = (more: Record<string, string>) =>
      segue(['files:move'], { dataDir, more: { ...inBucket('one'), ...more } })
    const other = new Client({ connectionString: h.database.ownerUrl })
    await other.connect()
    await other.query("SELECT pg_advisory_lock(hashtext('files:move'))")
    expect(await move({})).toMatchObject({
      status: 1,
      err: 'Another files:move is running. Wait until it has ended.\n',
    })
    await other.end()
    expect(await move({})).toMatchObject({
      status: 0,
      out: expect.stringMatching(/^1 files, 0\.0 MB were moved from \S+\/files to the bucket\.\n/),
    })
    await expect(readFile(local)).rejects.toMatchObject({ code: 'ENOENT' })
    const file = join(folder, 'of-a-bucket.segue')
    const backedUp = await segue(['backup', file, '--with-key'], { dataDir, more: inBucket('one') })
    expect(backedUp.out).toContain(', 1 files.')
    const on = await copyDatabase()
    try {
      const into = { on, dataDir: join(folder, 'restored'), key: undefined }
      expect((await segue(['restore', file], { ...into, more: inBucket('two') })).out).toContain(', 1 files of ')
      const again = await segue(['restore', file], { ...into, more: inBucket('two') })
      expect(again).toMatchObject({ status: 1, err: expect.stringContaining('The bucket of S3_URL is not empty') })
    } finally {
      await on.drop()
    }
    expect(await move({ FILE_STORE: 'folder' })).toMatchObject({
      out: expect.stringContaining('1 files, 0.0 MB were moved from the bucket to the data folder.\n'),
    })
    expect(await readFile(local, 'utf8')).toBe('a file')
    await stop()
  })

  it('backup and restore bring all rows and the key to another database and data folder', async () => {
    const { tenant, slug } = await h.tenant()
    const file = join(folder, 'whole.segue')
    const dataDir = join(folder, 'new')
    expect(await inProcess(['backup', file, '--with-key'])).toMatchObject({ status: 0, err: '' })
    const on = await copyDatabase()
    try {
      const { status, out, err } = await inProcess(['restore', file], { on, dataDir, key: undefined })
      expect([status, err]).toEqual([0, ''])
      expect(out).toMatch(/^\d+ rows in \d+ tables, 0 files of 20\d\d-/)
      expect(out).not.toContain('master key here is not the one')
      const key = (await readFile(join(dataDir, 'master.key'), 'utf8')).trim()
      expect(key).toBe(h.platform.masterKey.export().toString('base64'))
      expect(await queryAsOwner(on.ownerUrl, 'SELECT id FROM tenant WHERE slug = $1', [slug])).toEqual([
        { id: tenant.id },
      ])
    } finally {
      await on.drop()
    }
  })

  it('demo:reset replaces the demo businesses and their accounts, and leaves everything else', async () => {
    const former = await makeTenant(h.platform, { slug: 'hollowbrook', isDemo: true })
    const formerMember = await makeMember(former.tenant)
    const { actor } = await h.member(await h.tenant())
    const { status, out } = await inProcess(['demo:reset'])
    expect(status).toBe(0)
    const demo = await queryAsOwner<{ id: string; slug: string }>(
      h.database.ownerUrl,
      'SELECT id, slug FROM tenant WHERE is_demo ORDER BY slug',
    )
    expect(demo.map(({ slug }) => slug)).toEqual(['alder-court', 'fernbill', 'hollowbrook'])
    expect(demo.map(({ id }) => id)).not.toContain(former.tenant.id)
    const [, email = '', password = ''] = /^ {2}owner +(\S+) {2}(\S+)$/m.exec(out) ?? []
    expect((await signedIn(email, password)).tenant?.isDemo).toBe(true)
    const accounts = await queryAsOwner(h.database.ownerUrl, 'SELECT id FROM auth."user" WHERE id = ANY($1)', [
      [actor.userId, formerMember.actor.userId],
    ])
    expect(accounts).toEqual([{ id: actor.userId }])
  })
})
