/**
 * Keeps what was worked out of a text, the least recently used going first: the same passages answer many customers. Only for what
 * depends on the text alone, so that nothing of one business can tell another anything.
 */
export function memoize<T>(work: (text: string) => T, atMost: number): (text: string) => T {
  const held = new Map<string, T>()
  return (text) => {
    const known = held.get(text)
    const made = known ?? work(text)
    held.delete(text)
    held.set(text, made)
    if (held.size > atMost) held.delete(held.keys().next().value as string)
    return made
  }
}

/** Passages in use by the businesses that are being asked: some 5 kB each. */
export const CACHED_PASSAGES = 500
