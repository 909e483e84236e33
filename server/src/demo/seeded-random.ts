/** A source of repeatable chance: the same seed tells the same story. */
export type Random = {
  /** A number from 0 to below 1. */
  next(): number
  /** A whole number within both bounds. */
  between(low: number, high: number): number
  pick<T>(list: readonly T[]): T
  /** A new list in another order. */
  shuffled<T>(list: readonly T[]): T[]
  /** An index of the list, as often as its weight says. */
  weighted(weights: readonly number[]): number
}

function seedOf(word: string): number {
  let hash = 0x811c9dc5
  for (const char of word) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193)
  return hash >>> 0
}

/** Repeatable chance from a word (mulberry32 over its FNV-1a hash). Not for secrets. */
export function seededRandom(word: string): Random {
  let state = seedOf(word)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    next,
    between,
    pick: (list) => list[between(0, list.length - 1)]!,
    shuffled: (list) =>
      list
        .map((item) => ({ item, order: next() }))
        .sort((a, b) => a.order - b.order)
        .map(({ item }) => item),
    weighted: (weights) => {
      let rest = next() * weights.reduce((sum, weight) => sum + weight, 0)
      return Math.max(
        0,
        weights.findIndex((weight) => {
          rest -= weight
          return rest < 0
        }),
      )
    },
  }
}
