import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** What a program ran: how many tests passed and failed, and each failed test with its error. */
export type Count = { passed: number; failed: number; failures: string[] }

/** Lines of an error that the summary repeats: the message and where it was thrown. */
const ERROR_LINES = 12

type VitestReport = {
  numPassedTests?: number
  numFailedTests?: number
  numPendingTests?: number
  numTodoTests?: number
  testResults?: {
    name: string
    status: string
    message?: string
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[]
  }[]
}

/** The tests that Vitest reports in a file of its JSON reporter; nothing where it ended before it wrote the file. */
export function countVitest(path: string): Count & { skipped: number } {
  const report = readReport(path) as VitestReport
  const failures = (report.testResults ?? []).flatMap((file) => {
    const name = relative(process.cwd(), file.name)
    const failed = file.assertionResults.filter(({ status }) => status === 'failed')
    if (failed.length === 0 && file.status === 'failed') return [failureOf(name, [file.message])]
    return failed.map((test) => failureOf(`${name}: ${test.fullName}`, test.failureMessages))
  })
  return {
    passed: report.numPassedTests ?? 0,
    failed: report.numFailedTests ?? 0,
    skipped: (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0),
    failures,
  }
}

type PlaywrightSuite = {
  suites?: PlaywrightSuite[]
  specs?: {
    file: string
    title: string
    tests: { status: string; results: { errors?: { message?: string }[] }[] }[]
  }[]
}

type PlaywrightReport = {
  stats?: { expected: number; unexpected: number; flaky: number; skipped: number }
  suites?: PlaywrightSuite[]
}

/** The tests that Playwright reports in a file of its JSON reporter; a test that passed on a second run counts as failed. */
export function countPlaywright(path: string): Count & { skipped: number } {
  const { stats, suites = [] } = readReport(path) as PlaywrightReport
  return {
    passed: stats?.expected ?? 0,
    failed: (stats?.unexpected ?? 0) + (stats?.flaky ?? 0),
    skipped: stats?.skipped ?? 0,
    failures: suites.flatMap(failuresOfSuite),
  }
}

function failuresOfSuite(suite: PlaywrightSuite): string[] {
  const own = (suite.specs ?? []).flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) =>
        failureOf(
          `${file}: ${title}`,
          (results[0]?.errors ?? []).map(({ message }) => message),
        ),
      ),
  )
  return [...own, ...(suite.suites ?? []).flatMap(failuresOfSuite)]
}

const failureOf = (name: string, errors: (string | undefined)[] = []) =>
  [
    name,
    ...stripVTControlCharacters(errors.join('\n'))
      .split('\n')
      .slice(0, ERROR_LINES)
      .map((line) => `    ${line}`),
  ].join('\n')

function readReport(path: string): unknown {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
}
