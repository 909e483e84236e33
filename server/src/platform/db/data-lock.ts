import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isAlive, processStartOf } from './processes.ts'

/** Held while one Segue server uses a data folder. `release` may be called twice. */
export type DataLock = { release(): Promise<void> }

type Holder = { pid: number; birth: string | null; startedAt: string; token: string }

/** Another running Segue server uses the data folder. The message is for the person at the terminal. */
export class DataFolderInUseError extends Error {
  readonly pid: number
  constructor(pid: number) {
    super(
      `Segue is already running on this data folder (process ${pid}). Stop it first, or set DATA_DIR to another folder.`,
    )
    this.name = 'DataFolderInUseError'
    this.pid = pid
  }
}

/**
 * Locks the data folder (created when missing) for this process. A lock left by a killed process is replaced, also when its
 * process id belongs to another process by now. Throws DataFolderInUseError while the holder runs.
 *
 * The lock sees processes of this machine (or container) only: two containers must not share one data folder.
 */
export async function acquireDataLock(dataDir: string): Promise<DataLock> {
  await mkdir(dataDir, { recursive: true })
  return acquireFileLock(join(dataDir, 'segue.lock'))
}

/** The same on any file of an existing folder. */
export async function acquireFileLock(path: string): Promise<DataLock> {
  const holder = {
    pid: process.pid,
    birth: processStartOf(process.pid),
    startedAt: new Date().toISOString(),
    token: randomUUID(),
  }
  const draft = `${path}.${holder.token}`
  await writeFile(draft, `${JSON.stringify(holder)}\n`, { mode: 0o600 })
  try {
    for (let attempt = 0; attempt < 20; attempt++) {
      if (await linked(draft, path)) return { release: () => release(path, holder) }
      const other = await readHolder(path)
      if (other === 'gone') continue
      if (isHolding(other)) throw new DataFolderInUseError(other.pid)
      await removeStaleLock(path, other)
    }
    throw new Error(`The lock ${path} could not be acquired. Delete the file if no Segue server runs on this folder.`)
  } finally {
    await rm(draft, { force: true })
  }
}

/** A link appears with its content or not at all, so that a lock is never read half-written. */
async function linked(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path)
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return false
    // File systems without hard links (some network and container mounts) get exclusive creation instead.
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS') throw error
    return writeFile(path, await readFile(draft), { flag: 'wx', mode: 0o600 }).then(
      () => true,
      () => false,
    )
  }
}

/** An unreadable lock (a disk that was full, a crash of the machine) counts as that of an ended process. */
async function readHolder(path: string): Promise<Holder | 'gone'> {
  try {
    const value: unknown = JSON.parse(await readFile(path, 'utf8'))
    if (typeof value === 'object' && value !== null && 'pid' in value && 'token' in value) return value as Holder
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'gone'
  }
  return { pid: 0, birth: null, startedAt: '', token: 'unreadable' }
}

function isHolding(holder: Holder): boolean {
  if (!(holder.pid > 0) || !isAlive(holder.pid)) return false
  const birth = processStartOf(holder.pid)
  return birth === null || holder.birth === null || birth === holder.birth
}

/**
 * Removes the lock of an ended process, under a lock of its own: otherwise two processes could both find it, and the slower would
 * remove the lock that the faster has just acquired.
 */
async function removeStaleLock(path: string, stale: Holder): Promise<void> {
  const removal = await acquireFileLock(`${path}.${stale.token}`)
  try {
    const current = await readHolder(path)
    if (current !== 'gone' && current.token === stale.token) await rm(path, { force: true })
  } finally {
    await removal.release()
  }
}

async function release(path: string, holder: Holder): Promise<void> {
  const current = await readHolder(path)
  if (current !== 'gone' && current.token === holder.token) await rm(path, { force: true })
}
