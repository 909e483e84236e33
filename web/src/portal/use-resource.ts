import { useCallback, useEffect, useEffectEvent, useState } from 'react'

/** A value read from the server, with its error and loading state. */
export type Resource<T> = {
  value: T | null
  error: unknown
  isLoading: boolean
  reload: () => void
  /** Sets the reply of a call as the value, instead of reading again. */
  set: (value: T) => void
}

/** Reads when `key` changes; the last value stays while it reads again. An outdated answer is dropped. `first` is shown until the first answer. */
export function useResource<T>(
  key: string,
  read: (signal: AbortSignal) => Promise<T>,
  first: T | null = null,
): Resource<T> {
  const [state, setState] = useState<{ key: string; value: T | null; error: unknown; isLoading: boolean }>({
    key,
    value: first,
    error: null,
    isLoading: true,
  })
  const [turn, setTurn] = useState(0)
  const readNow = useEffectEvent(read)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `turn` reads again
  useEffect(() => {
    const ended = new AbortController()
    setState((known) => ({ ...known, key, isLoading: true, error: null }))
    readNow(ended.signal).then(
      (value) => !ended.signal.aborted && setState({ key, value, error: null, isLoading: false }),
      (error: unknown) => !ended.signal.aborted && setState((known) => ({ ...known, error, isLoading: false })),
    )
    return () => ended.abort()
  }, [key, turn])
  const reload = useCallback(() => setTurn((last) => last + 1), [])
  const set = useCallback((value: T) => setState((known) => ({ ...known, value, error: null })), [])
  return { value: state.value, error: state.error, isLoading: state.isLoading || state.key !== key, reload, set }
}
