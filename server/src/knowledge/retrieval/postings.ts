/** Inverted index: for each key the units it occurs in, ascending, with a weight each, in flat arrays. */
export type Postings = { starts: Uint32Array; units: Uint32Array; weights: Float32Array }

/** Collects (key, unit, weight) triples, unit ascending within a key, and packs them. */
export function createPostings() {
  let capacity = 1_024
  let count = 0
  let keys = new Uint32Array(capacity)
  let units = new Uint32Array(capacity)
  let weights = new Float32Array(capacity)
  const grow = () => {
    capacity *= 2
    keys = enlarged(keys, new Uint32Array(capacity))
    units = enlarged(units, new Uint32Array(capacity))
    weights = enlarged(weights, new Float32Array(capacity))
  }
  return {
    /** Adds a triple and returns its position. */
    add(key: number, unit: number, weight: number): number {
      if (count === capacity) grow()
      keys[count] = key
      units[count] = unit
      weights[count] = weight
      return count++
    },
    /** Adds 1 to the weight of the triple at a position. */
    bump(position: number) {
      weights[position]! += 1
    },
    /** Replaces every weight. */
    reweigh(weigh: (key: number, unit: number, weight: number) => number) {
      for (let i = 0; i < count; i++) weights[i] = weigh(keys[i]!, units[i]!, weights[i]!)
    },
    pack(keyCount: number): Postings {
      const starts = new Uint32Array(keyCount + 1)
      for (let i = 0; i < count; i++) starts[keys[i]! + 1]! += 1
      for (let key = 0; key < keyCount; key++) starts[key + 1]! += starts[key]!
      const next = starts.slice(0, keyCount)
      const packed = { starts, units: new Uint32Array(count), weights: new Float32Array(count) }
      for (let i = 0; i < count; i++) {
        const at = next[keys[i]!]!++
        packed.units[at] = units[i]!
        packed.weights[at] = weights[i]!
      }
      return packed
    },
  }
}

function enlarged<T extends Uint32Array | Float32Array>(from: T, to: T): T {
  to.set(from)
  return to
}

/** Adds `factor × weight` of every unit of `key` to `scores`. */
export function addPostings(postings: Postings, key: number, factor: number, scores: Float32Array): void {
  const end = postings.starts[key + 1]!
  for (let at = postings.starts[key]!; at < end; at++) scores[postings.units[at]!]! += factor * postings.weights[at]!
}

/** Adds `amount` to every unit `key` occurs in, however often. */
export function addOccurrences(postings: Postings, key: number, amount: number, scores: Float32Array): void {
  const end = postings.starts[key + 1]!
  for (let at = postings.starts[key]!; at < end; at++) scores[postings.units[at]!]! += amount
}

/** Whether `key` occurs in a unit between `first` and `end` (excluded). */
export function occursWithin(postings: Postings, key: number, first: number, end: number): boolean {
  let low = postings.starts[key]!
  let high = postings.starts[key + 1]!
  const stop = high
  while (low < high) {
    const middle = (low + high) >>> 1
    if (postings.units[middle]! < first) low = middle + 1
    else high = middle
  }
  return low < stop && postings.units[low]! < end
}
