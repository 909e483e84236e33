import { createTimer } from './timer.ts'

const REPORT_AFTER_MS = 300

/** Reports the highest `seq` that was on the screen, 300 ms after the last change. */
export function createSeenReporter(report: (seq: number) => void) {
  let furthest = 0
  const timer = createTimer(() => report(furthest), REPORT_AFTER_MS)
  return {
    saw: (seq: number) => {
      furthest = Math.max(furthest, seq)
      timer.start()
    },
    stop: timer.stop,
  }
}
