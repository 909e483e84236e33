import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness } from './harness.ts'
import { raceAppCode, raceRecoveryCode, raceResetLink } from './proof/one-time-races.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

describe('of 200 requests at once', () => {
  it('[I6] exactly one sets the password by a link', async () => {
    expect(await raceResetLink(h.platform)).toBe(1)
  })

  it('[I8] exactly one is accepted with a recovery code', async () => {
    expect(await raceRecoveryCode(h.platform)).toBe(1)
  })

  it('[I8] exactly one is accepted with a code of the authenticator app', async () => {
    expect(await raceAppCode(h.platform)).toBe(1)
  })
})
