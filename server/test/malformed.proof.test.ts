import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Harness, startHarness } from './harness.ts'
import { fuzz } from './proof/send-malformed.ts'

const REQUESTS = 2000
/** FUZZ_SEED repeats a run. */
const seed = Number(process.env.FUZZ_SEED ?? 20_261_121)

let h: Harness
beforeAll(async () => {
  h = await startHarness({ env: { ROLE: 'web' } })
})
afterAll(() => h.stop())

it(`${REQUESTS} malformed requests (seed ${seed}) get replies in the error shape, without a 5xx or internal details`, async () => {
  const { requests, byStatus, faults } = await fuzz(h.platform, REQUESTS, seed)
  process.stdout.write(`  ${requests} requests, seed ${seed}: ${JSON.stringify(byStatus)}\n`)
  expect(faults.join('\n')).toBe('')
  expect(requests).toBeGreaterThanOrEqual(REQUESTS)
  // The mutations must reach every layer: some pass, some fail at each check.
  for (const status of ['200', '201', '400', '401', '404']) expect(byStatus[status] ?? 0, status).toBeGreaterThan(10)
}, 300_000)
