import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The engine without the windows of a browser, which draw their bars also when nobody sees them: a quarter less CPU time. */
const HEADLESS_SHELL = 'chromium-headless-shell'
const NAMES = [HEADLESS_SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']

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
export const findChromium = (): string | undefined => process.env.CHROMIUM_PATH || findProgram(NAMES)

function findProgram(names: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram)
}

/**
 * Makes sure that browser tests have a Chromium and gives its path; undefined means the one that Playwright manages. As
 * root with apt-get it is Debian's headless shell, else a Chromium that is installed, else Playwright's own download. Throws when
 * none comes.
 */
export function ensureChromium(): string | undefined {
  const preferred = process.env.CHROMIUM_PATH || findProgram([HEADLESS_SHELL])
  if (preferred) return preferred
  if (process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0) {
    const apt = (...args: string[]) =>
      spawnSync('apt-get', args, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
    apt('update', '-q')
    apt('install', '-y', '-q', '--no-install-recommends', HEADLESS_SHELL)
  }
  const installed = findChromium()
  if (installed) return installed
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
