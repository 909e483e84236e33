import { existsSync, realpathSync } from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'
import process from 'node:process'
import { ROOT, run, SetupError, tail } from './progress.mjs'

const QUIET = ['--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error', '--fetch-retry-maxtimeout=15000']
const OFFLINE = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT|network/i

/** Runs npm under this Node. Throws a SetupError whose message distinguishes a missing network from other failures. */
export async function npm(args, { cwd = ROOT, task, hint = '' }) {
  const cli = findNpm()
  const all = [...args, ...QUIET]
  const { code, output } = cli
    ? await run(process.execPath, [cli, ...all], { cwd, env: cleanEnvironment() })
    : await run('npm', all, { cwd, env: cleanEnvironment(), shell: process.platform === 'win32' })
  if (code === 0) return
  if (code === -1) throw new SetupError(`${task}: npm was not found. Install Node with npm from https://nodejs.org.`)
  const reason = OFFLINE.test(output)
    ? 'The npm registry could not be reached. Check the network (or the proxy and registry in .npmrc) and start again.'
    : `See npm's message above and start again. ${hint}`.trim()
  throw new SetupError(`${tail(output)}\n\n${task}. ${reason}`)
}

/** The program file of npm: of the npm that started this process, otherwise of the one on PATH. It then runs under this Node. */
function findNpm() {
  const { npm_execpath: started } = process.env
  if (started && basename(started) === 'npm-cli.js' && existsSync(started)) return started
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const link = join(folder, 'npm')
    if (!existsSync(link)) continue
    const real = realpathSync(link)
    if (basename(real) === 'npm-cli.js') return real
    const beside = join(dirname(real), 'node_modules', 'npm', 'bin', 'npm-cli.js')
    if (existsSync(beside)) return beside
  }
  return null
}

/** The environment without the folders and options of an outer npm (`npm start`); registry and proxy settings stay. */
function cleanEnvironment() {
  const kept = Object.entries(process.env).filter(
    ([name]) =>
      !/^npm_(package_|lifecycle_|command$|config_(local_prefix|global|prefix|workspace|ignore_scripts|omit|production))/.test(
        name,
      ),
  )
  // Install scripts call `node`, which should be this one.
  const path = `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ''}`
  return { ...Object.fromEntries(kept), PATH: path }
}
