import type { DataRunId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import { asAppError } from '#server/platform/db/database-errors.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { type Text, text } from '#server/platform/text/message.ts'
import { storedText } from '#server/platform/text/stored-text.ts'
import { appendLines, claimRun, updateRun } from './queries.ts'
import type { DataRunLine, DataRunRow } from './schema.ts'

/** Longer than a process that lives ever waits between two beats. */
const LEASE_MS = 60_000
const BEAT_MS = 10_000
/** The screen asks for it every second. */
const PROGRESS_MS = 500
const MAX_ATTEMPTS = 5
/** So long after the file store or the database did not answer the work goes on; twice as long after the second time, and so on. */
const RETRY_MS = 30_000

/** What the work of a run writes for the person who waits. */
export type RunReport = {
  run: DataRunRow
  say(line: Text, level?: DataRunLine['level']): Promise<void>
  /** Written at most twice a second. */
  progress(done: number, total: number): Promise<void>
}

/** A failure that the person is told as it is. */
export class RunFailure extends Error {
  readonly line: Text
  constructor(line: Text, cause?: unknown) {
    super('a data run failed', { cause })
    this.line = line
  }
}

/**
 * Works on a run unless another process does. A failure ends it with a line that says what happened; the run of a killed process, and one
 * whose file store or database did not answer, is taken up again by `requeueAbandonedRuns`, at most five times.
 */
export async function workOnRun(
  platform: Platform,
  id: DataRunId,
  work: (report: RunReport) => Promise<Record<string, unknown>>,
): Promise<void> {
  const { db, clock, log } = platform
  const until = () => new Date(clock.now().getTime() + LEASE_MS)
  const run = await claimRun(db, id, clock.now(), until())
  if (!run) return
  const beat = setInterval(() => {
    updateRun(db, id, { leaseUntil: until() }).catch((error: unknown) => log.warn({ err: error }, 'a beat was lost'))
  }, BEAT_MS)
  const report = reportOf(platform, run)
  const end = (state: 'done' | 'failed', line: Text, more: { result?: Record<string, unknown> } = {}) =>
    appendLines(db, id, linesAt(clock.now(), line, state), {
      ...{ state, ...more, finishedAt: clock.now(), leaseUntil: null },
    })
  try {
    if (run.attempts > MAX_ATTEMPTS) throw new RunFailure(text(m.data_run_stopped_often, { count: MAX_ATTEMPTS }))
    if (run.attempts > 1) await report.say(m.data_run_taken_up)
    const result = await work(report)
    await end('done', m.data_run_done, { result })
  } catch (error) {
    clearInterval(beat)
    if (isPassing(error) && run.attempts < MAX_ATTEMPTS) {
      log.warn({ err: error, dataRun: id, kind: run.kind }, 'a data run waits')
      const leaseUntil = new Date(clock.now().getTime() + RETRY_MS * run.attempts)
      await appendLines(db, id, linesAt(clock.now(), m.data_run_waits, 'info'), { leaseUntil })
      return
    }
    log.error({ err: error, dataRun: id, kind: run.kind }, 'a data run failed')
    await end('failed', lineOf(error))
  } finally {
    clearInterval(beat)
  }
}

/** Something did not answer: the same work may succeed soon. */
function isPassing(error: unknown): boolean {
  const known = asAppError(error)
  return known instanceof AppError && known.code === 'unavailable'
}

/** A line of the log; none of a text that is not of the catalogue. */
function linesAt(now: Date, line: Text, level: DataRunLine['level']): DataRunLine[] {
  const stored = storedText(line)
  return stored ? [{ at: now.toISOString(), level, text: stored }] : []
}

const lineOf = (error: unknown): Text => {
  if (error instanceof RunFailure) return error.line
  return error instanceof AppError && error.code !== 'internal' ? error.text : m.data_run_failed
}

function reportOf({ db, clock }: Platform, run: DataRunRow): RunReport {
  let writtenAt = 0
  return {
    run,
    say: async (line, level = 'info') => {
      await appendLines(db, run.id, linesAt(clock.now(), line, level))
    },
    progress: async (done, total) => {
      if (Date.now() - writtenAt < PROGRESS_MS && done < total) return
      writtenAt = Date.now()
      await updateRun(db, run.id, { done, total })
    },
  }
}
