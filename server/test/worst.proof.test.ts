import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness } from '#test/harness.ts'
import { type Standin, startStandin } from '#test/standin/server.ts'
import { injections } from './worst/injections.ts'
import { inventions } from './worst/inventions.ts'
import { leaks } from './worst/leaks.ts'
import { playAll } from './worst/play.ts'

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

describe('the worst models, customers and texts', () => {
  it.each([
    ['inventions', inventions, 30],
    ['leaks', leaks, 25],
    ['injections', injections, 30],
  ] as const)(
    '[H8] %s: nothing of them reaches a customer',
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

  it('[H8] are answered with what the knowledge says, where it says something', async () => {
    const outcomes = await playAll({ platform: h.platform, url: h.url, standin }, inventions.slice(0, 12))
    expect(outcomes.filter(({ isUseful }) => !isUseful).map(({ name }) => name)).toEqual([])
  }, 60_000)
})
