import type { MessageId } from '#contracts/ids.ts'
import { readFailure } from '#web/lib/reading.ts'
import type { Outgoing } from './thread.ts'

/** When things of a chat happen: one after the other, not too often, and not for ever. */

const TYPING_EVERY_MS = 5000
const TYPING_STOPS_MS = 4000
const SEEN_AFTER_MS = 300

export function createTimer(run: () => void, ms: number) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => clearTimeout(timer)
  return {
    start: () => {
      stop()
      timer = setTimeout(run, ms)
    },
    stop,
  }
}

/** Reads one at a time. Who asks while it reads asked after that answer was made: it reads once more. */
export function createReader(readOnce: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null
  let isAskedAgain = false
  const run = async () => {
    do {
      isAskedAgain = false
      await readOnce()
    } while (isAskedAgain)
  }
  return () => {
    if (running) isAskedAgain = true
    running ??= run().finally(() => {
      running = null
    })
    return running
  }
}

/** Posts messages one after the other, so that they arrive in the order in which they were written. */
export function createOutbox<Sent>(parts: {
  post: (one: Outgoing) => Promise<Sent>
  onSent: (sent: Sent) => void
  onFailed: (id: MessageId, error: string) => void
}): (one: Outgoing) => void {
  let last = Promise.resolve()
  return (one) => {
    last = last.then(() => parts.post(one)).then(parts.onSent, (error) => parts.onFailed(one.id, readFailure(error)))
  }
}

/** "Typing" at most every few seconds, and its end when the keys rest. */
export function createTyping(tell: (isTyping: boolean) => void) {
  let toldAt = 0
  const rest = createTimer(() => {
    toldAt = 0
    tell(false)
  }, TYPING_STOPS_MS)
  return {
    typed: () => {
      rest.start()
      if (Date.now() - toldAt < TYPING_EVERY_MS) return
      toldAt = Date.now()
      tell(true)
    },
    stop: () => {
      toldAt = 0
      rest.stop()
    },
  }
}

/** Tells the furthest read event once the screen has settled. */
export function createSeen(tell: (seq: number) => void) {
  let furthest = 0
  const settle = createTimer(() => tell(furthest), SEEN_AFTER_MS)
  return {
    saw: (seq: number) => {
      furthest = Math.max(furthest, seq)
      settle.start()
    },
    stop: settle.stop,
  }
}
