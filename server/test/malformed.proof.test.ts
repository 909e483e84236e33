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

it(`answers ${REQUESTS} malformed requests (seed ${seed}) in the error shape, never with a fault or its own innards`, async () => {
  const { requests, byStatus, faults } = await fuzz(h.platform, REQUESTS, seed)
  process.stdout.write(`  ${requests} requests, seed ${seed}: ${JSON.stringify(byStatus)}\n`)
  expect(faults.join('\n')).toBe('')
  expect(requests).toBeGreaterThanOrEqual(REQUESTS)
  // The mutations must not all end at the door: some get through, some at each fence.
  for (const status of ['200', '201', '400', '401', '404']) expect(byStatus[status] ?? 0, status).toBeGreaterThan(10)
}, 300_000)
