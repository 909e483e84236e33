import { describe, expect, it } from 'vitest'
import type { TenantId } from '#contracts/ids.ts'
import { createReplayBuffer } from './desk-replay-buffer.ts'

const [a, b, c] = ['a', 'b', 'c'] as unknown as [TenantId, TenantId, TenantId]
const event = { type: 'resync' } as const

describe('what a node remembers of a desk', () => {
  const replayed = (memory: ReturnType<typeof createReplayBuffer>, tenant: TenantId, afterId: string) => {
    const ids: string[] = []
    return memory.replay(tenant, afterId, (_, id) => ids.push(id)) ? ids : 'unknown'
  }

  it('is given again from every place up to the border of what it holds, and not from beyond', () => {
    const memory = createReplayBuffer({ perTenant: 3, inAll: 100 })
    const start = memory.place()
    const ids = [1, 2, 3, 4, 5].map(() => memory.keep(a, event))
    expect(replayed(memory, a, start)).toBe('unknown')
    expect(replayed(memory, a, ids[0]!)).toBe('unknown')
    expect(replayed(memory, a, ids[1]!)).toEqual(ids.slice(2))
    expect(replayed(memory, a, ids[3]!)).toEqual([ids[4]])
    expect(replayed(memory, a, ids[4]!)).toEqual([])
    const next = `${ids[4]!.split('.')[0]}.6`
    for (const strange of [next, '', 'x.1', ids[4]!.replace('.', '.-'), `${ids[4]}9`]) {
      expect(replayed(memory, a, strange)).toBe('unknown')
    }
  })

  it('holds from the start for who was there before the first event', () => {
    const memory = createReplayBuffer()
    const start = memory.place()
    expect(replayed(memory, a, start)).toEqual([])
    const id = memory.keep(a, event)
    expect(replayed(memory, a, start)).toEqual([id])
  })

  it('is never taken for whole after something was missed, however much came since', () => {
    const memory = createReplayBuffer()
    const before = memory.keep(a, event)
    const place = memory.place()
    memory.forget()
    for (let n = 0; n < 10; n += 1) memory.keep(a, event)
    expect([replayed(memory, a, before), replayed(memory, a, place)]).toEqual(['unknown', 'unknown'])
    expect(replayed(memory, a, memory.place())).toEqual([])
  })

  it('forgets the longest silent business first, and knows that it did', () => {
    const memory = createReplayBuffer({ perTenant: 3, inAll: 4 })
    const early = memory.place()
    const first = memory.keep(a, event)
    const others = [memory.keep(b, event), memory.keep(b, event)]
    const late = [memory.keep(c, event), memory.keep(c, event)]
    expect(replayed(memory, a, early)).toBe('unknown')
    expect(replayed(memory, a, first)).toEqual([])
    const again = memory.keep(a, event)
    expect(replayed(memory, a, first)).toEqual([again])
    expect(replayed(memory, b, early)).toBe('unknown')
    expect(replayed(memory, b, others[1]!)).toEqual([])
    expect(replayed(memory, c, early)).toEqual(late)
  })
})
