import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
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
import { queueMail } from './channels/email.ts'
import { readOutbox, sinkMailer } from './fixture.ts'
import { deliverMail, sweepMail } from './jobs.ts'
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

const outboxWhen = (made: TestTenant, count: number, status = 'sent') =>
  vi.waitFor(
    async () => {
      const rows = await readOutbox(made.tenant)
      expect(rows.map((row) => row.status)).toEqual(Array(count).fill(status))
      return rows
    },
    { timeout: 40_000, interval: 50 },
  )

const mail = (to = 'a@example.com') =>
  ({ to, subject: 's', text: 't', html: 'h', type: 'ticket_reply', ticketId: null }) as const

const queue = (made: TestTenant) => made.tenant.tx((t) => queueMail(t, mail()))

describe('notifications about tickets by e-mail', () => {
  test('[V1] a new ticket sends one mail each to support address, owner and requester', async () => {
    const made = await business('help@hollow.example')
    const owner = await h.member(made, 'owner')
    await h.member(made, 'agent')
    const { id, number } = await submit(made)
    await outboxWhen(made, 3)
    const to = sink.mails.map((one) => `${one.to}: ${one.subject}`).sort()
    expect(to).toEqual(
      [
        `ada@example.com: [#${number}] Left pedal`,
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
    const rows = await outboxWhen(made, 4)
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
    const agent = await h.member(made)
    await agent.call(createDemoTickets, {})
    const { items } = await agent.call(listTickets, {})
    expect(items).toHaveLength(2)
    for (const { id } of items) {
      const body = { id: randomUUID() as never, body: 'Please send a photo.', visibility: 'public' as const }
      await agent.call(sendTicketMessage, { params: { ticketId: id }, body })
    }
    expect(await readOutbox(made.tenant)).toEqual([])
  })

  test('[V1] a new ticket goes to support address and owner, once when they are the same, else to whom is known', () => {
    const emailsOf = (supportEmail: string, ownerEmail: string | null) => {
      const owner = ownerEmail === null ? null : ({ userId: 'u', name: 'Maya', email: ownerEmail } as MemberRow)
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
    const rows = await outboxWhen(made, 1)
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
    await outboxWhen(made, 2)
    for (const one of sink.mails) {
      expect(`${one.subject}${one.from}${one.to}`).not.toMatch(/[\r\n]/)
      expect(one.from).not.toMatch(/<.*<|"/)
      expect(one.html).not.toMatch(/<img|<script|<\/style|onerror=alert\(1\)>/)
      expect(one.html).toContain('&lt;img src=x onerror=alert(1)&gt;')
    }
  })
})

describe('channels', () => {
  test('a second channel is one value: it and e-mail deliver the same notification to the same people', async () => {
    const delivered: string[] = []
    const pager: Channel = {
      name: 'pager',
      deliver: async (_, { kind, facts }, recipient) => {
        delivered.push(`${kind} of ${'provider' in facts && facts.provider} to ${recipient.email}`)
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
      expect(await outboxWhen(made, 1)).toMatchObject([{ type: 'key_rejected', to: email }])
      expect(sink.mails.map(({ to }) => to)).toEqual([email])
    } finally {
      await built.close()
    }
  })
})

describe('the outbox', () => {
  test('[V2] a mail of a rolled-back transaction is not sent', async () => {
    const made = await business('')
    const broken = made.tenant.tx(async (t) => {
      await queueMail(t, mail())
      throw new Error('rolled back')
    })
    await expect(broken).rejects.toThrow('rolled back')
    await queue(made)
    await outboxWhen(made, 1)
    expect(sink.mails).toHaveLength(1)
  })

  test('[V2] a failed attempt is stored with its reason, and the mail is sent once by a later attempt', async () => {
    const made = await business('')
    sink.fault = 'temporary'
    const { id } = await queue(made)
    await vi.waitFor(async () =>
      expect(await readOutbox(made.tenant)).toMatchObject([
        { status: 'pending', attempts: 1, lastError: 'The mail server did not answer.' },
      ]),
    )
    const jobs = () =>
      h.platform.db.query<{ state: string }>('SELECT state FROM pgboss.job WHERE singleton_key = $1', [id])
    await vi.waitFor(async () => expect(await jobs()).toEqual([{ state: 'retry' }]))
    // A mail whose job waits for its next attempt is not lost: the sweep enqueues no second job.
    await made.tenant.tx((t) => t.sql(`UPDATE email_notification SET created_at = now() - interval '1 hour'`))
    await sweepMail.run(h.platform)
    expect(await jobs()).toEqual([{ state: 'retry' }])
    sink.fault = 'none'
    await deliverMail.run(h.platform, { tenantId: made.tenant.id, mailId: id })
    await deliverMail.run(h.platform, { tenantId: made.tenant.id, mailId: id })
    expect(await readOutbox(made.tenant)).toMatchObject([{ status: 'sent', attempts: 2, lastError: null }])
    expect(sink.mails.map((one) => one.messageId)).toEqual([expect.stringContaining(id)])
  })

  test('[V2] attempts go on for at least 24 hours, then the mail is marked failed with a reason that holds no error text', async () => {
    let leastSeconds = 0
    for (let failed = 0; failed < deliverMail.attempts - 1; failed += 1) {
      leastSeconds += Math.min(deliverMail.retryDelayMaxSeconds, deliverMail.retryDelaySeconds * 2 ** failed)
    }
    expect(leastSeconds).toBeGreaterThanOrEqual(24 * 3600)
    const made = await business('')
    sink.fault = 'bug'
    const { id } = await queue(made)
    const payload = { tenantId: made.tenant.id, mailId: id }
    await vi.waitFor(async () => expect(await readOutbox(made.tenant)).toMatchObject([{ attempts: 1 }]))
    await deliverMail.onGivenUp?.(h.platform, payload, new TypeError('secret=hunter2'))
    const rows = await readOutbox(made.tenant)
    expect(rows).toMatchObject([{ status: 'failed', lastError: expect.stringContaining('could not be sent') }])
    expect(JSON.stringify(rows)).not.toContain('hunter2')
  })

  test('[V2] a permanent failure marks the mail failed at the first attempt', async () => {
    const made = await business('')
    sink.fault = 'permanent'
    await queue(made)
    expect(await outboxWhen(made, 1, 'failed')).toMatchObject([
      { attempts: 1, lastError: 'The mail server did not answer.' },
    ])
  })

  test('[V2] a mail whose job was lost is sent by the sweep', async () => {
    const made = await business('')
    sink.fault = 'temporary'
    const { id } = await queue(made)
    await vi.waitFor(async () => expect(await readOutbox(made.tenant)).toMatchObject([{ attempts: 1 }]))
    await vi.waitFor(async () => {
      const sql = `DELETE FROM pgboss.job WHERE singleton_key = $1 AND state = 'retry' RETURNING id`
      expect(await h.platform.db.query(sql, [id])).toHaveLength(1)
    })
    sink.fault = 'none'
    await sweepMail.run(h.platform)
    expect(await readOutbox(made.tenant)).toMatchObject([{ status: 'pending' }])
    await made.tenant.tx((t) => t.sql(`UPDATE email_notification SET created_at = now() - interval '11 minutes'`))
    await sweepMail.run(h.platform)
    await outboxWhen(made, 1)
  })

  test('[V2] a delivery job with another tenant’s id sends nothing', async () => {
    const [made, other] = [await business(''), await business('')]
    const { id } = await queue(made)
    const before = sink.attempts
    await deliverMail.run(h.platform, { tenantId: other.tenant.id, mailId: id })
    await outboxWhen(made, 1)
    expect(sink.attempts - before).toBeLessThanOrEqual(1)
    expect(await readOutbox(other.tenant)).toEqual([])
  })
})

test('[V1] without a mail server every mail is written as a file', async () => {
  const files = await startHarness({})
  try {
    const made = await makeTenant(files.platform, { businessInfo: { supportEmail: 'help@hollow.example' } })
    await made.tenant.tx((t) => queueMail(t, { ...mail('ada@example.com'), subject: 'Grüße' }))
    const folder = join(files.platform.config.dataDir, 'mail')
    const name = await vi.waitFor(async () => {
      const [found] = (await readdir(folder)).filter((one) => one.endsWith('.eml'))
      expect(found).toBeDefined()
      return found as string
    })
    const text = await readFile(join(folder, name), 'utf8')
    expect(text).toMatch(/^To: ada@example\.com\r$/m)
    expect(text).toMatch(/^Reply-To: help@hollow\.example\r$/m)
    expect(text).toMatch(/^Subject: =\?UTF-8\?/m)
  } finally {
    await files.stop()
  }
})
