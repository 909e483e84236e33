import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { withSetupLock } from './packages.mjs'
import { ROOT, run, SetupError, step, tail } from './progress.mjs'

const CATALOGUE = {
  title: 'Compiling the message catalogue',
  sources: ['messages', 'project.inlang/settings.json', 'package-lock.json'],
  result: 'generated/i18n/messages.js',
  stamp: 'node_modules/.cache/segue/messages.sha256',
  program: 'node_modules/@inlang/paraglide-js/bin/run.js',
  args: ['compile', '--project', './project.inlang', '--outdir', './generated/i18n', '--silent'],
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
  ],
  result: 'dist/web/.vite/manifest.json',
  stamp: 'node_modules/.cache/segue/web.sha256',
  program: 'scripts/build-web.mjs',
  args: [],
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
      const { code, output } = await run(process.execPath, [join(ROOT, build.program), ...build.args], { env })
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
