import type { MessageId } from '#contracts/ids.ts'
import { failureText } from '#web/lib/failure-text.ts'
import type { Outgoing } from './thread.ts'

/** Posts messages one after the other, so that they arrive in the order in which they were written. */
export function createOutbox<Sent>(parts: {
  post: (one: Outgoing) => Promise<Sent>
  onSent: (sent: Sent) => void
  onFailed: (id: MessageId, error: string) => void
}): (one: Outgoing) => void {
  let last = Promise.resolve()
  return (one) => {
    last = last.then(() => parts.post(one)).then(parts.onSent, (error) => parts.onFailed(one.id, failureText(error)))
  }
}
