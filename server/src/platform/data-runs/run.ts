import type { DataRunId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import { asAppError } from '#server/platform/db/database-errors.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { type Text, text } from '#server/platform/text/message.ts'
import { storedText } from '#server/platform/text/stored-text.ts'
import { appendLine, claimRun, updateRun } from './queries.ts'
import type { DataRunLine, DataRunRow } from './schema.ts'

/** Longer than a process that lives ever waits between two beats. */
const LEASE_MS = 60_000
const BEAT_MS = 10_000
/** The screen asks for it every second. */
const PROGRESS_MS = 500
const MAX_ATTEMPTS = 5
/** So long after the file store or the database did not answer the work goes on. */
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
  try {
    if (run.attempts > MAX_ATTEMPTS) throw new RunFailure(text(m.data_run_stopped_often, { count: MAX_ATTEMPTS }))
    if (run.attempts > 1) await report.say(m.data_run_taken_up)
    const result = await work(report)
    await report.say(m.data_run_done, 'done')
    await updateRun(db, id, { state: 'done', result, finishedAt: clock.now(), leaseUntil: null })
  } catch (error) {
    log.error({ err: error, dataRun: id, kind: run.kind }, 'a data run failed')
    if (isPassing(error) && run.attempts < MAX_ATTEMPTS) {
      clearInterval(beat)
      await report.say(m.data_run_waits)
      await updateRun(db, id, { leaseUntil: new Date(clock.now().getTime() + RETRY_MS) })
      return
    }
    await report.say(lineOf(error), 'failed')
    await updateRun(db, id, { state: 'failed', finishedAt: clock.now(), leaseUntil: null })
  } finally {
    clearInterval(beat)
  }
}

/** Something did not answer: the same work may succeed soon. */
function isPassing(error: unknown): boolean {
  const known = asAppError(error)
  return known instanceof AppError && known.code === 'unavailable'
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
      const stored = storedText(line)
      if (stored) await appendLine(db, run.id, { at: clock.now().toISOString(), level, text: stored })
    },
    progress: async (done, total) => {
      if (Date.now() - writtenAt < PROGRESS_MS && done < total) return
      writtenAt = Date.now()
      await updateRun(db, run.id, { done, total })
    },
  }
}
