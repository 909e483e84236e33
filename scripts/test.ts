/** `npm test [-- all|types|lint|unit|browser [arguments]]`: every check in order, each even when an earlier one failed. */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureChromium } from './chromium.ts'

type Count = { passed: number; failed: number }
type Part = 'types' | 'lint' | 'unit' | 'browser'
type Stage = {
  title: string
  parts: Part[]
  /** Program and arguments under this Node, from the folder of the clone. */
  command: string[]
  env?: () => NodeJS.ProcessEnv
  /** Tests counted from the program's own report; a stage without one counts as a single check. */
  count?: () => Count
}

const [wish = 'all', ...rest] = process.argv.slice(2)
const reports = mkdtempSync(join(tmpdir(), 'segue-test-'))
const unitReport = join(reports, 'unit.json')
const browserReport = join(reports, 'browser.json')

const STAGES: Stage[] = [
  {
    title: 'message catalogue',
    parts: ['types', 'lint', 'unit'],
    command: [
      'node_modules/@inlang/paraglide-js/bin/run.js',
      'compile',
      '--project',
      './project.inlang',
      '--outdir',
      './generated/i18n',
      '--silent',
    ],
  },
  { title: 'types', parts: ['types'], command: ['node_modules/typescript/bin/tsc', '--noEmit'] },
  {
    title: 'lint',
    parts: ['lint'],
    command: ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings'],
  },
  { title: 'borders', parts: ['lint'], command: ['scripts/borders.ts'] },
  { title: 'dead code', parts: ['lint'], command: ['node_modules/knip/bin/knip.js'] },
  {
    title: 'unit and integration tests',
    parts: ['unit'],
    command: [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--allowOnly=false',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${unitReport}`,
      ...(wish === 'unit' ? rest : []),
    ],
    count: countUnit,
  },
  {
    title: 'web build',
    parts: ['browser'],
    command: ['scripts/build-web.mjs'],
    env: () => ({ NODE_ENV: 'production' }),
  },
  {
    title: 'browser tests',
    parts: ['browser'],
    command: [
      'node_modules/@playwright/test/cli.js',
      'test',
      '--forbid-only',
      '--reporter=list,json',
      ...(wish === 'browser' ? rest : []),
    ],
    env: () => {
      const path = ensureChromium()
      return { PLAYWRIGHT_JSON_OUTPUT_NAME: browserReport, ...(path && { CHROMIUM_PATH: path }) }
    },
    count: countBrowser,
  },
]

function readReport(path: string): unknown {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
}

function countUnit(): Count {
  type Report = { numPassedTests?: number; numFailedTests?: number; numPendingTests?: number; numTodoTests?: number }
  const report = readReport(unitReport) as Report
  const skipped = (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0)
  return { passed: report.numPassedTests ?? 0, failed: (report.numFailedTests ?? 0) + notRun(skipped) }
}

function countBrowser(): Count {
  type Stats = { expected: number; unexpected: number; flaky: number; skipped: number }
  const { stats } = readReport(browserReport) as { stats?: Stats }
  if (!stats) return { passed: 0, failed: 0 }
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + notRun(stats.skipped) }
}

/** A test that did not run proves nothing. With a filter on the command line that is what was asked for. */
function notRun(skipped: number): number {
  if (skipped === 0 || rest.length > 0) return 0
  console.log(`${skipped} tests were skipped and count as failed`)
  return skipped
}

function run(command: string[], env: NodeJS.ProcessEnv): Promise<boolean> {
  return new Promise((done) => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...command], {
      stdio: 'inherit',
      env: { ...process.env, ...env },
    })
    child.on('error', () => done(false))
    child.on('exit', (code) => done(code === 0))
  })
}

async function runStage(stage: Stage): Promise<Count> {
  console.log(`\n── ${stage.title} ──`)
  const began = performance.now()
  let ok = false
  try {
    ok = await run(stage.command, stage.env?.() ?? {})
  } catch (error) {
    console.log(String(error))
  }
  const count = stage.count?.() ?? { passed: ok ? 1 : 0, failed: ok ? 0 : 1 }
  // A program that failed without a failed test (a file that does not load, a crash) is a failure nonetheless.
  if (!ok && count.failed === 0) count.failed = 1
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  const tests = stage.count ? `, ${count.passed} passed, ${count.failed} failed` : ''
  console.log(`── ${stage.title}: ${count.failed === 0 ? 'passed' : 'FAILED'} in ${seconds} s${tests}`)
  return count
}

const stages = STAGES.filter((stage) => wish === 'all' || stage.parts.includes(wish as Part))
if (stages.length === 0) {
  console.error(`There is no part "${wish}". Use: npm test [-- types|lint|unit|browser [arguments]]`)
  process.exit(2)
}

const total: Count = { passed: 0, failed: 0 }
const broken: string[] = []
for (const stage of stages) {
  const count = await runStage(stage)
  total.passed += count.passed
  total.failed += count.failed
  if (count.failed > 0) broken.push(stage.title)
}
rmSync(reports, { recursive: true, force: true })
if (broken.length > 0) console.log(`\nFailed: ${broken.join(', ')}`)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1
