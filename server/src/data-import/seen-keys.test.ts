import { describe, expect, it } from 'vitest'
import { createSeenKeys } from './seen-keys.ts'

describe('the keys that a dry run has met', () => {
  const keysOf = (count: number) => Array.from({ length: count }, (_, n) => `${n % 2 ? 'ticket' : 'customer'} ${n}`)

  it('are known the second time, however many they are, and no other key is', () => {
    const seen = createSeenKeys()
    const keys = keysOf(200_000)
    expect(keys.filter((key) => !seen.isNew(key))).toEqual([])
    expect(keys.filter((key) => seen.isNew(key))).toEqual([])
    expect(keysOf(200_002).filter((key) => seen.isNew(key))).toHaveLength(2)
  })

  it('are told apart by every character, in whatever order they are', () => {
    const seen = createSeenKeys()
    for (const key of ['', 'a', 'b', 'ab', 'ba', 'aa', 'ä', 'A', 'customer 12', 'customer 21', 'ticket 12'])
      expect(seen.isNew(key), key).toBe(true)
  })
})
