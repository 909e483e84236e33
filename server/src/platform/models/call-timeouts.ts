/** The time-outs of one model call: for each silence of the provider, and for the whole call. */
export type CallTimeouts = {
  /** Aborts at a time-out or when the caller aborts. */
  signal: AbortSignal
  isLate(): boolean
  /** The provider sent output: its silence begins anew. */
  onOutput(): void
  /** A tool runs, which is not the provider's silence, until the next step begins. */
  onTool(): void
  onNextStep(): void
  /** Rejects as soon as the signal aborts, even if the promise never settles. */
  orAborted<T>(promise: Promise<T>): Promise<T>
  /** Clears the timers and aborts what still runs. */
  stop(): void
}

/** Starts the timers, in milliseconds; `caller` is the signal by which the caller aborts the call. */
export function startCallTimeouts(caller: AbortSignal, silenceMs: number, totalMs: number): CallTimeouts {
  const ending = new AbortController()
  const signal = AbortSignal.any([ending.signal, caller])
  let isLate = false
  const expire = () => {
    isLate = true
    ending.abort(new Error('The model did not answer in time'))
  }
  const whole = setTimeout(expire, totalMs)
  let silence = setTimeout(expire, silenceMs)
  let isToolRunning = false
  const listen = () => {
    clearTimeout(silence)
    if (!isToolRunning) silence = setTimeout(expire, silenceMs)
  }
  const aborted = Promise.withResolvers<never>()
  aborted.promise.catch(() => undefined)
  const abort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  if (signal.aborted) abort()
  return {
    signal,
    isLate: () => isLate,
    onOutput: listen,
    onTool: () => {
      isToolRunning = true
      listen()
    },
    onNextStep: () => {
      isToolRunning = false
      listen()
    },
    orAborted: (promise) => Promise.race([promise, aborted.promise]),
    stop: () => {
      clearTimeout(whole)
      clearTimeout(silence)
      signal.removeEventListener('abort', abort)
      ending.abort(new Error('The model call is over'))
    },
  }
}
