import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { signOut } from '#contracts/identity/session.ts'
import type { MessageId, TeamId, TicketId } from '#contracts/ids.ts'
import { LANGUAGES } from '#contracts/languages.ts'
import { blockAddress, LetterKind, listOutbox, previewLetter, retryMail } from '#contracts/notification/outbox.ts'
import { confirmPhone, removePhone, sendPhoneCode } from '#contracts/notification/phone.ts'
import { getPreferences, savePreferences, sendChannelTest, subscribePush } from '#contracts/notification/preferences.ts'
import { setAvailability } from '#contracts/team/staff.ts'
import { createTeam } from '#contracts/team/team.ts'
import { submitTicket } from '#contracts/ticket/guest-ticket.ts'
import { assignTicket, sendTicketMessage } from '#contracts/ticket/ticket.ts'
import { makeSession } from '#server/identity/fixture.ts'
import { outgoing } from '#server/platform/http/outgoing.ts'
import { createLog } from '#server/platform/log.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { clientOf, type TestClient } from '#test/client.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'
import { sendDigests } from './digest.ts'
import { readOutbox, sinkMailer, waitForOutbox } from './fixture.ts'
import { listPushSubscriptions } from './preference-queries.ts'
import { deliverShortMessage } from './short-messages/queue.ts'
import { pushKeyOf } from './short-messages/vapid.ts'

/** A push service and text message gateway that answers as its `status` is set and stores what it gets. */
const gateway = { status: 201, requests: [] as { url: string; headers: Record<string, unknown>; body: string }[] }
const http = createServer(async (request, reply) => {
  const body = await text(request)
  gateway.requests.push({ url: request.url ?? '', headers: request.headers, body })
  reply.writeHead(gateway.status).end('{}')
})

let aheadMs = 0
const clock = { now: () => new Date(Date.now() + aheadMs) }
const sink = sinkMailer()
let h: Harness
let origin: string
beforeAll(async () => {
  await new Promise<void>((ready) => http.listen(0, '127.0.0.1', ready))
  origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const env = { SMS_ACCOUNT_SID: 'AC1', SMS_AUTH_TOKEN: 'canary-token', SMS_FROM: '+15005550006', SMS_ORIGIN: origin }
  const overrides = { mail: sink, clock, http: outgoing({ log: createLog('silent'), allowLoopback: true }) }
  h = await startHarness({ env, overrides })
})
afterAll(async () => {
  await h.stop()
  http.close()
})
beforeEach(() => {
  sink.mails.length = 0
  gateway.requests.length = 0
  gateway.status = 201
})

const newId = <Id extends string>() => crypto.randomUUID() as Id

async function submit(made: TestTenant, email = 'ada@example.com'): Promise<TicketId> {
  const id = newId<TicketId>()
  const body = { id, name: 'Ada', email, subject: 'Left pedal', description: 'It is loose.' }
  await (await h.guest(made)).call(submitTicket, { params: { slug: made.slug }, body })
  return id
}

/** The code of the newest text message. */
const codeSent = () => /\d{6}/.exec(new URLSearchParams(gateway.requests.at(-1)?.body).get('Body') ?? '')?.[0] ?? ''

async function confirmNumber(by: TestClient, phone: string): Promise<string | null> {
  await by.call(sendPhoneCode, { body: { phone } })
  return (await by.call(confirmPhone, { body: { code: codeSent() } })).phone
}

const shortMessages = (tenant: Tenant) =>
  tenant.read((t) =>
    t.sql<{ id: string; status: string; lastError: string | null }>(
      'SELECT id, status, last_error AS "lastError" FROM short_message',
    ),
  )

