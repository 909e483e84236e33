/** A reproducible random generator: the same seed gives the same numbers. */
export type Random = {
  /** A number from 0 to below 1. */
  next(): number
  /** A whole number within both bounds. */
  between(low: number, high: number): number
  pick<T>(list: readonly T[]): T
  /** A new list in another order. */
  shuffled<T>(list: readonly T[]): T[]
  /** A random index of the list, with a probability in proportion to its weight. */
  weighted(weights: readonly number[]): number
}

function seedOf(text: string): number {
  let hash = 0x811c9dc5
  for (const char of text) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193)
  return hash >>> 0
}

/** A reproducible generator from a text (mulberry32 over its FNV-1a hash). Not for secrets. */
export function seededRandom(seed: string): Random {
  let state = seedOf(seed)
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
