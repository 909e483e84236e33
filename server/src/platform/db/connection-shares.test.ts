import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TurnLateError } from '#server/platform/tenant-turns.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { asAppError } from './database-errors.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness({})
})
afterAll(() => h.stop())

/** An advisory lock that nothing else takes. */
const LOCK = 4_211_042
const SLOW = 40

describe('the connections of the pool', () => {
  it('are not all of one business: beside many slow transactions of one another begins its own at once', async () => {
    const [loud, quiet, holder] = await Promise.all([h.tenant(), h.tenant(), h.tenant()])
    const [isHeld, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holding = holder.tenant.tx(async (t) => {
      await t.sql(`SELECT pg_advisory_xact_lock(${LOCK})`)
      isHeld.resolve()
      await release.promise
    })
    await isHeld.promise
    let ended = 0
    const flood = Array.from({ length: SLOW }, () =>
      loud.tenant
        .tx((t) => t.sql(`SELECT pg_advisory_xact_lock(${LOCK})`))
        .then(() => {
          ended += 1
        }),
    )
    // Of the flood four have a connection, and none can end before this one did.
    await quiet.tenant.tx((t) => t.sql('SELECT 1'))
    expect(ended).toBe(0)
    release.resolve()
    await Promise.all([holding, ...flood])
    expect(ended).toBe(SLOW)
  })

  it('that one waits for too long because of its own share are refused with that reason and what to do', () => {
    expect(asAppError(new TurnLateError(true))).toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('more requests under way than its share'),
      details: { reason: 'over_share', retryAfterSeconds: 5 },
    })
    expect(asAppError(new TurnLateError(false))).toMatchObject({
      code: 'unavailable',
      details: { retryAfterSeconds: 2 },
    })
  })
})
