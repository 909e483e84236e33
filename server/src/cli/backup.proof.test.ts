import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeClaim, makeGuest } from '#server/customer/fixture.ts'
import { makeMember } from '#server/identity/fixture.ts'
import { placeOf } from '#server/platform/files/stores/byte-store.ts'
import { folderStore } from '#server/platform/files/stores/folder-store.ts'
import { fingerprintOf } from '#server/platform/secrets/fingerprint.ts'
import { recordActivity } from '#server/tenant/service.ts'
import { copyDatabase } from '#test/database.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { writeBackup } from './backup.ts'
import { readHead, restoreBackup } from './restore.ts'

const [LARGE, EMPTY] = ['ab'.repeat(16), 'cd'.repeat(16)] as const
const inFolder = (path: string) => ({ to: folderStore(path), from: null })

let h: Harness
let folder: string
let filesFolder: string
beforeAll(async () => {
  h = await startHarness({})
  folder = await mkdtemp(join(tmpdir(), 'segue-backup-'))
  filesFolder = join(folder, 'files')
  await mkdir(join(filesFolder, 'incoming'), { recursive: true })
  for (const [key, bytes] of [
    [LARGE, randomBytes(300_000)],
    [EMPTY, Buffer.alloc(0)],
  ] as const) {
    await mkdir(dirname(join(filesFolder, placeOf(key))), { recursive: true })
    await writeFile(join(filesFolder, placeOf(key)), bytes)
  }
  await writeFile(join(filesFolder, 'incoming', 'half'), 'on its way')
  await fill()
})
afterAll(async () => {
  await h.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Texts that are hard to copy: separators, escapes, empty texts, many scripts, more than one part's size. */
const NASTY = [
  'tab\there',
  'line\nbreak\r\n',
  'back\\slash \\N \\.',
  '\\.',
  '',
  'NULL',
  '"quoted", \'single\'',
  'Ω 支払い 🧾',
]

async function fill(): Promise<void> {
  const { tenant } = await h.tenant()
  const { actor } = await makeMember(tenant)
  for (const action of NASTY)
    await tenant.tx((t) => recordActivity(t, actor, { action: () => action, type: 'general' }))
  const guest = await makeGuest(tenant)
  await makeClaim(tenant, guest.actor.guestId)
  await tenant.tx((t) =>
    t.sql(
      `INSERT INTO activity_log (tenant_id, id, action, type, actor_kind, actor_name)
       SELECT $1, gen_random_uuid(), repeat('a long line of what happened ', 40) || n, 'general', 'system', 'Segue' FROM generate_series(1, 8000) n`,
      [tenant.id],
    ),
  )
}

let count = 0
const backUp = async (given: { withKey?: boolean; from?: string; files?: string } = {}) => {
  const file = join(folder, `backup-${count++}.segue`)
  const source = {
    ownerUrl: given.from ?? h.database.ownerUrl,
    places: inFolder(given.files ?? filesFolder),
    masterKey: h.platform.masterKey,
    withKey: given.withKey ?? false,
  }
  return { file, manifest: await writeBackup(source, file) }
}

describe('a backup', () => {
  it('restores every table and file, byte for byte', async () => {
    const { file, manifest } = await backUp()
    expect(manifest.tables['public.activity_log']).toMatchObject({ rows: 8000 + NASTY.length })
    expect(manifest.tables['public.activity_log']?.bytes).toBeGreaterThan(2 * 4 * 1024 * 1024)
    expect(Object.keys(manifest.files).sort()).toEqual([placeOf(LARGE), placeOf(EMPTY)])
    const target = await copyDatabase()
    try {
      const into = join(folder, 'restored')
      await mkdir(into)
      expect(await restoreBackup(file, { ownerUrl: target.ownerUrl, filesFolder: into, bucket: null })).toEqual(
        manifest,
      )
      const again = await backUp({ from: target.ownerUrl, files: into })
      expect(again.manifest).toEqual(manifest)
      const bytesIn = (one: string) => readFile(join(one, placeOf(LARGE)))
      expect((await bytesIn(into)).equals(await bytesIn(filesFolder))).toBe(true)
      const keys = 'SELECT conname, pg_get_constraintdef(oid) AS def FROM pg_constraint ORDER BY 1, 2'
      expect(await queryAsOwner(target.ownerUrl, keys)).toEqual(await queryAsOwner(h.database.ownerUrl, keys))
    } finally {
      await target.drop()
    }
  })

  it('is a consistent snapshot while others write', async () => {
    const { tenant } = await h.tenant()
    let isDone = false
    const writers = Array.from({ length: 4 }, async () => {
      while (!isDone) {
        const guest = await makeGuest(tenant)
        await makeClaim(tenant, guest.actor.guestId)
      }
    })
    const { file, manifest } = await backUp()
    isDone = true
    await Promise.all(writers)
    const target = await copyDatabase()
    try {
      // Restoring the foreign keys fails on a guest whose customer was added later.
      await restoreBackup(file, { ownerUrl: target.ownerUrl, filesFolder: join(folder, 'moment'), bucket: null })
      const [found] = await queryAsOwner<{ n: number }>(target.ownerUrl, 'SELECT count(*)::int AS n FROM guest')
      expect(found?.n).toBe(manifest.tables['public.guest']?.rows)
    } finally {
      await target.drop()
    }
  })

  it('is not restored, not even in part, when it is damaged or cut off', async () => {
    const { file } = await backUp()
    const whole = await readFile(file)
    const flipped = Buffer.from(whole)
    const middle = Math.floor(flipped.length / 2)
    flipped[middle] = (flipped[middle] ?? 0) ^ 0xff
    const target = await copyDatabase()
    try {
      for (const [name, bytes] of Object.entries({
        flipped,
        cut: whole.subarray(0, -200),
        half: whole.subarray(0, middle),
        other: Buffer.from('not a backup at all'),
      })) {
        const bad = join(folder, `bad-${name}`)
        await writeFile(bad, bytes)
        const into = join(folder, `into-${name}`)
        await expect(
          restoreBackup(bad, { ownerUrl: target.ownerUrl, filesFolder: into, bucket: null }),
        ).rejects.toThrow()
        expect((await readdir(folder)).filter((entry) => entry.startsWith(`into-${name}`))).toEqual([])
      }
      expect(await queryAsOwner(target.ownerUrl, 'SELECT 1 FROM tenant UNION ALL SELECT 1 FROM auth."user"')).toEqual(
        [],
      )
      const [keys] = await queryAsOwner<{ n: number }>(
        target.ownerUrl,
        "SELECT count(*)::int AS n FROM pg_constraint WHERE contype = 'f'",
      )
      expect(keys?.n).toBeGreaterThan(20)
      await restoreBackup(file, { ownerUrl: target.ownerUrl, filesFolder: join(folder, 'after'), bucket: null })
    } finally {
      await target.drop()
    }
  })

  it('is not restored when a row in it was changed afterwards, although the archive is whole', async () => {
    const { file } = await backUp()
    const archive = gunzipSync(await readFile(file))
    archive.write('A short', archive.indexOf('a long line of what happened'))
    const changed = join(folder, 'changed.segue')
    await writeFile(changed, gzipSync(archive))
    const target = await copyDatabase()
    try {
      const into = { ownerUrl: target.ownerUrl, filesFolder: join(folder, 'into-changed'), bucket: null }
      await expect(restoreBackup(changed, into)).rejects.toThrow('The backup is damaged: public.activity_log')
      expect(await queryAsOwner(target.ownerUrl, 'SELECT 1 FROM tenant')).toEqual([])
    } finally {
      await target.drop()
    }
  })

  it('is restored only into an empty folder and database of the same version, and overwrites no file', async () => {
    const { file } = await backUp()
    const target = await copyDatabase()
    const into = join(folder, 'elsewhere')
    try {
      await expect(
        restoreBackup(file, { ownerUrl: h.database.ownerUrl, filesFolder: into, bucket: null }),
      ).rejects.toThrow('The database is not empty')
      await expect(restoreBackup(file, { ownerUrl: target.ownerUrl, filesFolder, bucket: null })).rejects.toThrow(
        'is not empty',
      )
      await queryAsOwner(target.ownerUrl, "UPDATE migration.__drizzle_migrations SET hash = 'another'")
      await expect(restoreBackup(file, { ownerUrl: target.ownerUrl, filesFolder: into, bucket: null })).rejects.toThrow(
        'another version of Segue',
      )
      const source = {
        ownerUrl: target.ownerUrl,
        places: inFolder(filesFolder),
        masterKey: h.platform.masterKey,
        withKey: false,
      }
      await expect(writeBackup(source, file)).rejects.toThrow('exists already')
    } finally {
      await target.drop()
    }
  })

  it('holds the master key only with the option, and always its fingerprint', async () => {
    const key = h.platform.masterKey.export().toString('base64')
    const [without, withKey] = [await backUp(), await backUp({ withKey: true })]
    expect(gunzipSync(await readFile(without.file)).includes(key)).toBe(false)
    expect(await readHead(without.file)).toMatchObject({
      key: null,
      head: { format: 'segue-backup-1', keyFingerprint: fingerprintOf(h.platform.masterKey) },
    })
    expect((await readHead(withKey.file)).key).toBe(key)
  })

  it('leaves no partial file when the database cannot be reached', async () => {
    const file = join(folder, 'never')
    const lost = {
      ownerUrl: 'postgres://nobody@127.0.0.1:1/none',
      places: inFolder(filesFolder),
      masterKey: h.platform.masterKey,
      withKey: false,
    }
    await expect(writeBackup(lost, file)).rejects.toThrow()
    expect((await readdir(folder)).filter((name) => name.startsWith('never'))).toEqual([])
  })
})
