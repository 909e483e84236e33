import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, lstat, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterEach, describe, expect, inject, test } from 'vitest'
import { copyDataFolder } from '#test/data-folder.ts'
import { timeBound } from '#test/time-bound.ts'
import { acquireDataLock } from './data-lock.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts'
import { isAlive, waitForEnd } from './processes.ts'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function folder(mode = 0o755): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'segue-pg-'))
  await chmod(path, mode)
  cleanups.push(() => rm(path, { recursive: true, force: true }))
  return path
}

/** A folder with a cluster in it, as a start finds it that is not the first. */
async function usedFolder(): Promise<string> {
  const path = await copyDataFolder(inject('preparedDataFolder'))
  cleanups.push(() => rm(path, { recursive: true, force: true }))
  return path
}

async function started(dataDir: string, lines: string[] = []): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, log: (line) => lines.push(line) })
  cleanups.push(() => server.stop())
  return server
}

async function ask(server: EmbeddedPostgres, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  const { rows } = await client.query<Record<string, unknown>>(sql)
  await client.end()
  return rows
}

/** Runs the given module text in a child process, with `./` meaning this folder; resolves at its first line. */
async function runner(text: string): Promise<{ child: ChildProcess; line: string }> {
  const code = text.replaceAll("'./", `'${new URL('./', import.meta.url)}`)
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  cleanups.push(async () => child.kill('SIGKILL'))
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  return { child, line: String(line) }
}

