/** Printed when a server that was ready begins to stop. */
export const STOPPING = '\nStopping: finishing open requests and closing the database …'

const END_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Is aborted by the first signal to end. Further ones change nothing: the stop is bounded in time, and must not be cut half way. A
 * process of several obeys SIGTERM alone: Ctrl-C in the terminal reaches all of them, and the primary ends them in order.
 */
export function endSignal(isMember = false): AbortSignal {
  const ending = new AbortController()
  for (const signal of END_SIGNALS) {
    const isObeyed = !isMember || signal === 'SIGTERM'
    process.on(signal, () => isObeyed && ending.abort())
  }
  return ending.signal
}
