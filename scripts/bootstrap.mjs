// Prepares a fresh clone and runs a TypeScript program of Segue: `node scripts/bootstrap.mjs [--web] <script.ts> [arguments]`.
// Knows nothing but Node's own modules, since nothing else may be there yet, and runs on Node 18 and later.
//
//   1. a Node that runs TypeScript   (.runtime/, only when this one is too old)
//   2. the npm packages              (npm ci, only when node_modules does not match package-lock.json)
//   3. the message catalogue         (generated/i18n, only when messages/ changed)
//   4. with --web: the web build     (dist/web, only when its sources changed)
//
// Each step is decided by content, so starting again costs some milliseconds.
import { buildWeb, compileMessages } from './bootstrap/builds.mjs'
import { become, continueUnder, findRuntime, runsTypeScript } from './bootstrap/node.mjs'
import { installPackages } from './bootstrap/packages.mjs'
import { SetupError, say } from './bootstrap/progress.mjs'

const args = process.argv.slice(2)
const web = args[0] === '--web'
const [script, ...rest] = web ? args.slice(1) : args

try {
  if (script === undefined) throw new SetupError('Usage: node scripts/bootstrap.mjs [--web] <script.ts> [arguments]')
  if (runsTypeScript()) {
    await installPackages()
    await compileMessages()
    if (web) await buildWeb()
    await become([script, ...rest])
  } else {
    await continueUnder(await findRuntime(), [process.argv[1] ?? '', ...args])
  }
} catch (error) {
  if (!(error instanceof SetupError)) throw error
  say(error.message)
  process.exitCode = 1
}
