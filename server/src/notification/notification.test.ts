import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TicketId } from '#contracts/ids.ts'
import { createDemoTickets } from '#contracts/ticket/demo-ticket.ts'
import { submitTicket } from '#contracts/ticket/guest-ticket.ts'
import { listTickets, sendTicketMessage } from '#contracts/ticket/ticket.ts'
import { domainParts } from '#server/domains.ts'
import { makeMember } from '#server/identity/fixture.ts'
import { buildPlatform } from '#server/platform/build.ts'
import { tenantOf } from '#server/platform/platform.ts'
import { providerKeyRejected } from '#server/provider/events.ts'
import { makeTenant } from '#server/tenant/fixture.ts'
import type { MemberRow } from '#server/tenant/schema.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'
import type { Channel } from './channel.ts'
import { readOutbox, sinkMailer, waitForOutbox } from './fixture.ts'
import type { NotifiedMember } from './preference-queries.ts'
import { notificationReactions } from './reactions.ts'
import { businessRecipients } from './recipients.ts'

const sink = sinkMailer()
let h: Harness
beforeAll(async () => {
  h = await startHarness({ overrides: { mail: sink } })
})
afterAll(() => h.stop())
beforeEach(() => {
  sink.fault = 'none'
  sink.mails.length = 0
})

const business = (supportEmail: string): Promise<TestTenant> =>
  makeTenant(h.platform, { name: 'Hollow & Brook', businessInfo: { supportEmail } })

const ownerWith = (email: string): NotifiedMember => ({
  member: { userId: 'u', name: 'Maya', email, role: 'owner' } as MemberRow,
  preference: null,
  language: 'en',
  isVerified: true,
  hasBrowser: false,
})

const form = (given: object = {}) => ({
  id: randomUUID() as TicketId,
  name: 'Ada Love',
  email: 'ada@example.com',
  subject: 'Left pedal',
  priority: 'critical' as const,
  description: 'It falls off.\n\nEvery day.',
  ...given,
})

const submit = async (made: TestTenant, given: object = {}) => {
  const guest = await h.guest(made)
  return guest.call(submitTicket, { params: { slug: made.slug }, body: form(given) })
}

