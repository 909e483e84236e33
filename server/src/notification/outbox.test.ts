import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { listOutbox } from '#contracts/notification/outbox.ts'
import * as m from '#i18n/messages.js'
import { makeTenant } from '#server/tenant/fixture.ts'
import { clientOf } from '#test/client.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'
import { readOutbox, sinkMailer, waitForOutbox } from './fixture.ts'
import { deliverMail, emptySentMails, sweepMail } from './jobs.ts'
import { writeMail } from './outbox.ts'

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

const mail = (to = 'a@example.com') =>
  ({ to, subject: 's', text: 't', html: 'h', type: 'ticket_reply', ticketId: null }) as const

const queue = (made: TestTenant) => made.tenant.tx((t) => writeMail(t, mail()))

describe('the outbox', () => {
  test('[V2] a mail of a rolled-back transaction is not sent', async () => {
    const made = await h.tenant()
    const broken = made.tenant.tx(async (t) => {
      await writeMail(t, mail())
      throw new Error('rolled back')
    })
    await expect(broken).rejects.toThrow('rolled back')
    await queue(made)
    await waitForOutbox(made.tenant, 1)
    expect(sink.mails).toHaveLength(1)
  })

  test('what a mail said is emptied thirty days after it was sent; whom it went to stays', async () => {
    const made = await h.tenant()
    const [old, recent] = [await queue(made), await queue(made)]
    await waitForOutbox(made.tenant, 2)
    await made.tenant.tx((t) =>
      t.sql(
        `UPDATE email_notification SET sent_at = $2::timestamptz - CASE id WHEN $3::uuid THEN interval '31 days' ELSE interval '29 days' END
         WHERE tenant_id = $1`,
        [t.tenantId, t.now, old.id],
      ),
    )
    await emptySentMails.run(h.platform)
    const byId = new Map((await readOutbox(made.tenant)).map((row) => [row.id, row]))
    expect(byId.get(old.id)).toMatchObject({ to: 'a@example.com', subject: 's', status: 'sent', text: '', html: '' })
    expect(byId.get(recent.id)).toMatchObject({ text: 't', html: 'h' })
  })

  test('[V2] a failed attempt is stored with its reason, and the mail is sent once by a later attempt', async () => {
    const made = await h.tenant()
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
    const made = await h.tenant()
    sink.fault = 'bug'
    const { id } = await queue(made)
    const payload = { tenantId: made.tenant.id, mailId: id }
    await vi.waitFor(async () => expect(await readOutbox(made.tenant)).toMatchObject([{ attempts: 1 }]))
    await deliverMail.onGivenUp?.(h.platform, payload, new TypeError('secret=hunter2'))
    const rows = await readOutbox(made.tenant)
    expect(rows).toMatchObject([{ status: 'failed' }])
    expect(JSON.stringify(rows)).not.toContain('hunter2')
    const { headers } = await h.member(made, 'owner')
    for (const locale of ['en', 'de'] as const) {
      const { items } = await clientOf(h.url, { ...headers, 'accept-language': locale }).call(listOutbox)
      expect(items.map(({ reason }) => reason)).toEqual([m.mail_fault_unknown({}, { locale })])
    }
  })

  test('[V2] a permanent failure marks the mail failed at the first attempt', async () => {
    const made = await h.tenant()
    sink.fault = 'permanent'
    await queue(made)
    expect(await waitForOutbox(made.tenant, 1, 'failed')).toMatchObject([
      { attempts: 1, lastError: 'The mail server did not answer.' },
    ])
  })

  test('[V2] a mail whose job was lost is sent by the sweep', async () => {
    const made = await h.tenant()
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
    await waitForOutbox(made.tenant, 1)
  })

  test('[V2] a delivery job with another tenant’s id sends nothing', async () => {
    const [made, other] = [await h.tenant(), await h.tenant()]
    const { id } = await queue(made)
    const before = sink.attempts
    await deliverMail.run(h.platform, { tenantId: other.tenant.id, mailId: id })
    await waitForOutbox(made.tenant, 1)
    expect(sink.attempts - before).toBeLessThanOrEqual(1)
    expect(await readOutbox(other.tenant)).toEqual([])
  })
})

test('[V1] without a mail server every mail is written as a file', async () => {
  const files = await startHarness({})
  try {
    const made = await makeTenant(files.platform, { businessInfo: { supportEmail: 'help@hollow.example' } })
    await made.tenant.tx((t) => writeMail(t, { ...mail('ada@example.com'), subject: 'Grüße' }))
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
