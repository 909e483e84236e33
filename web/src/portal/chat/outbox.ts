import type { MessageId } from '#contracts/ids.ts'
import { askedWaitMs, CallError, isTransient } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { waitBefore } from '#web/lib/live-stream.ts'
import type { Outgoing, Wait } from './thread.ts'

type Parts<Sent> = {
  post: (one: Outgoing) => Promise<Sent>
  onSending: (id: MessageId) => void
  onSent: (sent: Sent) => void
  /** Not sent yet: it is sent again by itself, after `wait` or, where that is null, once there is a connection. */
  onWaiting: (id: MessageId, wait: Wait | null) => void
  /** Refused: sending it again is up to the customer. */
  onFailed: (id: MessageId, error: string) => void
}

export type Outbox = {
  /** Adds a message at the end, unless it is in the outbox already. */
  add: (one: Outgoing) => void
  /** Tries now: the connection is back, or the customer asks for it. */
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
  let wait: Wait | null = null
  const postFirst = async (one: Outgoing): Promise<void> => {
    parts.onSending(one.id)
    try {
      const sent = await parts.post(one)
      failures = 0
      queue = queue.filter((other) => other !== one)
      parts.onSent(sent)
    } catch (error) {
      if (isStopped) return
      if (mayPass(error)) return waitAfter(error)
      queue = queue.filter((other) => other !== one)
      parts.onFailed(one.id, failureText(error))
    }
  }
  const waitAfter = (error: unknown) => {
    failures += 1
    const milliseconds = Math.max(askedWaitMs(error), waitBefore(failures))
    const cause = causeOf(error)
    wait = cause && { cause, until: Date.now() + milliseconds }
    for (const { id } of queue) parts.onWaiting(id, wait)
    timer = setTimeout(run, milliseconds)
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
      else parts.onWaiting(one.id, wait)
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

/** No reply came in time, or the server asks to come again later, itself or through its proxy. */
const mayPass = (error: unknown): boolean => isTransient(error) || isTimeout(error)

const isTimeout = (error: unknown): boolean => error instanceof DOMException && error.name === 'TimeoutError'

/** Null where no reply came: then it is sent when the connection is back. */
function causeOf(error: unknown): Wait['cause'] | null {
  if (isTimeout(error) || (error instanceof CallError && error.code === 'offline')) return null
  return error instanceof CallError && error.code === 'rate_limited' ? 'rate_limited' : 'unavailable'
}
