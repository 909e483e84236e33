/**
 * Caches the results of a function of a text, at most so many; the least recently used is evicted first. Only for functions that depend
 * on the text alone: the cache is shared by all tenants, so that a result must not contain anything of one of them.
 */
export function memoize<T>(compute: (text: string) => T, maxEntries: number): (text: string) => T {
  const cache = new Map<string, T>()
  return (text) => {
    const cached = cache.get(text)
    const result = cached ?? compute(text)
    cache.delete(text)
    cache.set(text, result)
    if (cache.size > maxEntries) cache.delete(cache.keys().next().value as string)
    return result
  }
}

/** Cached results per function of a passage, some 5 kB each. */
export const CACHED_PASSAGES = 500
