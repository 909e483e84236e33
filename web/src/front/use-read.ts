import { useCallback, useEffect, useState } from 'react'

export type Read<T> = { data: T | null; error: unknown; again: () => void }

/** Reads something once, and again on request; data that is there stays while it is read again. */
export function useRead<T>(read: () => Promise<T>, key: string): Read<T> {
  const [state, setState] = useState<{ data: T | null; error: unknown }>({ data: null, error: null })
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `read` is a new function at each render; `key` names what it reads
  useEffect(() => {
    let isCurrent = true
    read().then(
      (data) => isCurrent && setState({ data, error: null }),
      (error: unknown) => isCurrent && setState(({ data }) => ({ data, error })),
    )
    return () => {
      isCurrent = false
    }
  }, [key, round])
  return { ...state, again: useCallback(() => setRound((n) => n + 1), []) }
}
