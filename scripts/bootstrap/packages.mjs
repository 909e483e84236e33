import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { npm } from './npm.mjs'
import { printLine, ROOT, step } from './progress.mjs'

const LOCKFILE = join(ROOT, 'package-lock.json')
const MODULES = join(ROOT, 'node_modules')
const STAMP = join(MODULES, '.segue-lockfile-sha256')

/** Runs `npm ci` when node_modules is missing or belongs to another package-lock.json. */
export async function installPackages() {
  if (installed()) return
  await withSetupLock(async () => {
    if (installed()) return
    const first = !existsSync(MODULES)
    const title = first ? 'Installing packages (first run)' : 'Installing packages (package-lock.json has changed)'
    await step(title, () => npm(['ci'], { task: 'The packages could not be installed' }))
    writeFileSync(STAMP, lockfileHash())
  })
}

/** A node_modules that npm installed by hand after the last change of the lockfile counts as installed. */
function installed() {
  if (existsSync(STAMP)) return readFileSync(STAMP, 'utf8') === lockfileHash() || isInstalledByHand()
  return isInstalledByHand()
}

function isInstalledByHand() {
  const listing = statSync(join(MODULES, '.package-lock.json'), { throwIfNoEntry: false })
  const lockfile = statSync(LOCKFILE)
  const stamp = statSync(STAMP, { throwIfNoEntry: false })
  if (!listing || listing.mtimeMs < lockfile.mtimeMs || (stamp && listing.mtimeMs < stamp.mtimeMs)) return false
  writeFileSync(STAMP, lockfileHash())
  return true
}

function lockfileHash() {
  return createHash('sha256').update(readFileSync(LOCKFILE)).digest('hex')
}

/** Runs the work under a lock of the clone; waits while another start of this clone sets up. */
export async function withSetupLock(work) {
  const folder = join(ROOT, '.runtime')
  mkdirSync(folder, { recursive: true })
  const { acquireFileLock, DataFolderInUseError } = await import('#server/platform/db/data-lock.ts')
  let isPrinted = false
  for (;;) {
    try {
      const lock = await acquireFileLock(join(folder, 'setup.lock'))
      try {
        return await work()
      } finally {
        await lock.release()
      }
    } catch (error) {
      if (!(error instanceof DataFolderInUseError)) throw error
      if (!isPrinted) printLine(`Another start of this clone (process ${error.pid}) is setting up, waiting for it`)
      isPrinted = true
      await new Promise((resolve) => setTimeout(resolve, 300))
    }
  }
}
