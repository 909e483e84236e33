/** How long a call is waited for: until its first words, again after each round of tools, and for all of it. */
export type CallTimeouts = {
  /** Aborts when time is up or the caller gave up. */
  signal: AbortSignal
  isLate(): boolean
  /** The provider said something. */
  heard(): void
  /** The provider is asked again. */
  asked(): void
  /** Takes no longer than the patience lasts: rejects as soon as the signal aborts, whatever the promise does. */
  wait<T>(promise: Promise<T>): Promise<T>
  /** Ends what is still under way: nobody listens any more. */
  stop(): void
}

/** Milliseconds; `caller` is whoever may give the call up. */
export function patience(caller: AbortSignal, firstTokenMs: number, totalMs: number): CallTimeouts {
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
    heard: () => clearTimeout(first),
    asked: () => {
      clearTimeout(first)
      first = setTimeout(expire, firstTokenMs)
    },
    wait: (promise) => Promise.race([promise, aborted.promise]),
    stop: () => {
      clearTimeout(whole)
      clearTimeout(first)
      signal.removeEventListener('abort', abort)
      ending.abort(new Error('The model call is over'))
    },
  }
}
