/** Maps 32-bit hashes to ids 0, 1, 2 … in order of appearance; a Map of the same size needs four times the time and memory. */
export type HashVocabulary = {
  readonly size: number
  /** The id of a hash, which is added if it is new. */
  add(hash: number): number
  /** The id of a hash, -1 if it was never added. */
  find(hash: number): number
}

/** Open addressing with linear probing, at most half full. */
export function createHashVocabulary(): HashVocabulary {
  let capacity = 1_024
  let size = 0
  let hashes = new Int32Array(capacity)
  let keys = new Int32Array(capacity).fill(-1)

  const slotOf = (hash: number): number => {
    // The low bits of FNV alone cluster.
    let slot = (hash ^ (hash >>> 15)) & (capacity - 1)
    while (keys[slot] !== -1 && hashes[slot] !== hash) slot = (slot + 1) & (capacity - 1)
    return slot
  }
  const grow = () => {
    const old = { hashes, keys }
    capacity *= 2
    hashes = new Int32Array(capacity)
    keys = new Int32Array(capacity).fill(-1)
    for (const [position, key] of old.keys.entries()) {
      if (key === -1) continue
      const slot = slotOf(old.hashes[position]!)
      hashes[slot] = old.hashes[position]!
      keys[slot] = key
    }
  }

  return {
    get size() {
      return size
    },
    add(hash) {
      const slot = slotOf(hash)
      if (keys[slot] !== -1) return keys[slot]!
      hashes[slot] = hash
      keys[slot] = size
      size += 1
      if (size * 2 > capacity) grow()
      return size - 1
    },
    find: (hash) => keys[slotOf(hash)]!,
  }
}
