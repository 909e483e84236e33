import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { InvitationId } from '#contracts/ids.ts'
import { getChecklist } from '#contracts/signup/checklist.ts'
import { inviteMember, withdrawInvitation } from '#contracts/team/invitation.ts'
import { type Harness, startHarness } from '#test/harness.ts'

let aheadMs = 0
let h: Harness
beforeAll(async () => {
  h = await startHarness({ overrides: { clock: { now: () => new Date(Date.now() + aheadMs) } } })
})
afterAll(() => h.stop())

describe('the colleague of the checklist', () => {
  it('[N5] is invited while an invitation can be accepted, and counted with the members; a withdrawn or expired one counts no more', async () => {
    const acme = await h.tenant()
    const owner = await h.member(acme, 'owner')
    const read = async () => {
      const { steps, memberCount, openInvitationCount } = await owner.call(getChecklist)
      return { isDone: steps.find(({ id }) => id === 'colleague')?.isDone, memberCount, openInvitationCount }
    }
    const invite = async () => {
      const id = crypto.randomUUID() as InvitationId
      await owner.call(inviteMember, { body: { id, email: `i${id.slice(0, 13)}@example.com`, role: 'agent' } })
      return id
    }
    expect(await read()).toEqual({ isDone: false, memberCount: 1, openInvitationCount: 0 })
    const invitationId = await invite()
    expect(await read()).toEqual({ isDone: true, memberCount: 1, openInvitationCount: 1 })
    await owner.call(withdrawInvitation, { params: { invitationId } })
    expect(await read()).toEqual({ isDone: false, memberCount: 1, openInvitationCount: 0 })

    await invite()
    // Eight days later the invitation has expired; the session is a new one.
    aheadMs = 8 * 86_400_000
    const later = await h.member(acme, 'admin')
    const { memberCount, openInvitationCount } = await later.call(getChecklist)
    expect({ memberCount, openInvitationCount }).toEqual({ memberCount: 2, openInvitationCount: 0 })
  })
})