describe('notifications about tickets by e-mail', () => {
  test('[V1] a new ticket sends one mail each to support address, owner and requester', async () => {
    const made = await business('help@hollow.example')
    const owner = await h.member(made, 'owner')
    await h.member(made, 'agent')
    const { id, number } = await submit(made)
    await waitForOutbox(made.tenant, 3)
    const to = sink.mails.map((one) => `${one.to}: ${one.subject}`).sort()
    expect(to).toEqual(
      [
        `ada@example.com: [#${number}] Your request to Hollow & Brook`,
        `help@hollow.example: [#${number}] New ticket: Left pedal`,
        `${owner.email}: [#${number}] New ticket: Left pedal`,
      ].sort(),
    )
    const notification = sink.mails.find((one) => one.to === 'help@hollow.example')
    for (const text of ['Ada Love', 'ada@example.com', 'Urgent', '> It falls off.', `ticket=${id}`]) {
      expect(notification?.text).toContain(text)
    }
    const confirmation = sink.mails.find((one) => one.to === 'ada@example.com')
    expect(confirmation?.text).toContain("We'll contact you via email soon.")
    expect(confirmation?.text).not.toContain('It falls off')
    expect(confirmation).toMatchObject({ replyTo: 'help@hollow.example', isAutomatic: true })
    expect(confirmation?.from).toMatch(/^Hollow & Brook <.+@.+>$/)
  })

  test('[V1] each public reply is mailed to the requester in the ticket’s mail thread; a note is not', async () => {
    const made = await business('help@hollow.example')
    const { id } = await submit(made)
    const agent = await h.member(made, 'agent', 'Maya Patel')
    const send = (body: string, visibility: 'public' | 'note') =>
      agent.call(sendTicketMessage, {
        params: { ticketId: id },
        body: { id: randomUUID() as never, body, visibility },
      })
    await send('Between us: a hard case', 'note')
    await send('Please send <b>a photo</b>.', 'public')
    await send('And the frame number.', 'public')
    const rows = await waitForOutbox(made.tenant, 4)
    expect(JSON.stringify(rows)).not.toContain('Between us')
    const replies = sink.mails.filter((one) => one.subject.startsWith('Re: ')).reverse()
    expect(replies.map((one) => one.to)).toEqual(['ada@example.com', 'ada@example.com'])
    const photo = replies.find((one) => one.text.includes('photo'))
    expect(photo?.text).toContain('Maya Patel answered your request')
    expect(photo?.text).toContain('> Please send <b>a photo</b>.')
    expect(photo?.html).toContain('Please send &lt;b&gt;a photo&lt;/b&gt;.')
    expect(photo?.isAutomatic).toBe(false)
    const thread = new Set(sink.mails.map((one) => one.references?.join()))
    expect(thread).toEqual(new Set([expect.stringMatching(`^<ticket.${id}@`)]))
    expect(new Set(sink.mails.map((one) => one.messageId)).size).toBe(4)
  })

  test('[T8] a reply to a demo ticket is mailed to nobody', async () => {
    const made = await business('help@hollow.example')
    const agent = await h.member(made, 'admin')
    await agent.call(createDemoTickets, {})
    const { items } = await agent.call(listTickets, {})
    expect(items).toHaveLength(2)
    for (const { id } of items) {
      const body = { id: randomUUID() as never, body: 'Please send a photo.', visibility: 'public' as const }
      await agent.call(sendTicketMessage, { params: { ticketId: id }, body })
    }
    expect(await readOutbox(made.tenant)).toEqual([])
  })

  test('[V1] a new ticket goes to support address and owner, once when they are the same, else to the one that is set', () => {
    const emailsOf = (supportEmail: string, ownerEmail: string | null) => {
      const owner = ownerEmail === null ? null : ownerWith(ownerEmail)
      return businessRecipients(supportEmail, owner).map(({ email }) => email)
    }
    expect(emailsOf('a@x.example', 'b@x.example')).toEqual(['a@x.example', 'b@x.example'])
    expect(emailsOf('a@x.example', 'A@X.example')).toEqual(['a@x.example'])
    expect(emailsOf('', 'b@x.example')).toEqual(['b@x.example'])
    expect(emailsOf('a@x.example', null)).toEqual(['a@x.example'])
    expect(emailsOf('  ', null)).toEqual([])
  })

  test('[V1] without support address and owner only the requester gets a mail', async () => {
    const made = await business('')
    await submit(made)
    const rows = await waitForOutbox(made.tenant, 1)
    expect(rows[0]).toMatchObject({ to: 'ada@example.com', type: 'ticket_confirmation' })
  })

  test('hostile names and subjects become neither headers nor markup nor further recipients', async () => {
    const made = await makeTenant(h.platform, {
      name: 'Evil" <x@evil.example>',
      businessInfo: { supportEmail: 'help@hollow.example' },
      branding: { primaryColor: 'red;}</style><script>' },
    })
    const hostile = '<img src=x onerror=alert(1)>"\'&'
    await submit(made, { name: hostile, subject: hostile, description: `${hostile}\r\nBcc: all@evil.example` })
    await waitForOutbox(made.tenant, 2)
    for (const one of sink.mails) {
      expect(`${one.subject}${one.from}${one.to}`).not.toMatch(/[\r\n]/)
      expect(one.from).not.toMatch(/<.*<|"/)
      expect(one.html).not.toMatch(/<img|<script|onerror=alert\(1\)>/)
      expect(one.html.match(/<\/style/g)).toHaveLength(1)
    }
    const toBusiness = sink.mails.find(({ to }) => to === 'help@hollow.example')
    expect(toBusiness?.html).toContain('&lt;img src=x onerror=alert(1)&gt;')
  })
})

describe('channels', () => {
  test('a second channel delivers the same notification to the same people as e-mail', async () => {
    const delivered: string[] = []
    const pager: Channel = {
      names: ['sms'],
      deliver: async (_, { kind, facts }, recipients) => {
        for (const { email } of recipients)
          delivered.push(`${kind} of ${'provider' in facts && facts.provider} to ${email}`)
      },
    }
    const built = await buildPlatform(
      h.platform.config,
      {
        ...domainParts,
        eventHandlers: (platform) => [
          ...domainParts.eventHandlers(platform),
          ...notificationReactions(platform, [pager]),
        ],
      },
      { isMigrated: true, mail: sink },
    )
    try {
      const made = await business('help@hollow.example')
      const { email } = await makeMember(made.tenant, { role: 'owner' })
      await tenantOf(built.platform, made.tenant.id).tx((t) =>
        t.emit(providerKeyRejected, { provider: 'openai', keyEnd: 'abcd' }),
      )
      expect(delivered).toEqual([`key_rejected of openai to ${email}`])
      expect(await waitForOutbox(made.tenant, 1)).toMatchObject([{ type: 'key_rejected', to: email }])
      expect(sink.mails.map(({ to }) => to)).toEqual([email])
    } finally {
      await built.close()
    }
  })
})