async function killed(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

const serving = (dataDir: string) => `
  import { startEmbeddedPostgres } from './embedded.ts'
  const server = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log: () => {} })
  console.log(JSON.stringify({ pid: server.pid, url: server.url }))
  setInterval(() => {}, 1000)`

const locking = (dataDir: string) => `
  import { acquireDataLock } from './data-lock.ts'
  await acquireDataLock(${JSON.stringify(dataDir)})
  console.log('locked')
  setInterval(() => {}, 1000)`

describe('built-in PostgreSQL', { timeout: 120_000 }, () => {
  test('starts on an empty folder with fsync, checksums and UTF-8, and ends with stop', async () => {
    const server = await started(await folder())
    const [row] = await ask(
      server,
      `select current_setting('fsync') as fsync, current_setting('data_checksums') as checksums,
              current_setting('server_encoding') as encoding, current_setting('listen_addresses') as address,
              lower('ÄÖ') as lower, current_database() as database`,
    )
    expect(row).toEqual({
      fsync: 'on',
      checksums: 'on',
      encoding: 'UTF8',
      address: '127.0.0.1',
      lower: 'äö',
      database: 'segue',
    })
    await server.stop()
    expect(isAlive(server.pid)).toBe(false)
  })

  test('refuses a wrong password and replaces a lost password file', async () => {
    const dataDir = await usedFolder()
    const first = await started(dataDir)
    const intruder = new pg.Client({ connectionString: first.url.replace(/:[^:@]+@/, ':guess@') })
    await expect(intruder.connect()).rejects.toThrow(/password authentication failed/)
    expect((await lstat(join(dataDir, 'pg-password'))).mode & 0o777).toBe(0o600)
    await ask(first, 'create table stored as select 1 as one')
    await first.stop()
    await rm(join(dataDir, 'pg-password'))
    const second = await started(dataDir)
    expect(await ask(second, 'select one from stored')).toEqual([{ one: 1 }])
    expect(second.url).not.toBe(first.url)
  })

  test('takes over the database of a killed run within three seconds, with everything committed', async () => {
    const dataDir = await usedFolder()
    const { child, line } = await runner(serving(dataDir))
    const left = JSON.parse(line) as EmbeddedPostgres
    await ask(left, 'create table stored as select 42 as answer')
    await killed(child)
    expect(isAlive(left.pid)).toBe(true)
    const began = performance.now()
    const server = await started(dataDir)
    expect(performance.now() - began).toBeLessThan(timeBound(3000))
    expect(isAlive(left.pid)).toBe(false)
    expect(await ask(server, 'select answer from stored')).toEqual([{ answer: 42 }])
  })

  test('refuses a second start on the folder of a running server, which continues', async () => {
    const dataDir = await usedFolder()
    const first = await started(dataDir)
    await expect(started(dataDir)).rejects.toThrow(/Segue is already running on this data folder/)
    expect(await ask(first, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('starts while the killed server is a zombie and one of its sessions still runs a query', async () => {
    const dataDir = await usedFolder()
    const { child, line } = await runner(serving(dataDir))
    const left = JSON.parse(line) as EmbeddedPostgres
    const client = new pg.Client({ connectionString: left.url })
    client.on('error', () => {})
    await client.connect()
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const session = rows[0]?.pid ?? 0
    client.query('select count(*) from generate_series(1, 1000000000) as n where sqrt(n) < 0').catch(() => {})
    const running = `select pid from pg_stat_activity where state = 'active' and pid = ${session}`
    await expect.poll(() => ask(left, running)).toHaveLength(1)
    // A stopped parent cannot reap its dead child; a zombie holds no lock.
    child.kill('SIGSTOP')
    process.kill(left.pid, 'SIGKILL')
    await rm(join(dataDir, 'pg.lock'))
    await waitForEnd(left.pid, 2000)
    expect(isAlive(session)).toBe(true)
    const server = await started(dataDir)
    expect(isAlive(session)).toBe(false)
    expect(await ask(server, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('starts although the pid file names another running process', async () => {
    const dataDir = await usedFolder()
    const first = await started(dataDir)
    const cluster = join(dataDir, 'pg')
    const pidFile = await readFile(join(cluster, 'postmaster.pid'), 'utf8')
    await first.stop()
    await writeFile(join(cluster, 'postmaster.pid'), pidFile.replace(/^\d+/, String(process.pid)))
    const second = await started(dataDir)
    expect(await ask(second, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('restarts on the same port when PostgreSQL is killed', async () => {
    const server = await started(await usedFolder())
    const { pid } = server
    process.kill(pid, 'SIGKILL')
    await waitForEnd(pid, 2000)
    await expect.poll(() => ask(server, 'select 1 as one').catch(() => null), { timeout: 40_000 }).toEqual([{ one: 1 }])
    expect(server.pid).not.toBe(pid)
  })

  test('runs on a folder that only its owner may enter', async () => {
    const dataDir = join(await folder(0o700), 'data')
    await mkdir(dataDir)
    const server = await started(dataDir)
    expect(await ask(server, 'select 1 as one')).toEqual([{ one: 1 }])
    const cluster = await realpath(join(dataDir, 'pg'))
    const asRoot = process.getuid?.() === 0
    expect(cluster.startsWith('/var/lib/segue/')).toBe(asRoot)
    await server.stop()
    if (asRoot) await rm(dirname(cluster), { recursive: true })
    // Only the link remains: an empty database must not replace the lost one.
    if (asRoot) await expect(started(dataDir)).rejects.toThrow(/that folder is gone/)
  })
})

describe('the lock of a data folder', { timeout: 40_000 }, () => {
  test('refuses a second server with the holder’s process id, and is free after release', async () => {
    const dataDir = await folder()
    const lock = await acquireDataLock(dataDir)
    await expect(acquireDataLock(dataDir)).rejects.toThrow(
      `Segue is already running on this data folder (process ${process.pid}). Stop it first, or set DATA_DIR to another folder.`,
    )
    await lock.release()
    await (await acquireDataLock(dataDir)).release()
  })

  test('is refused while another process holds it, and acquired after that process was killed', async () => {
    const dataDir = await folder()
    const { child } = await runner(locking(dataDir))
    await expect(acquireDataLock(dataDir)).rejects.toThrow(`(process ${child.pid})`)
    await killed(child)
    await (await acquireDataLock(dataDir)).release()
  })

  test('is acquired when another process has the id of the dead holder', async () => {
    const dataDir = await folder()
    const { child } = await runner(locking(dataDir))
    await killed(child)
    const path = join(dataDir, 'segue.lock')
    const holder = JSON.parse(await readFile(path, 'utf8')) as object
    await writeFile(path, JSON.stringify({ ...holder, pid: process.pid }))
    await (await acquireDataLock(dataDir)).release()
  })

  test('is acquired once when twenty try at once', async () => {
    const dataDir = await folder()
    const { child } = await runner(locking(dataDir))
    await killed(child)
    const tries = await Promise.allSettled(Array.from({ length: 20 }, () => acquireDataLock(dataDir)))
    expect(tries.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
  })
})
