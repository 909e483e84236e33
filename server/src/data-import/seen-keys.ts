const SMALLEST = 1 << 12

/**
 * Keys that were met, each as 64 bits of a hash: an export has hundreds of thousands, and as texts in a Set they take ten times the memory. Among a million keys
 * two are taken for one with a probability of 1 to 40 million.
 */
export function createSeenKeys() {
  // Two numbers a place; both 0 is a free one.
  let places = new Uint32Array(2 * SMALLEST)
  let count = 0
  const grow = () => {
    const old = places
    places = new Uint32Array(2 * old.length)
    for (let at = 0; at < old.length; at += 2) {
      const [first, second] = [old[at] ?? 0, old[at + 1] ?? 0]
      if (first !== 0 || second !== 0) put(places, first, second)
    }
  }
  return {
    /** Whether it is met for the first time. */
    isNew: (key: string): boolean => {
      const isPut = put(places, ...hashOf(key))
      if (isPut) count += 1
      // At most half is taken, so that a free place is near.
      if (4 * count > places.length) grow()
      return isPut
    },
  }
}

/** False where it is there already. */
function put(places: Uint32Array, first: number, second: number): boolean {
  const mask = places.length / 2 - 1
  for (let at = first & mask; ; at = (at + 1) & mask) {
    const [one, other] = [places[2 * at], places[2 * at + 1]]
    if (one === first && other === second) return false
    if (one !== 0 || other !== 0) continue
    places[2 * at] = first
    places[2 * at + 1] = second
    return true
  }
}

/** Two hashes of 32 bits that know of each other (cyrb53, which mixes as MurmurHash does); never both 0. */
function hashOf(key: string): [number, number] {
  let [a, b] = [0xdeadbeef, 0x41c6ce57]
  for (let at = 0; at < key.length; at += 1) {
    const code = key.charCodeAt(at)
    a = Math.imul(a ^ code, 2654435761)
    b = Math.imul(b ^ code, 1597334677)
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return [a >>> 0 || 1, b >>> 0]
}
