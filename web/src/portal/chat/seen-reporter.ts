import { createTimer } from './timer.ts'

const REPORT_AFTER_MS = 300

/** Reports the highest `seq` that was on the screen: 300 ms after the last change, or with `flush` at once, before the page goes. */
export function createSeenReporter(send: (seq: number) => void) {
  let furthest = 0
  let reported = 0
  const flush = () => {
    timer.stop()
    if (furthest === reported) return
    reported = furthest
    send(furthest)
  }
  const timer = createTimer(flush, REPORT_AFTER_MS)
  return {
    report: (seq: number) => {
      furthest = Math.max(furthest, seq)
      timer.start()
    },
    flush,
  }
}
