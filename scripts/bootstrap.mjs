// Prepares a fresh clone and runs a TypeScript program of Segue: `node scripts/bootstrap.mjs [--web] <script.ts> [arguments]`.
// Uses only Node's built-in modules, since no packages may be installed yet, and runs on Node 18 and later.
//
//   1. a Node that runs TypeScript   (.runtime/, only when this one is too old)
//   2. the npm packages              (npm ci, only when node_modules does not match package-lock.json)
//   3. the message catalogue         (generated/i18n, only when messages/ changed)
//   4. with --web: the web build     (dist/web, only when its sources changed)
//
// Each step compares content and does nothing when nothing changed, so a second start takes milliseconds.
import { buildWeb, compileMessages } from './bootstrap/builds.mjs'
import { continueUnder, findRuntime, replaceProcess, runsTypeScript } from './bootstrap/node.mjs'
import { installPackages } from './bootstrap/packages.mjs'
import { printLine, SetupError } from './bootstrap/progress.mjs'

const args = process.argv.slice(2)
const web = args[0] === '--web'
const [script, ...rest] = web ? args.slice(1) : args

try {
  if (script === undefined) throw new SetupError('Usage: node scripts/bootstrap.mjs [--web] <script.ts> [arguments]')
  if (runsTypeScript()) {
    await installPackages()
    await compileMessages()
    if (web) await buildWeb()
    await replaceProcess([script, ...rest])
  } else {
    await continueUnder(await findRuntime(), [process.argv[1] ?? '', ...args])
  }
} catch (error) {
  if (!(error instanceof SetupError)) throw error
  printLine(error.message)
  process.exitCode = 1
}
