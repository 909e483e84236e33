import type { MessageId } from '#contracts/ids.ts'
import { CallError } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { waitBefore } from '#web/lib/live-stream.ts'
import type { Outgoing } from './thread.ts'

type Parts<Sent> = {
  post: (one: Outgoing) => Promise<Sent>
  onSending: (id: MessageId) => void
  onSent: (sent: Sent) => void
  /** Not sent yet: it is sent again by itself. */
  onWaiting: (id: MessageId) => void
  /** Refused: sending it again is up to the customer. */
  onFailed: (id: MessageId, error: string) => void
}

export type Outbox = {
  /** Adds a message at the end, unless it is in the outbox already. */
  add: (one: Outgoing) => void
  /** Tries now: the connection is back. */
  resume: () => void
  remove: (id: MessageId) => void
  stop: () => void
}

/**
 * Posts messages one after the other, so that they arrive in the order in which they were written. While the connection is lost they
 * wait, and are sent by themselves afterwards; their ids make a repetition harmless.
 */
export function createOutbox<Sent>(parts: Parts<Sent>): Outbox {
  let queue: Outgoing[] = []
  let isPosting = false
  let isStopped = false
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const postFirst = async (one: Outgoing): Promise<void> => {
    parts.onSending(one.id)
    try {
      const sent = await parts.post(one)
      failures = 0
      queue = queue.filter((other) => other !== one)
      parts.onSent(sent)
    } catch (error) {
      if (isStopped) return
      if (isLostConnection(error)) return wait(error)
      queue = queue.filter((other) => other !== one)
      parts.onFailed(one.id, failureText(error))
    }
  }
  const wait = (error: unknown) => {
    failures += 1
    for (const { id } of queue) parts.onWaiting(id)
    const asked = error instanceof CallError ? (error.retryAfterSeconds ?? 0) * 1000 : 0
    timer = setTimeout(run, Math.max(asked, waitBefore(failures)))
  }
  const run = async () => {
    if (isPosting) return
    clearTimeout(timer)
    timer = undefined
    isPosting = true
    while (queue[0] && timer === undefined && !isStopped) await postFirst(queue[0])
    isPosting = false
  }
  return {
    add: (one) => {
      if (queue.some(({ id }) => id === one.id)) return
      queue = [...queue, one]
      // Behind a message that waits, it waits too.
      if (timer === undefined) void run()
      else parts.onWaiting(one.id)
    },
    resume: () => void run(),
    remove: (id) => {
      queue = queue.filter((one) => one.id !== id)
    },
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

const PASSING_CODES = ['offline', 'unavailable', 'rate_limited']
const GATEWAY_STATUSES = [502, 503, 504]

/** No reply came in time, or the server asks to come again later, itself or through its proxy. */
function isLostConnection(error: unknown): boolean {
  if (error instanceof DOMException) return error.name === 'TimeoutError'
  return error instanceof CallError && (PASSING_CODES.includes(error.code) || GATEWAY_STATUSES.includes(error.status))
}
