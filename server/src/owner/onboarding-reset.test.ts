import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clearOnboardingFlag } from '#contracts/owner/emergency.ts'
import { makeAccount } from '#server/identity/fixture.ts'
import type { TestClient } from '#test/client.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { makeOwner } from './fixture.ts'

let h: Harness
let owner: TestClient & { email: string }
beforeAll(async () => {
  h = await startHarness()
  owner = await makeOwner(h)
})
afterAll(() => h.stop())

const flagsOf = async (email: string) =>
  (
    await queryAsOwner(
      h.database.ownerUrl,
      'SELECT needs_onboarding, onboarding_complete, reset_at, reset_by FROM auth."user" WHERE email = $1',
      [email],
    )
  )[0]

describe('the reset tool', () => {
  it('[D2] sets the four fields of the account and records the act', async () => {
    const { email, userId } = await makeAccount(h.platform)
    await h.platform.db.query('UPDATE auth."user" SET needs_onboarding = true WHERE id = $1', [userId])
    const reply = await owner.call(clearOnboardingFlag, { body: { email: email.toUpperCase() } })
    expect(reply).toMatchObject({ email, resetBy: owner.email })
    const at = new Date(reply.resetAt)
    expect(await flagsOf(email)).toEqual({
      needs_onboarding: false,
      onboarding_complete: true,
      reset_at: at,
      reset_by: owner.email,
    })
    const entries = await queryAsOwner(
      h.database.ownerUrl,
      "SELECT actor_email FROM auth.audit_log WHERE action = 'onboarding_flag_cleared' AND detail->>'email' = $1",
      [email],
    )
    expect(entries).toEqual([{ actor_email: owner.email }])
  })

  it('[D2] finds no user of another address, and changes nothing', async () => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ email: 'nobody@nowhere.example' })
    const response = await owner.raw(clearOnboardingFlag.path, { method: 'POST', body, headers })
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ error: { message: 'No user found with email' } })
  })

  it('[D2] is refused to everybody but the platform owner', async () => {
    const made = await h.tenant()
    const { email } = await makeAccount(h.platform)
    const before = await flagsOf(email)
    for (const who of [h.visitor(), await h.member(made, 'owner')]) {
      const headers = { 'content-type': 'application/json' }
      const response = await who.raw(clearOnboardingFlag.path, {
        method: 'POST',
        body: JSON.stringify({ email }),
        headers,
      })
      expect(response.status).toBeGreaterThanOrEqual(401)
    }
    expect(await flagsOf(email)).toEqual(before)
  })
})
