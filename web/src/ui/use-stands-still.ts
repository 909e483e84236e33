import { useEffect, useState } from 'react'

/** Longer than any part of a work that its progress is shown of. */
const STILL_MS = 15_000

/** Whether a progress has been the same for 15 s: the work may be waiting for its turn among others. */
export function useStandsStill(progress: number): boolean {
  const [still, setStill] = useState<number | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setStill(progress), STILL_MS)
    return () => clearTimeout(timer)
  }, [progress])
  return still === progress
}
