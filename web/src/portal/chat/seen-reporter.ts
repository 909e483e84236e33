import { createTimer } from './timer.ts'

const REPORT_AFTER_MS = 300

/** Reports the highest `seq` that was on the screen, 300 ms after the last change. */
export function createSeenReporter(send: (seq: number) => void) {
  let furthest = 0
  const timer = createTimer(() => send(furthest), REPORT_AFTER_MS)
  return {
    report: (seq: number) => {
      furthest = Math.max(furthest, seq)
      timer.start()
    },
    stop: timer.stop,
  }
}