describe('[V1] what a member gets', () => {
  test('is their own matters: an assigned ticket and a note that names them, until they choose otherwise', async () => {
    const made = await h.tenant()
    const agent = await h.member(made, 'agent', 'Ann Lee')
    const owner = await h.member(made, 'owner', 'Olga')
    const ticketId = await submit(made)
    await waitForOutbox(made.tenant, 2)
    await owner.call(assignTicket, { params: { ticketId }, body: { assigneeId: agent.actor.userId, version: 1 } })
    const note = (body: string) => ({ id: newId<MessageId>(), body, visibility: 'note' as const })
    await owner.call(sendTicketMessage, { params: { ticketId }, body: note('@Anna is somebody else') })
    await owner.call(sendTicketMessage, { params: { ticketId }, body: note('@Ann Lee, please look') })
    await waitForOutbox(made.tenant, 4)
    const toAgent = sink.mails.filter(({ to }) => to === agent.email)
    expect(toAgent.map(({ subject }) => subject.replace(/^\[#\d+\] /, '')).sort()).toEqual([
      'Assigned to you: Left pedal',
      'You were mentioned: Left pedal',
    ])
    const link = toAgent[0]?.unsubscribeUrl ?? ''
    expect(
      await fetch(link, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) }),
    ).toMatchObject({ status: 204 })
    expect((await fetch(`${link}x`, { method: 'POST' })).status).toBe(404)
    const { choices } = await agent.call(getPreferences, {})
    expect([choices.assigned.mail, choices.mention.mail].sort()).toEqual([false, true])
  })

  test('is a ticket of their team, once for each assignment, while they are available', async () => {
    const made = await h.tenant()
    const owner = await h.member(made, 'owner')
    const [free, assignee, away, silent] = [
      await h.member(made, 'agent', 'Fay'),
      await h.member(made, 'agent', 'Ann'),
      await h.member(made, 'agent', 'Abe'),
      await h.member(made, 'agent', 'Sid'),
    ]
    await away.call(setAvailability, { body: { availability: 'away' } })
    const { choices } = await silent.call(getPreferences, {})
    const off = { ...choices, team_assigned: { ...choices.team_assigned, mail: false, push: false } }
    await silent.call(savePreferences, { body: { choices: off, mailRhythm: 'immediately' } })
    const memberIds = [owner, free, assignee, away, silent].map(({ actor }) => actor.userId)
    const id = newId<TeamId>()
    await owner.call(createTeam, { body: { id, name: 'Billing', memberIds } })
    const ticketId = await submit(made)
    const assign = (body: object) => owner.call(assignTicket, { params: { ticketId }, body: body as never })
    const first = await assign({ version: 1, assigneeId: assignee.actor.userId })
    const second = await assign({ version: first.version, teamId: id })
    const third = await assign({ version: second.version, teamId: id })
    await assign({ version: third.version, assigneeId: null })
    const toTeam = (await readOutbox(made.tenant)).filter(({ type }) => type === 'ticket_team_assigned')
    expect(toTeam.map(({ to, subject }) => [to, subject.replace(/#\d+/, '#')])).toEqual([
      [free.email, '[#] For Billing: Left pedal'],
    ])
    expect(toTeam[0]?.text).toContain('your team Billing')
  })

  test('comes in one mail each morning to who chose that', async () => {
    const made = await h.tenant()
    const owner = await h.member(made, 'owner')
    const { choices } = await owner.call(getPreferences, {})
    await owner.call(savePreferences, { body: { choices, mailRhythm: 'daily' } })
    await submit(made)
    await submit(made)
    expect((await readOutbox(made.tenant)).map(({ type }) => type)).not.toContain('ticket_notification')
    await sendDigests.run(h.platform)
    expect((await readOutbox(made.tenant)).map(({ type }) => type)).not.toContain('digest')
    aheadMs += 25 * 3_600_000
    await sendDigests.run(h.platform)
    await sendDigests.run(h.platform)
    const digests = (await readOutbox(made.tenant)).filter(({ type }) => type === 'digest')
    expect(digests.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^2 notifications from/)])
  })
})

