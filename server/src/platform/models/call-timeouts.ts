/** The time-outs of one model call: until the first output, again after each tool step, and for the whole call. */
export type CallTimeouts = {
  /** Aborts at a time-out or when the caller aborts. */
  signal: AbortSignal
  isLate(): boolean
  /** Stops the first-output time-out: the provider sent output. */
  onOutput(): void
  /** Starts the first-output time-out again: the next step of the call begins. */
  onNextStep(): void
  /** Rejects as soon as the signal aborts, even if the promise never settles. */
  orAborted<T>(promise: Promise<T>): Promise<T>
  /** Clears the timers and aborts what still runs. */
  stop(): void
}

/** Starts the timers, in milliseconds; `caller` is the signal by which the caller aborts the call. */
export function startCallTimeouts(caller: AbortSignal, firstTokenMs: number, totalMs: number): CallTimeouts {
  const ending = new AbortController()
  const signal = AbortSignal.any([ending.signal, caller])
  let isLate = false
  const expire = () => {
    isLate = true
    ending.abort(new Error('The model did not answer in time'))
  }
  const whole = setTimeout(expire, totalMs)
  let first = setTimeout(expire, firstTokenMs)
  const aborted = Promise.withResolvers<never>()
  aborted.promise.catch(() => undefined)
  const abort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  if (signal.aborted) abort()
  return {
    signal,
    isLate: () => isLate,
    onOutput: () => clearTimeout(first),
    onNextStep: () => {
      clearTimeout(first)
      first = setTimeout(expire, firstTokenMs)
    },
    orAborted: (promise) => Promise.race([promise, aborted.promise]),
    stop: () => {
      clearTimeout(whole)
      clearTimeout(first)
      signal.removeEventListener('abort', abort)
      ending.abort(new Error('The model call is over'))
    },
  }
}
