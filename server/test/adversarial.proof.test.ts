import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { injections } from './adversarial/injections.ts'
import { inventions } from './adversarial/inventions.ts'
import { leaks } from './adversarial/leaks.ts'
import { playAll } from './adversarial/play.ts'
import { type Harness, startHarness } from './harness.ts'
import { type Standin, startStandin } from './standin/server.ts'

let h: Harness
let standin: Standin
beforeAll(async () => {
  standin = await startStandin()
  h = await startHarness({ env: { AI_ORIGIN: standin.url } })
})
afterAll(async () => {
  await h.stop()
  await standin.stop()
})

describe('the assistant against adversarial models, customers and knowledge', () => {
  it.each([
    ['inventions', inventions, 30],
    ['leaks', leaks, 25],
    ['injections', injections, 30],
  ] as const)(
    '[H8] shows a customer no canary of the cases of %s',
    async (_, cases, atLeast) => {
      expect(cases.length).toBeGreaterThanOrEqual(atLeast)
      const outcomes = await playAll({ platform: h.platform, url: h.url, standin }, cases)
      const failed = outcomes.filter(({ reached }) => reached.length > 0)
      expect(failed.map(({ name, via, language, reached, seen }) => ({ name, via, language, reached, seen }))).toEqual(
        [],
      )
      expect(outcomes).toHaveLength(cases.length)
    },
    120_000,
  )

  it('[H8] still gives the fact of the knowledge when a model adds an invention to it', async () => {
    const outcomes = await playAll({ platform: h.platform, url: h.url, standin }, inventions.slice(0, 12))
    expect(outcomes.filter(({ isUseful }) => !isUseful).map(({ name }) => name)).toEqual([])
  }, 60_000)
})
