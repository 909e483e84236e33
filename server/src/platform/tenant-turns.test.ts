import { describe, expect, it } from 'vitest'
import { createTenantTurns, type TurnLateError } from './tenant-turns.ts'

const LONG_MS = 60_000

/** Takes turns and notes the order in which they came. */
function taking(turns: ReturnType<typeof createTenantTurns>) {
  const come: string[] = []
  const ends: (() => void)[] = []
  const take = (who: string) =>
    void turns.take(who).then(
      (end) => {
        come.push(who)
        ends.push(end)
      },
      // Those that wait at the end of a test are late some time after it.
      () => undefined,
    )
  const settle = () => new Promise((done) => setImmediate(done))
  return { come, ends, take, settle }
}

describe('turns that businesses share', () => {
  it('are all of one business that is alone', async () => {
    const { come, take, settle } = taking(createTenantTurns({ atOnce: 6, ofOne: 2, waitMs: LONG_MS }))
    for (let n = 0; n < 9; n++) take('loud')
    await settle()
    expect(come).toHaveLength(6)
  })

  it('come to others at once while one has its share, and next to whoever has fewest', async () => {
    const { come, ends, take, settle } = taking(
      createTenantTurns({ atOnce: 3, ofOne: 2, waitMs: LONG_MS, now: () => 0 }),
    )
    take('quiet')
    for (let n = 0; n < 5; n++) take('loud')
    await settle()
    expect(come).toEqual(['quiet', 'loud', 'loud'])
    take('third')
    take('quiet')
    ends[1]?.()
    await settle()
    expect(come.slice(3)).toEqual(['third'])
    ends[2]?.()
    await settle()
    expect(come.slice(4)).toEqual(['loud'])
  })

  it('are all of one business again once the others are gone for a second', async () => {
    let now = 0
    const turns = createTenantTurns({ atOnce: 4, ofOne: 1, waitMs: LONG_MS, now: () => now })
    const { come, ends, take, settle } = taking(turns)
    take('quiet')
    await settle()
    ends[0]?.()
    for (let n = 0; n < 4; n++) take('loud')
    await settle()
    expect(come).toEqual(['quiet', 'loud'])
    expect(turns.waiting).toEqual({ all: 3, overShare: 3 })
    now = 1001
    ends[1]?.()
    await settle()
    expect(come).toEqual(['quiet', 'loud', 'loud', 'loud', 'loud'])
    expect(turns.waiting).toEqual({ all: 0, overShare: 0 })
  })

  it('come to who waits once the others are gone, though nobody else ends a turn', async () => {
    const turns = createTenantTurns({ atOnce: 4, ofOne: 1, waitMs: LONG_MS })
    const { come, ends, take, settle } = taking(turns)
    take('quiet')
    await settle()
    ends[0]?.()
    take('loud')
    take('loud')
    await settle()
    expect(come).toEqual(['quiet', 'loud'])
    await expect.poll(() => come, { timeout: 40_000 }).toEqual(['quiet', 'loud', 'loud'])
  })

  it('that do not come in time say whether the business has more than its share', async () => {
    const turns = createTenantTurns({ atOnce: 2, ofOne: 1, waitMs: 20, now: () => 0 })
    const endQuiet = await turns.take('quiet')
    await turns.take('loud')
    const lateOf = (who: string) =>
      turns.take(who).then(
        () => null,
        (error: TurnLateError) => error.isOverShare,
      )
    expect(await Promise.all([lateOf('loud'), lateOf('third')])).toEqual([true, false])
    endQuiet()
    await turns.take('third')
  })
})
