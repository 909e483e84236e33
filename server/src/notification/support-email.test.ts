import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TicketId } from '#contracts/ids.ts'
import { confirmSupportEmail, sendSupportEmailCode } from '#contracts/notification/support-email.ts'
import { getSettings, saveSettings } from '#contracts/tenant/settings.ts'
import { submitTicket } from '#contracts/ticket/guest-ticket.ts'
import { makeTenant } from '#server/tenant/fixture.ts'
import type { TestClient } from '#test/client.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'
import { sinkMailer, waitForOutbox } from './fixture.ts'

const sink = sinkMailer()
let h: Harness
beforeAll(async () => {
  h = await startHarness({ overrides: { mail: sink } })
})
afterAll(() => h.stop())
beforeEach(() => {
  sink.mails.length = 0
})

const anAddress = () => `help-${crypto.randomUUID().slice(0, 13)}@hollow.example`

const businessWith = (supportEmail: string): Promise<TestTenant> =>
  makeTenant(h.platform, { businessInfo: { supportEmail }, isEmailConfirmed: false })

/** The code of the newest mail to an address. */
async function codeSentTo(address: string): Promise<string> {
  const found = () => /^\d{6}$/m.exec(sink.mails.findLast(({ to }) => to === address)?.text ?? '')?.[0]
  await expect.poll(found, { timeout: 40_000 }).toBeDefined()
  return found() as string
}

/** The recipients of the mails about a new ticket, and where the customer's replies go. */
async function mailsOfTicket(made: TestTenant, mails: number) {
  const id = crypto.randomUUID() as TicketId
  const body = { id, name: 'Ada', email: 'ada@example.com', subject: 'Left pedal', description: 'It is loose.' }
  await (await h.guest(made)).call(submitTicket, { params: { slug: made.slug }, body })
  await waitForOutbox(made.tenant, mails)
  return { to: sink.mails.map((one) => one.to), replyTo: sink.mails.find((one) => one.to === body.email)?.replyTo }
}

const isConfirmed = async (by: TestClient) => (await by.call(getSettings)).isSupportEmailConfirmed

describe('[V1] the support address', () => {
  test('gets no mail and no replies before its code was entered, and does after it', async () => {
    const address = anAddress()
    const made = await businessWith(address)
    const admin = await h.member(made, 'admin')
    expect(await mailsOfTicket(made, 1)).toEqual({ to: ['ada@example.com'], replyTo: undefined })
    expect(await admin.call(sendSupportEmailCode)).toEqual({ email: address, isConfirmed: false })
    const code = await codeSentTo(address)
    expect(await isConfirmed(admin)).toBe(false)
    await admin.call(confirmSupportEmail, { body: { code } })
    expect(await isConfirmed(admin)).toBe(true)
    sink.mails.length = 0
    const { to, replyTo } = await mailsOfTicket(made, 3)
    expect([to.toSorted(), replyTo]).toEqual([['ada@example.com', address], address])
  })

  test('is unconfirmed again when it is changed; a code is of the address it was sent to, and of who asked', async () => {
    const address = anAddress()
    const made = await businessWith(address)
    const [admin, other, agent] = [await h.member(made, 'admin'), await h.member(made, 'owner'), await h.member(made)]
    expect((await agent.fail(sendSupportEmailCode)).status).toBe(403)
    await admin.call(sendSupportEmailCode)
    const code = await codeSentTo(address)
    expect((await other.fail(confirmSupportEmail, { body: { code } })).error.reason).toBe('wrong_code')
    const { version } = await admin.call(getSettings)
    const saved = { version, businessInfo: { supportEmail: anAddress() } }
    expect((await admin.call(saveSettings, { body: saved })).isSupportEmailConfirmed).toBe(false)
    expect(await admin.call(confirmSupportEmail, { body: { code } })).toEqual({ email: address, isConfirmed: true })
    expect(await isConfirmed(admin)).toBe(false)
    expect((await admin.fail(confirmSupportEmail, { body: { code } })).error.reason).toBe('wrong_code')
  })

  test('that is the own proved address needs no code; without one there is none to confirm', async () => {
    const made = await businessWith('')
    const owner = await h.member(made, 'owner')
    expect((await owner.fail(sendSupportEmailCode)).status).toBe(409)
    const { version } = await owner.call(getSettings)
    await owner.call(saveSettings, { body: { version, businessInfo: { supportEmail: owner.email } } })
    expect(await owner.call(sendSupportEmailCode)).toEqual({ email: owner.email, isConfirmed: true })
    expect(await isConfirmed(owner)).toBe(true)
    expect(sink.mails).toEqual([])
  })
})