describe('[V1] other channels', () => {
  test('a push message is encrypted for the browser, and one that is gone is forgotten', async () => {
    const made = await h.tenant()
    const agent = await h.member(made, 'agent')
    await expect(agent.call(sendChannelTest, { body: { channel: 'push' } })).rejects.toThrow(/No browser of yours/)
    const keys = { p256dh: pushKeyOf(h.platform).publicKey, auth: 'c2VjcmV0LXNlY3JldC1zZQ' }
    await agent.call(subscribePush, { body: { endpoint: `${origin}/push/1`, keys } })
    await agent.call(sendChannelTest, { body: { channel: 'push' } })
    const isSent = async () => expect(await shortMessages(made.tenant)).toMatchObject([{ status: 'sent' }])
    await vi.waitFor(isSent, { timeout: 40_000 })
    expect(gateway.requests).toMatchObject([
      { url: '/push/1', headers: { 'content-encoding': 'aes128gcm', ttl: '86400' } },
    ])
    expect(gateway.requests[0]?.headers.authorization).toMatch(/^vapid t=/)
    expect(gateway.requests[0]?.body).not.toContain('It works')
    gateway.status = 410
    await agent.call(sendChannelTest, { body: { channel: 'push' } })
    const isForgotten = async () => expect((await agent.call(getPreferences, {})).pushDevices).toEqual([])
    await vi.waitFor(isForgotten, { timeout: 40_000 })
  })

  test('a browser gets push messages no longer than its session, nor those of who used it before', async () => {
    const made = await h.tenant()
    const [first, second] = [await h.member(made), await h.member(made)]
    const keys = { p256dh: pushKeyOf(h.platform).publicKey, auth: 'c2VjcmV0LXNlY3JldC1zZQ' }
    const add = (member: typeof first) =>
      member.call(subscribePush, { body: { endpoint: `${origin}/push/shared`, keys } })
    const devicesOf = async ({ actor }: typeof first) =>
      (await made.tenant.read((t) => listPushSubscriptions(t, actor.userId))).length
    await add(first)
    expect([await devicesOf(first), await devicesOf(second)]).toEqual([1, 0])
    await add(second)
    expect([await devicesOf(first), await devicesOf(second)]).toEqual([0, 1])
    const elsewhere = clientOf(h.url, { cookie: await makeSession(h.platform, second.actor.userId) })
    await elsewhere.call(signOut)
    expect(await devicesOf(second)).toBe(1)
    await second.call(signOut)
    expect(await devicesOf(second)).toBe(0)
  })

  test('a text message goes to the gateway with its sign-in; a refused number ends it, a full gateway does not', async () => {
    const made = await h.tenant()
    const agent = await h.member(made, 'agent')
    await confirmNumber(agent, '+49 151 234-56789')
    gateway.requests.length = 0
    for (const [status, expected] of [
      [201, 'sent'],
      [400, 'failed'],
      [429, 'pending'],
      [401, 'pending'],
    ] as const) {
      gateway.status = status
      await made.tenant.tx((t) => t.sql('DELETE FROM short_message'))
      await agent.call(sendChannelTest, { body: { channel: 'sms' } })
      await vi.waitFor(async () => {
        const [row] = await shortMessages(made.tenant)
        expect([row?.status, row?.lastError === null]).toEqual([expected, expected === 'sent'])
      })
    }
    const [first] = gateway.requests
    expect(first?.url).toBe('/2010-04-01/Accounts/AC1/Messages.json')
    expect(first?.headers.authorization).toBe(`Basic ${Buffer.from('AC1:canary-token').toString('base64')}`)
    expect(new URLSearchParams(first?.body).get('To')).toBe('+4915123456789')
    const [waiting] = await shortMessages(made.tenant)
    gateway.status = 201
    await deliverShortMessage.run(h.platform, { tenantId: made.tenant.id, messageId: waiting?.id ?? '' })
    expect(await shortMessages(made.tenant)).toMatchObject([{ status: 'sent' }])
  })
})

