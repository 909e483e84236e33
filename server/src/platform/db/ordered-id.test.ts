import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { orderedId } from './ordered-id.ts'

describe('ordered ids', () => {
  it('are UUIDs of version 7, each greater than the one before, also beyond 4,096 in a millisecond', () => {
    const ids = Array.from({ length: 20_000 }, () => orderedId())
    for (const id of ids) expect(z.uuidv7().safeParse(id).success, id).toBe(true)
    expect([...ids].sort()).toEqual(ids)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('end in random bits, and begin with the time', () => {
    const before = Date.now()
    const ids = Array.from({ length: 100 }, () => orderedId())
    expect(new Set(ids.map((id) => id.slice(19))).size).toBe(ids.length)
    const at = Number.parseInt((ids[0] as string).replace('-', '').slice(0, 12), 16)
    expect(at).toBeGreaterThanOrEqual(before)
  })
})
