import { existsSync, realpathSync } from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'
import process from 'node:process'
import { ROOT, run, SetupError, tail } from './progress.mjs'

const QUIET = ['--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error', '--fetch-retry-maxtimeout=15000']
const OFFLINE = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT|network/i

/** Runs npm under this very Node. Throws a SetupError that tells a missing network from everything else. */
export async function npm(args, { cwd = ROOT, task, hint = '' }) {
  const cli = findNpm()
  const all = [...args, ...QUIET]
  const { code, said } = cli
    ? await run(process.execPath, [cli, ...all], { cwd, env: cleanEnvironment() })
    : await run('npm', all, { cwd, env: cleanEnvironment(), shell: process.platform === 'win32' })
  if (code === 0) return
  if (code === -1) throw new SetupError(`${task}: npm was not found. Install Node with npm from https://nodejs.org.`)
  const reason = OFFLINE.test(said)
    ? 'The npm registry could not be reached. Check the network (or the proxy and registry in .npmrc) and start again.'
    : `See npm's message above and start again. ${hint}`.trim()
  throw new SetupError(`${tail(said)}\n\n${task}. ${reason}`)
}

/** npm's own program file: of the npm that started us, else of the one on PATH, so that it can run under our Node. */
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

/** An npm inside `npm start` must not take the outer one's folders and options for its own; registry and proxy it may. */
function cleanEnvironment() {
  const kept = Object.entries(process.env).filter(
    ([name]) =>
      !/^npm_(package_|lifecycle_|command$|config_(local_prefix|global|prefix|workspace|ignore_scripts|omit|production))/.test(
        name,
      ),
  )
  // Install scripts call `node`: let them find this one.
  const path = `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ''}`
  return { ...Object.fromEntries(kept), PATH: path }
}
