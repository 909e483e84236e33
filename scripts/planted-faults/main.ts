/**
 * `npm run proof:planted [-- words]`: plants each fault of the `*.faults.ts` files in a copy of this clone and runs the tests that should notice it.
 * Ends with 1 when a fault goes unnoticed or its text is no longer in the code. With words, only faults of a list
 * of that name (`billing`), and those whose file or sentence has one.
 */
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type PlantedFault, readPlantedFaults } from './fault.ts'

const ROOT = join(import.meta.dirname, '../..')
const words = process.argv.slice(2)
/** A planted fault may make a test wait for ever: after this time it counts as noticed. */
const TIME_LIMIT_MS = 600_000

type Outcome = 'noticed' | 'UNNOTICED' | 'DOES NOT APPLY' | 'NO TEST RAN'
/** `failed`: the title of the first test that failed, or why there is none. Null when all passed. */
type TestRun = { count: number; failed: string | null }

/** A copy of the working tree that shares the installed packages and the generated files. */
function copyOfClone(): string {
  const folder = mkdtempSync(join(tmpdir(), 'segue-planted-'))
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' }).split(
    '\n',
  )
  for (const file of files.filter(Boolean)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(ROOT, file), join(folder, file))
  }
  for (const shared of ['node_modules', 'generated', 'dist']) symlinkSync(join(ROOT, shared), join(folder, shared))
  return folder
}

/** Runs the tests in the copy. */
function runTests(folder: string, tests: readonly string[]): Promise<TestRun> {
  return new Promise((done) => {
    const report = join(folder, 'planted-report.json')
    rmSync(report, { force: true })
    const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--bail=1', '--reporter=json', `--outputFile=${report}`]
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...vitest, ...tests], {
      cwd: folder,
      stdio: 'ignore',
      detached: true,
    })
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      process.kill(-(child.pid as number), 'SIGKILL')
    }, TIME_LIMIT_MS)
    child.on('exit', (code) => {
      clearTimeout(timer)
      const { count, failed } = readReport(report)
      if (isLate) done({ count: 1, failed: `no end after ${TIME_LIMIT_MS / 1000} s` })
      else done({ count, failed: failed ?? (code === 0 ? null : 'a test file that does not load') })
    })
  })
}

type Report = {
  numTotalTests: number
  testResults: { assertionResults: { status: string; fullName: string }[] }[]
}

function readReport(file: string): TestRun {
  try {
    const { numTotalTests: count, testResults } = JSON.parse(readFileSync(file, 'utf8')) as Report
    const failed = testResults.flatMap((one) => one.assertionResults).find(({ status }) => status === 'failed')
    return { count, failed: failed?.fullName ?? null }
  } catch {
    return { count: 0, failed: null }
  }
}

/** What came of a planted fault, and which test noticed it. */
async function judge(folder: string, fault: PlantedFault): Promise<{ outcome: Outcome; failed?: string }> {
  const path = join(folder, fault.file)
  const text = readFileSync(path, 'utf8')
  if (text.split(fault.find).length !== 2) return { outcome: 'DOES NOT APPLY' }
  writeFileSync(
    path,
    text.replace(fault.find, () => fault.replace),
  )
  try {
    const { count, failed } = await runTests(folder, fault.tests)
    if (count === 0) return { outcome: 'NO TEST RAN' }
    return failed === null ? { outcome: 'UNNOTICED' } : { outcome: 'noticed', failed }
  } finally {
    writeFileSync(path, text)
  }
}

const chosen = (await readPlantedFaults()).filter(({ file, breaks, list }) => {
  return words.length === 0 || words.some((word) => word === list || file.includes(word) || breaks.includes(word))
})
if (chosen.length === 0) {
  console.error(`No planted fault has ${words.join(' or ')} in its list, file or sentence.`)
  process.exit(2)
}

/** Without a fault the tests must pass: a red test would seem to notice everything. */
async function assertGreen(): Promise<void> {
  const folder = copyOfClone()
  try {
    const result = await runTests(folder, [...new Set(chosen.flatMap(({ tests }) => tests))])
    if (result.failed === null && result.count > 0) return
    console.error(`The tests fail without a planted fault: ${result.failed ?? 'none ran'}. Run npm test first.`)
    process.exit(1)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

await assertGreen()
const outcomes: Outcome[] = []
const pending = [...chosen]

/** Tests faults from the queue until it is empty, in a separate copy. */
async function worker(): Promise<void> {
  const folder = copyOfClone()
  try {
    for (let fault = pending.shift(); fault; fault = pending.shift()) {
      const { outcome, failed } = await judge(folder, fault)
      outcomes.push(outcome)
      console.log(
        `${outcome.padEnd(14)}  ${fault.breaks}  (${fault.file})${failed ? `\n${' '.repeat(16)}${failed}` : ''}`,
      )
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, worker))
const noticed = outcomes.filter((outcome) => outcome === 'noticed').length
console.log(`\n${noticed} passed, ${outcomes.length - noticed} failed`)
process.exit(noticed === outcomes.length && noticed > 0 ? 0 : 1)
