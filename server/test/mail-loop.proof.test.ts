import { afterAll, beforeAll, expect, it } from 'vitest'
import { MAIL_ENV } from '#server/inbound-mail/fixture.ts'
import { sinkMailer } from '#server/notification/fixture.ts'
import { type Harness, startHarness } from './harness.ts'
import { type Installation, isBroken, playLoops } from './proof/mail-loop.ts'

const harnesses: Harness[] = []

async function installation(env: Record<string, string>): Promise<Installation> {
  const sink = sinkMailer()
  const harness = await startHarness({ env: { ...MAIL_ENV, ...env }, overrides: { mail: sink } })
  harnesses.push(harness)
  return { platform: harness.platform, url: harness.url, sink }
}

let one: Installation
let other: Installation
beforeAll(async () => {
  one = await installation({ BASE_URL: 'http://one.example' })
  other = await installation({ BASE_URL: 'http://other.example', INBOUND_MAIL_ADDRESS: 'help@mail.example.org' })
})
afterAll(async () => {
  for (const harness of harnesses) await harness.stop()
})

it('[V4] programs that answer each mail, whether they say so or hide it, get at most one automatic mail and then none', async () => {
  const results = await playLoops(one, other)
  expect(results.length).toBeGreaterThanOrEqual(14)
  for (const result of results) expect(isBroken(result), JSON.stringify(result)).toBe(true)
  // The simulator does reach what answers: most of them got one.
  expect(results.filter(({ automatic }) => automatic === 1).length).toBeGreaterThanOrEqual(10)
}, 300_000)
