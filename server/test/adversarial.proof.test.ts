import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { injections } from './adversarial/injections.ts'
import { inventions } from './adversarial/inventions.ts'
import { leaks } from './adversarial/leaks.ts'
import { runCases } from './adversarial/run-cases.ts'
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
    ['invention', inventions, 30],
    ['leak', leaks, 25],
    ['injection', injections, 30],
  ] as const)(
    '[H8] shows a customer no canary of the %s cases',
    async (_, cases, atLeast) => {
      expect(cases.length).toBeGreaterThanOrEqual(atLeast)
      const outcomes = await runCases({ platform: h.platform, url: h.url, standin }, cases)
      const failed = outcomes.filter(({ reached }) => reached.length > 0)
      expect(failed.map(({ name, via, language, reached, seen }) => ({ name, via, language, reached, seen }))).toEqual(
        [],
      )
      expect(outcomes).toHaveLength(cases.length)
    },
    120_000,
  )

  it('[H8] shows the correct sentence of a reply to which the model adds an invented one', async () => {
    const outcomes = await runCases({ platform: h.platform, url: h.url, standin }, inventions.slice(0, 12))
    expect(outcomes.filter(({ isUseful }) => !isUseful).map(({ name }) => name)).toEqual([])
  }, 60_000)
})
