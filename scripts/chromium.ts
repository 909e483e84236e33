import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']

/** What a headless browser in a test needs: no sandbox (it may run as root), no background requests, the same on every machine. */
export const CHROMIUM_FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The path of the system's Chromium: CHROMIUM_PATH, else the first by name on PATH; undefined when there is none. */
export function findChromium(): string | undefined {
  const wished = process.env.CHROMIUM_PATH
  if (wished) return wished
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram)
}

/**
 * Makes sure that browser tests have a Chromium and gives its path; undefined means the one that Playwright manages. As
 * root with apt-get it is Debian's, else Playwright's own download. Throws when neither comes.
 */
export function ensureChromium(): string | undefined {
  const found = findChromium()
  if (found) return found
  if (process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0) {
    const apt = (...args: string[]) =>
      spawnSync('apt-get', args, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
    apt('update', '-q')
    apt('install', '-y', '-q', '--no-install-recommends', 'chromium')
    const installed = findChromium()
    if (installed) return installed
  }
  const own = spawnSync(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'], {
    stdio: 'inherit',
  })
  if (own.status === 0) return undefined
  throw new Error(
    'No Chromium was found and none could be installed. Install one, or set CHROMIUM_PATH to its program.',
  )
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
