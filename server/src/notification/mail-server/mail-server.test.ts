import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getMailServer, saveMailServer, testMailServer } from '#contracts/notification/mail-server.ts'
import { sinkMailer, waitForOutbox } from '#server/notification/fixture.ts'
import { writeMail } from '#server/notification/outbox.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'
import { smtpSink } from '#test/smtp-sink.ts'

const PASSWORD = 'canary-smtp-password'
const HOUR_MS = 3_600_000

let aheadMs = 0
const clock = { now: () => new Date(Date.now() + aheadMs) }
const platformSink = sinkMailer()
let h: Harness
let own: Awaited<ReturnType<typeof smtpSink>>
beforeAll(async () => {
  h = await startHarness({ env: { ALLOW_LOCAL_SMTP: 'true' }, overrides: { mail: platformSink, clock } })
})
afterAll(() => h.stop())
beforeEach(async () => {
  platformSink.mails.length = 0
  own = await smtpSink({ password: PASSWORD })
})
afterEach(() => own.stop())

const server = (given: object = {}) => ({
  host: '127.0.0.1',
  port: own.port,
  security: 'none' as const,
  username: 'support',
  password: PASSWORD,
  fromAddress: 'help@hollow.example',
  ...given,
})

const mail = {
  to: 'ada@example.com',
  subject: 's',
  text: 't',
  html: 'h',
  type: 'ticket_reply',
  ticketId: null,
} as const
const send = (made: TestTenant) => made.tenant.tx((t) => writeMail(t, mail))

async function withServer(given: object = {}) {
  const made = await h.tenant('Hollow & Brook')
  const owner = await h.member(made, 'owner')
  await owner.call(saveMailServer, { body: server(given) })
  return { made, owner }
}

describe('[V2] a business’s own mail server', () => {
  test('that hangs delays no mail of another business, however many wait for it', async () => {
    const [{ made }, other] = [await withServer(), await h.tenant()]
    own.behaviour = { at: 'rcpt', do: 'hang' }
    await made.tenant.tx(async (t) => {
      for (let n = 0; n < 60; n += 1) await writeMail(t, mail)
    })
    await expect.poll(() => own.connections, { timeout: 40_000 }).toBe(4)
    await send(other)
    await waitForOutbox(other.tenant, 1)
    // None of the others had to end for it.
    await waitForOutbox(made.tenant, 60, 'pending')
    await own.stop()
    await waitForOutbox(made.tenant, 60)
    expect(platformSink.mails.length).toBe(61)
  })

  test('sends the business’s mails from its own address, and shows its password to nobody', async () => {
    const { made, owner } = await withServer()
    await send(made)
    await waitForOutbox(made.tenant, 1)
    expect(own.mails).toMatchObject([{ from: 'help@hollow.example', to: ['ada@example.com'], user: 'support' }])
    expect(own.mails[0]?.raw).toContain('From: "Hollow & Brook" <help@hollow.example>')
    expect(platformSink.mails).toEqual([])
    const view = await owner.call(getMailServer, {})
    expect(view.server).toMatchObject({ hasPassword: true, failingSince: null, lastSuccessAt: expect.any(String) })
    const stored = await made.tenant.read((t) => t.sql('SELECT * FROM mail_server'))
    expect(JSON.stringify([view, stored])).not.toContain(PASSWORD)
  })

  test('that fails is replaced by the platform’s transport, is tried again after a while, and loses no mail', async () => {
    const { made, owner } = await withServer()
    own.behaviour = { at: 'rcpt', do: 'reply', reply: '451 greylisted' }
    await send(made)
    await waitForOutbox(made.tenant, 1)
    expect(platformSink.mails).toHaveLength(1)
    expect((await owner.call(getMailServer, {})).server).toMatchObject({
      failingSince: expect.any(String),
      fault: 'not_now',
      answer: expect.stringContaining('greylisted'),
    })
    own.behaviour = { at: 'never', do: 'reply' }
    await send(made)
    await waitForOutbox(made.tenant, 2)
    expect([platformSink.mails.length, own.mails.length]).toEqual([2, 0])
    aheadMs += HOUR_MS
    await send(made)
    await waitForOutbox(made.tenant, 3)
    expect([platformSink.mails.length, own.mails.length]).toEqual([2, 1])
    expect((await owner.call(getMailServer, {})).server).toMatchObject({ failingSince: null, fault: null })
  })

  test('is told by a test which step failed', async () => {
    const { owner } = await withServer()
    expect(await owner.call(testMailServer, {})).toEqual({ to: owner.email, fault: null, answer: null })
    expect(own.mails).toHaveLength(1)
    const faultOf = async (given: object) => {
      await owner.call(saveMailServer, { body: server(given) })
      return (await owner.call(testMailServer, {})).fault
    }
    expect(await faultOf({ password: 'wrong' })).toBe('auth')
    expect(await faultOf({ port: 1 })).toBe('unreachable')
    expect(await faultOf({ security: 'starttls' })).toBe('tls')
    expect(await faultOf({ security: 'tls' })).toBe('tls')
    expect(await faultOf({ host: '10.1.2.3' })).toBe('private_address')
    expect(await faultOf({ host: '169.254.169.254' })).toBe('private_address')
    expect(await faultOf({ host: 'mail.invalid' })).toBe('unknown_host')
    own.behaviour = { at: 'rcpt', do: 'reply', reply: '550 no such user' }
    expect(await faultOf({})).toBe('refused')
    own.behaviour = { at: 'end', do: 'cut' }
    expect(await faultOf({})).toBe('unreachable')
  })

  test('loses its stored password when its host or port changes without a new one', async () => {
    const { owner } = await withServer()
    const { password: _, ...without } = server()
    expect((await owner.call(saveMailServer, { body: without })).server?.hasPassword).toBe(true)
    const moved = await owner.call(saveMailServer, { body: { ...without, port: 2525 } })
    expect(moved.server?.hasPassword).toBe(false)
  })

  test('on this machine is refused unless the operator allows it', async () => {
    const closed = await startHarness({ overrides: { mail: platformSink } })
    try {
      const owner = await closed.member(await closed.tenant(), 'owner')
      await owner.call(saveMailServer, { body: server() })
      expect((await owner.call(testMailServer, {})).fault).toBe('private_address')
      expect(own.connections).toBe(0)
    } finally {
      await closed.stop()
    }
  })
})
