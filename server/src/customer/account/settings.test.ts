import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeCustomerSettings, getCustomerSettings } from '#contracts/customer/customer-settings.ts'
import { startGuestSession } from '#contracts/customer/guest-session.ts'
import type { MessageId } from '#contracts/ids.ts'
import { subscribeCustomerPush } from '#contracts/notification/customer-push.ts'
import { submitTicket } from '#contracts/ticket/guest-ticket.ts'
import { sendTicketMessage } from '#contracts/ticket/ticket.ts'
import { pathOf } from '#test/client.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

const at = ({ slug }: TestTenant) => ({ params: { slug } })
const id = () => crypto.randomUUID() as never

describe('the settings of a customer', () => {
  it('[U9] begin with e-mail and SMS on and push off, are stored, and take effect in every browser of the account', async () => {
    const acme = await h.tenant()
    const browser = await h.customer(acme)
    const read = async () => (await browser.call(getCustomerSettings, at(acme))).settings
    expect(await read()).toMatchObject({
      email: browser.email,
      notifications: { email: true, push: false, sms: true },
      language: null,
      timezone: null,
      theme: null,
      isBusinessAccount: false,
    })
    const change = { name: 'Ada Moss', language: 'fr', timezone: 'Europe/Paris', theme: 'dark' } as const
    const response = await browser.raw(pathOf(changeCustomerSettings, at(acme)), {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(change),
    })
    expect(response.headers.getSetCookie().join()).toContain('segue_language=fr')
    expect(await read()).toMatchObject(change)
    const { account } = await browser.call(startGuestSession, { ...at(acme), body: { bearer: false } })
    expect(account).toEqual({ name: 'Ada Moss', email: browser.email, timezone: 'Europe/Paris', theme: 'dark' })
    const wrong = { ...at(acme), body: { timezone: 'Mars/Base' } }
    expect(Object.keys((await browser.fail(changeCustomerSettings, wrong)).error.fields ?? {})).toEqual([
      'body.timezone',
    ])
  })

  it('[U9] are nobody else’s: a guest who is not signed in has none', async () => {
    const acme = await h.tenant()
    const guest = await h.guest(acme)
    expect(await guest.call(getCustomerSettings, at(acme))).toEqual({ settings: null })
    const { status, error } = await guest.fail(changeCustomerSettings, { ...at(acme), body: { theme: 'dark' } })
    expect([status, error.reason]).toEqual([403, 'signed_out'])
  })

  it('[U9] switch the mails of replies off, and push messages on', async () => {
    const acme = await h.tenant()
    const browser = await h.customer(acme)
    const member = await h.member(acme, 'agent')
    const ticket = { id: id(), name: 'Ada', email: browser.email, subject: 'Bell', description: 'No ring' }
    await browser.call(submitTicket, { ...at(acme), body: ticket })
    const reply = () =>
      member.call(sendTicketMessage, {
        params: { ticketId: ticket.id },
        body: { id: id() as MessageId, body: 'It is here.', visibility: 'public', fileIds: [] },
      })
    const rows = (sql: string) => queryAsOwner(h.database.ownerUrl, sql, [acme.tenant.id])
    const mails = () => rows("SELECT 1 FROM email_notification WHERE tenant_id = $1 AND type = 'ticket_reply'")
    const pushes = () => rows("SELECT 1 FROM short_message WHERE tenant_id = $1 AND channel = 'push'")
    await reply()
    expect([(await mails()).length, (await pushes()).length]).toEqual([1, 0])
    const keys = { p256dh: 'BPushKey', auth: 'secret' }
    await browser.call(subscribeCustomerPush, { ...at(acme), body: { endpoint: 'https://push.example/one', keys } })
    const notifications = { email: false, push: true }
    await browser.call(changeCustomerSettings, { ...at(acme), body: { notifications } })
    await reply()
    expect([(await mails()).length, (await pushes()).length]).toEqual([1, 1])
  })
})
