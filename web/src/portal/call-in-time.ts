import type { Endpoint, InputOf, ReplyOf } from '#contracts/endpoint.ts'
import { CallError, call } from '#web/lib/call.ts'

/** A request without a reply for so long counts as no connection, so that it is sent again by itself once there is one. */
const REPLY_WITHIN_MS = 20_000

/** Calls an endpoint as `call` does, and throws the `CallError` `offline` where no reply came in time. */
export async function callInTime<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<ReplyOf<E>> {
  const signal = AbortSignal.timeout(REPLY_WITHIN_MS)
  try {
    return await call(endpoint, input, { signal })
  } catch (error) {
    throw signal.aborted ? new CallError('offline', 'No connection.') : error
  }
}
