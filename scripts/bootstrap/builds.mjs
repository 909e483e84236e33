import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { withSetupLock } from './packages.mjs'
import { ROOT, run, SetupError, step, tail } from './progress.mjs'

/**
 * Program and arguments that compile messages/ for the server: one module a language, so that a start reads five files and a process
 * carries 8 MB less than with a module a message. The pages have a module a message (vite.config.ts), so that each page loads its own.
 */
export const MESSAGE_COMPILER = [
  'node_modules/@inlang/paraglide-js/bin/run.js',
  ...['compile', '--project', './project.inlang', '--outdir', './generated/i18n'],
  ...['--output-structure', 'locale-modules', '--silent'],
]

const CATALOGUE = {
  title: 'Compiling the message catalogue',
  sources: ['messages', 'project.inlang/settings.json', 'package-lock.json', 'scripts/bootstrap/builds.mjs'],
  result: 'generated/i18n/messages.js',
  stamp: 'node_modules/.cache/segue/messages.sha256',
  command: MESSAGE_COMPILER,
}

const WEB = {
  title: 'Building the web pages',
  sources: [
    'web',
    'contracts',
    'messages',
    'widget',
    'package-lock.json',
    'vite.config.ts',
    'tsconfig.json',
    'scripts/contract-calls.ts',
    'scripts/build-web.mjs',
    'scripts/web-builds.ts',
    'scripts/page-languages.ts',
    'scripts/pseudo-languages.ts',
    'project.inlang/settings.json',
  ],
  result: 'dist/web/.vite/desk.json',
  stamp: 'node_modules/.cache/segue/web.sha256',
  command: ['scripts/build-web.mjs'],
}

/** Compiles messages/ to generated/i18n when they changed. A catalogue without a single message is an error, not a result. */
export async function compileMessages() {
  await refresh(CATALOGUE)
  const messages = readFileSync(join(ROOT, 'generated/i18n/messages/_index.js'), 'utf8')
  if (!messages.includes('export'))
    throw new SetupError('The message catalogue came out empty: see project.inlang and messages/.')
}

/** Builds the web pages when their sources changed. */
export async function buildWeb() {
  if (existsSync(join(ROOT, 'vite.config.ts'))) await refresh(WEB)
}

async function refresh(build) {
  if (isFresh(build)) return
  await withSetupLock(async () => {
    if (isFresh(build)) return
    const before = hashOf(build.sources)
    await step(build.title, async () => {
      const env = { ...process.env, NODE_ENV: 'production' }
      const [program = '', ...args] = build.command
      const { code, output } = await run(process.execPath, [join(ROOT, program), ...args], { env })
      if (code !== 0)
        throw new SetupError(`${tail(output, 40)}\n\n${build.title} failed. Fix the errors above and start again.`)
    })
    mkdirSync(dirname(join(ROOT, build.stamp)), { recursive: true })
    writeFileSync(join(ROOT, build.stamp), before)
  })
}

function isFresh(build) {
  if (!existsSync(join(ROOT, build.result)) || !existsSync(join(ROOT, build.stamp))) return false
  return readFileSync(join(ROOT, build.stamp), 'utf8') === hashOf(build.sources)
}

/** Names and contents of all files. Times would not do: git gives every file of a clone the time of the clone. */
function hashOf(sources) {
  const hash = createHash('sha256')
  const add = (path) => {
    const entry = statSync(join(ROOT, path), { throwIfNoEntry: false })
    if (entry?.isDirectory()) {
      for (const name of readdirSync(join(ROOT, path)).sort()) add(`${path}/${name}`)
    } else if (entry?.isFile() && !/\.test\.tsx?$/.test(path)) {
      hash.update(`${path}\0`).update(readFileSync(join(ROOT, path)))
    }
  }
  for (const source of sources) add(source)
  return hash.digest('hex')
}
