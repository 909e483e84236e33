import { execFile } from 'node:child_process'
import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** An empty data folder for a server whose PostgreSQL runs under another account, as it does when the tests run as root. */
export async function makeDataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'segue-data-'))
  await chmod(folder, 0o711)
  return folder
}

/**
 * A copy of a data folder whose server is stopped: a start on it is a second start, and neither creates nor migrates a
 * database. By `cp`, since it keeps the owner of the database's files.
 */
export async function copyDataFolder(from: string): Promise<string> {
  const folder = await makeDataFolder()
  await promisify(execFile)('cp', ['-a', `${from}/.`, folder])
  return folder
}
