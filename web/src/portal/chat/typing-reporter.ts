import { createTimer } from './timer.ts'

const REPORT_EVERY_MS = 5000
const STOPS_AFTER_MS = 4000

/** Reports that the customer is typing, at most every 5 s, and that they stopped, 4 s after the last key. */
export function createTypingReporter(report: (isTyping: boolean) => void) {
  let reportedAt = 0
  const stopTimer = createTimer(() => {
    reportedAt = 0
    report(false)
  }, STOPS_AFTER_MS)
  return {
    typed: () => {
      stopTimer.start()
      if (Date.now() - reportedAt < REPORT_EVERY_MS) return
      reportedAt = Date.now()
      report(true)
    },
    stop: () => {
      reportedAt = 0
      stopTimer.stop()
    },
  }
}