describe('[V1] a telephone number', () => {
  const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

  test('gets text messages once its code was entered: five guesses, one use, ten minutes, stored signed', async () => {
    const made = await h.tenant()
    const [agent, other] = [await h.member(made, 'agent'), await h.member(made, 'agent')]
    const phone = `+49151${Math.floor(Math.random() * 1e8)}`
    await agent.call(sendPhoneCode, { body: { phone } })
    const code = codeSent()
    expect(new URLSearchParams(gateway.requests[0]?.body).get('To')).toBe(phone)
    const stored = await made.tenant.read((t) =>
      t.sql<{ row: string }>('SELECT confirmation_code::text AS row FROM confirmation_code'),
    )
    expect(stored[0]?.row).not.toContain(code)
    await expect(agent.call(sendChannelTest, { body: { channel: 'sms' } })).rejects.toThrow(/no confirmed telephone/)
    expect((await other.fail(confirmPhone, { body: { code } })).error.reason).toBe('wrong_code')
    const guess = () => agent.fail(confirmPhone, { body: { code: wrong(code) } })
    await Promise.all([guess(), guess(), guess(), guess(), guess()])
    expect((await agent.fail(confirmPhone, { body: { code } })).error.reason).toBe('wrong_code')
    await agent.call(sendPhoneCode, { body: { phone } })
    const late = codeSent()
    aheadMs += 10 * 60_000
    expect((await agent.fail(confirmPhone, { body: { code: late } })).error.reason).toBe('wrong_code')
    expect(await confirmNumber(agent, phone)).toBe(phone)
    expect((await agent.fail(confirmPhone, { body: { code: codeSent() } })).error.reason).toBe('wrong_code')
    expect((await agent.fail(sendPhoneCode, { body: { phone } })).status).toBe(429)
    expect((await agent.call(removePhone, {})).phone).toBeNull()
  })

  test('that the gateway refuses, or a gateway that is down, is said at once', async () => {
    const agent = await h.member(await h.tenant(), 'agent')
    gateway.status = 400
    const refused = await agent.fail(sendPhoneCode, { body: { phone: '+4915100000001' } })
    expect(refused).toMatchObject({
      status: 400,
      error: { fields: { 'body.phone': expect.stringContaining('refused') } },
    })
    gateway.status = 500
    expect((await agent.fail(sendPhoneCode, { body: { phone: '+4915100000001' } })).status).toBe(503)
  })
})

describe('[V2] the outbox of a business', () => {
  test('holds back mails to a blocked mailbox, and sends a failed one again', async () => {
    const made = await h.tenant()
    const owner = await h.member(made, 'owner')
    await owner.call(blockAddress, { body: { address: 'Ada+x@example.com' } })
    sink.fault = 'permanent'
    // Another spelling of the same mailbox.
    await submit(made, 'ada+shop@example.com')
    const statuses = async () => {
      const { items } = await owner.call(listOutbox, {})
      return items.map(({ kind, status }) => `${kind} ${status}`).sort()
    }
    await expect.poll(statuses).toEqual(['ticket_confirmation held', 'ticket_notification failed'])
    sink.fault = 'none'
    const { items } = await owner.call(listOutbox, { query: { status: 'failed' } })
    const mailId = items[0]?.id ?? newId()
    await owner.call(retryMail, { params: { mailId } })
    await expect.poll(() => sink.mails.map(({ to }) => to)).toEqual([owner.email])
    await expect(owner.call(retryMail, { params: { mailId: newId() } })).rejects.toThrow(/404/)
  })

  test('shows every letter in each language, with the ticket escaped and a way to change what a member gets', async () => {
    const made = await h.tenant('Hollow & Brook')
    const owner = await h.member(made, 'owner')
    for (const kind of LetterKind.options) {
      const subjects = new Set<string>()
      for (const language of LANGUAGES) {
        const { subject, text: plain, html } = await owner.call(previewLetter, { query: { kind, language } })
        expect(html).toContain(`<html lang="${language}">`)
        expect(html).toContain('prefers-color-scheme:dark')
        expect(plain).not.toMatch(/<[a-z]/)
        subjects.add(`${subject}${plain}`)
      }
      expect(subjects.size, kind).toBe(LANGUAGES.length)
    }
    const page = await owner.raw('/api/mail-letters/page?kind=ticket_reply&language=de')
    expect(page.headers.get('content-security-policy')).toContain('sandbox')
    expect(await page.text()).toContain('<html lang="de">')
  })
})
