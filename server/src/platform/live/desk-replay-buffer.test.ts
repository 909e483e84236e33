import { describe, expect, it } from 'vitest'
import type { TenantId } from '#contracts/ids.ts'
import { createReplayBuffer } from './desk-replay-buffer.ts'

const [a, b, c] = ['a', 'b', 'c'] as unknown as [TenantId, TenantId, TenantId]
const event = { type: 'resync' } as const

describe('the replay buffer of the desks', () => {
  const replayed = (buffer: ReturnType<typeof createReplayBuffer>, tenant: TenantId, afterId: string) => {
    const ids: string[] = []
    return buffer.replay(tenant, afterId, (_, id) => ids.push(id)) ? ids : 'unknown'
  }

  it('replays from every id that is still buffered, and from no other', () => {
    const buffer = createReplayBuffer({ perTenant: 3, inAll: 100 })
    const start = buffer.newestId(a)
    const ids = [1, 2, 3, 4, 5].map(() => buffer.add(a, event))
    expect(replayed(buffer, a, start)).toBe('unknown')
    expect(replayed(buffer, a, ids[0]!)).toBe('unknown')
    expect(replayed(buffer, a, ids[1]!)).toEqual(ids.slice(2))
    expect(replayed(buffer, a, ids[3]!)).toEqual([ids[4]])
    expect(replayed(buffer, a, ids[4]!)).toEqual([])
    const next = `${ids[4]!.split('.')[0]}.6`
    for (const unknown of [next, '', 'x.1', ids[4]!.replace('.', '.-'), `${ids[4]}9`]) {
      expect(replayed(buffer, a, unknown)).toBe('unknown')
    }
  })

  it('replays from the start to a stream that began before the first event', () => {
    const buffer = createReplayBuffer()
    const start = buffer.newestId(a)
    expect(replayed(buffer, a, start)).toEqual([])
    const id = buffer.add(a, event)
    expect(replayed(buffer, a, start)).toEqual([id])
  })

  it('replays from no id before a gap, however many events came since', () => {
    const buffer = createReplayBuffer()
    const before = buffer.add(a, event)
    const newest = buffer.newestId(a)
    buffer.clear()
    for (let n = 0; n < 10; n += 1) buffer.add(a, event)
    expect([replayed(buffer, a, before), replayed(buffer, a, newest)]).toEqual(['unknown', 'unknown'])
    expect(replayed(buffer, a, buffer.newestId(a))).toEqual([])
  })

  it('numbers the events of each tenant without regard to the others', () => {
    const buffer = createReplayBuffer()
    const numberOf = (id: string) => Number(id.split('.')[1])
    const first = buffer.add(a, event)
    for (let n = 0; n < 50; n += 1) buffer.add(b, event)
    expect(numberOf(buffer.add(a, event))).toBe(numberOf(first) + 1)
  })

  it('evicts the tenant with the oldest last event first, and replays nothing evicted', () => {
    const buffer = createReplayBuffer({ perTenant: 3, inAll: 4 })
    const early = buffer.newestId(a)
    const first = buffer.add(a, event)
    const others = [buffer.add(b, event), buffer.add(b, event)]
    const late = [buffer.add(c, event), buffer.add(c, event)]
    expect(replayed(buffer, a, early)).toBe('unknown')
    expect(replayed(buffer, a, first)).toEqual([])
    const again = buffer.add(a, event)
    expect(replayed(buffer, a, first)).toEqual([again])
    expect(replayed(buffer, b, early)).toBe('unknown')
    expect(replayed(buffer, b, others[1]!)).toEqual([])
    expect(replayed(buffer, c, early)).toEqual(late)
  })
})
