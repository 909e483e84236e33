import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type SearchResult, searchDesk } from '#contracts/search/search.ts'
import { call } from '#web/lib/call.ts'

const PAUSE_MS = 150
const MIN_CHARACTERS = 2

type Search = {
  /** What was found last; null before, and where too little is typed. */
  found: SearchResult | null
  /** The answer for what is typed now is on its way. */
  isWaiting: boolean
  error: unknown
  retry: () => void
}

/** Searches after each pause in typing; an answer for words that were changed meanwhile is dropped, its request cancelled. */
export function useSearch(typed: string): Search {
  const words = typed.trim()
  const [asked, ask] = useState('')
  useEffect(() => {
    const pause = setTimeout(() => ask(words), PAUSE_MS)
    return () => clearTimeout(pause)
  }, [words])
  const isEnabled = words.length >= MIN_CHARACTERS
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: ['search', asked],
    queryFn: ({ signal }) => call(searchDesk, { query: { words: asked } }, { signal }),
    enabled: isEnabled && asked.length >= MIN_CHARACTERS,
    staleTime: 10_000,
    placeholderData: keepPreviousData,
  })
  const isWaiting = isEnabled && (asked !== words || isPlaceholderData || (isFetching && !data))
  return {
    found: isEnabled ? (data ?? null) : null,
    isWaiting: isWaiting && !error,
    error: isEnabled ? error : null,
    retry: () => void refetch(),
  }
}
