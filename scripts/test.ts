/**
 * `npm test [-- all|fast|types|lint|unit|browser [arguments]]`: every check, each even when another one failed. `fast` leaves out the
 * browser and the long proofs (`*.proof.test.ts`).
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureChromium } from './chromium.ts'
import { type Count, countPlaywright, countVitest } from './test-reports.ts'

type Part = 'fast' | 'types' | 'lint' | 'unit' | 'browser'
type Stage = {
  title: string
  parts: Part[]
  /** Groups run in sequence: tests of the server read the built pages, which must not change meanwhile. */
  group: (typeof GROUPS)[number]
  /** The two lanes of a group run at the same time, the stages of a lane one after the other. */
  lane: 'static' | 'long'
  /** Program and arguments under this Node, from the folder of the clone. */
  command: string[]
  env?: () => NodeJS.ProcessEnv
  /** Tests counted from the program's own report; a stage without one counts as a single check. */
  count?: () => Count
}

const GROUPS = ['catalogue', 'build', 'check', 'browse'] as const

const [requested = 'all', ...rest] = process.argv.slice(2)
const reports = mkdtempSync(join(tmpdir(), 'segue-test-'))
const unitReport = join(reports, 'unit.json')
const browserReport = join(reports, 'browser.json')

const STAGES: Stage[] = [
  {
    title: 'message catalogue',
    parts: ['fast', 'types', 'lint', 'unit'],
    group: 'catalogue',
    lane: 'static',
    command: ['scripts/refresh-build.mjs', 'messages'],
  },
  {
    title: 'types',
    parts: ['fast', 'types'],
    group: 'check',
    lane: 'static',
    // One checker: several check the same types once each, for twice the processor time, and the tests run meanwhile.
    command: ['node_modules/typescript/bin/tsc', '--noEmit', '--checkers', '1'],
  },
  {
    title: 'lint',
    parts: ['fast', 'lint'],
    group: 'check',
    lane: 'static',
    command: ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings'],
  },
  { title: 'borders', parts: ['fast', 'lint'], group: 'check', lane: 'static', command: ['scripts/borders.ts'] },
  {
    title: 'dead code',
    parts: ['fast', 'lint'],
    group: 'check',
    lane: 'static',
    command: ['node_modules/knip/bin/knip.js'],
  },
  {
    title: 'web build',
    // Proofs of a server without its database expect the built page; a single file is not delayed by it.
    parts: rest.length === 0 ? ['browser', 'unit'] : ['browser'],
    group: 'build',
    lane: 'static',
    command: ['scripts/refresh-build.mjs', 'web'],
  },
  {
    title: 'page sizes',
    parts: ['browser'],
    group: 'check',
    lane: 'static',
    command: ['scripts/sizes.ts'],
  },
  {
    title: 'unit and integration tests',
    parts: ['fast', 'unit'],
    group: 'check',
    lane: 'long',
    command: [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--allowOnly=false',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${unitReport}`,
      ...(requested === 'fast' ? ['--exclude=**/*.proof.test.ts'] : []),
      ...(requested === 'unit' || requested === 'fast' ? rest : []),
    ],
    count: () => withSkipped(countVitest(unitReport)),
  },
  {
    title: 'browser tests',
    parts: ['browser'],
    group: 'browse',
    lane: 'long',
    command: [
      'node_modules/@playwright/test/cli.js',
      'test',
      '--forbid-only',
      '--reporter=list,json',
      ...(requested === 'browser' ? rest : []),
    ],
    env: () => {
      const path = ensureChromium()
      return { PLAYWRIGHT_JSON_OUTPUT_NAME: browserReport, ...(path && { CHROMIUM_PATH: path }) }
    },
    count: () => withSkipped(countPlaywright(browserReport)),
  },
]

/** Counts the tests of a report. One that was skipped counts as failed. */
function withSkipped({ skipped, ...count }: Count & { skipped: number }): Count {
  return { ...count, failed: count.failed + notRun(skipped) }
}

/** A test that did not run proves nothing. With a filter on the command line that is what was asked for. */
function notRun(skipped: number): number {
  if (skipped === 0 || rest.length > 0) return 0
  console.log(`${skipped} tests were skipped and count as failed`)
  return skipped
}

/** Prints what several stages write at once as if they ran one after the other: each waits until all before it have ended. */
function createOutput() {
  type Part = { chunks: (string | Buffer)[]; isEnded: boolean }
  const parts: Part[] = []
  let current = 0
  const flush = () => {
    for (; current < parts.length; current += 1) {
      for (const chunk of parts[current]?.chunks.splice(0) ?? []) process.stdout.write(chunk)
      if (!parts[current]?.isEnded) return
    }
  }
  return {
    open() {
      const part: Part = { chunks: [], isEnded: false }
      parts.push(part)
      return {
        write(chunk: string | Buffer) {
          part.chunks.push(chunk)
          flush()
        },
        end() {
          part.isEnded = true
          flush()
        },
      }
    },
  }
}

type Output = ReturnType<ReturnType<typeof createOutput>['open']>

const running = new Set<ChildProcess>()

function run(command: string[], env: NodeJS.ProcessEnv, output: Output): Promise<boolean> {
  return new Promise((done) => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...command], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }), ...env },
    })
    running.add(child)
    for (const stream of [child.stdout, child.stderr]) stream.on('data', output.write)
    child.on('error', () => done(false))
    child.on('close', (code) => {
      running.delete(child)
      done(code === 0)
    })
  })
}

async function runStage(stage: Stage, output: Output): Promise<Count> {
  output.write(`\n── ${stage.title} ──\n`)
  const began = performance.now()
  let ok = false
  try {
    ok = await run(stage.command, stage.env?.() ?? {}, output)
  } catch (error) {
    output.write(`${error}\n`)
  }
  const count = stage.count?.() ?? { passed: ok ? 1 : 0, failed: ok ? 0 : 1, failures: [] }
  // A program that failed without a failed test (a file that does not load, a crash) is a failure nonetheless.
  if (!ok && count.failed === 0) count.failed = 1
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  const tests = stage.count ? `, ${count.passed} passed, ${count.failed} failed` : ''
  output.write(`── ${stage.title}: ${count.failed === 0 ? 'passed' : 'FAILED'} in ${seconds} s${tests}\n`)
  output.end()
  return count
}

const stages = STAGES.filter((stage) => requested === 'all' || stage.parts.includes(requested as Part))
if (stages.length === 0) {
  console.error(`There is no part "${requested}". Use: npm test [-- fast|types|lint|unit|browser [arguments]]`)
  process.exit(2)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    for (const child of running) child.kill(signal)
  })

const output = createOutput()
const total: Count = { passed: 0, failed: 0, failures: [] }
const broken: string[] = []
const began = performance.now()
for (const group of GROUPS) {
  const inGroup = stages.filter((stage) => stage.group === group).map((stage) => ({ stage, output: output.open() }))
  const runLane = async (lane: Stage['lane']) => {
    for (const one of inGroup.filter(({ stage }) => stage.lane === lane)) {
      const count = await runStage(one.stage, one.output)
      total.passed += count.passed
      total.failed += count.failed
      total.failures.push(...count.failures)
      if (count.failed > 0) broken.push(one.stage.title)
    }
  }
  await Promise.all([runLane('static'), runLane('long')])
}
rmSync(reports, { recursive: true, force: true })
console.log(`\nTook ${((performance.now() - began) / 1000).toFixed(0)} s`)
for (const failure of total.failures) console.log(`\n✘ ${failure}`)
if (broken.length > 0) console.log(`\nFailed: ${broken.join(', ')}`)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1
