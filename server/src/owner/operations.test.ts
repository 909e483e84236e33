import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as announcementContract from '#contracts/owner/announcement.ts'
import { deleteGiftToken } from '#contracts/owner/gift-token.ts'
import * as contract from '#contracts/owner/operations.ts'
import { saveSettings } from '#contracts/tenant/settings.ts'
import { readOutbox } from '#server/notification/fixture.ts'
import { writeMail } from '#server/notification/outbox.ts'
import { JOBS_SCHEMA } from '#server/platform/jobs/queue.ts'
import { queueSystemMail } from '#server/platform/mail/system-mail.ts'
import { reportError, withoutValues } from '#server/platform/system-errors/report-error.ts'
import type { TestClient } from '#test/client.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { makeOwner } from './fixture.ts'

let h: Harness
let owner: TestClient & { email: string }
beforeAll(async () => {
  // Without workers nothing is sent or retried but by the test.
  h = await startHarness({ env: { ROLE: 'web' } })
  owner = await makeOwner(h)
})
afterAll(() => h.stop())

const sql = (text: string, values: unknown[] = []) => queryAsOwner(h.database.ownerUrl, text, values)

describe('the platform owner', () => {
  it('[W6] reads the mails of the platform without their texts, and sends a failed one again', async () => {
    const mail = { to: 'ada@example.com', language: 'en' as const, kind: 'password_reset', subject: 'Reset' }
    await queueSystemMail(h.platform, { ...mail, paragraphs: ['https://segue.example/reset/secret'] })
    await sql(`UPDATE auth.system_mail SET status = 'failed', attempts = 8, last_error = 'The server refused it.'`)
    const { items } = await owner.call(contract.listPlatformMails, { query: { status: 'failed' } })
    expect(items).toMatchObject([{ to: mail.to, kind: mail.kind, status: 'failed', attempts: 8 }])
    expect(JSON.stringify(items)).not.toContain('secret')
    const body = { mailId: items[0]?.id ?? '' }
    await owner.call(contract.retryPlatformMail, { body })
    expect((await owner.call(contract.listPlatformMails, { query: { status: 'pending' } })).items).toHaveLength(1)
    expect((await owner.fail(contract.retryPlatformMail, { body })).status).toBe(404)
  })

  it('[W6] reads errors once for each kind with their count and without values, and resolves one until it comes back', async () => {
    const fail = (value: string) =>
      reportError(h.platform, {
        source: 'GET /api/x',
        error: new Error(`no row for "${value}" of ${value}@example.com`),
      })
    const read = async (status: 'open' | 'resolved') =>
      (await owner.call(contract.listSystemErrors, { query: { status } })).items
    for (const value of ['sk-live-1', 'sk-live-2', 'sk-live-3']) fail(value)
    await expect.poll(() => read('open')).toMatchObject([{ source: 'GET /api/x', count: 3 }])
    const [error] = await read('open')
    expect(error?.message).not.toContain('sk-live')
    const body = { fingerprint: error?.fingerprint ?? '' }
    await owner.call(contract.resolveSystemError, { body })
    expect(await read('open')).toEqual([])
    expect(await read('resolved')).toHaveLength(1)
    fail('sk-live-4')
    await expect.poll(() => read('open')).toMatchObject([{ count: 4 }])
  })

  it('[W6] an error keeps no secret, address or text of its case', () => {
    const secrets = [
      'sk-ab12cd34',
      'ada@example.com',
      'postgres://u:p@h/db',
      'AbCdEfGhIjKlMnOpQrStUvWxYz',
      'said "my text"',
    ]
    const message = withoutValues(`failed: ${secrets.join(' ')}\nparams: 1,hidden`)
    for (const part of ['ab12cd34', 'ada@', 'u:p', 'AbCdEf', 'my text', 'hidden']) expect(message).not.toContain(part)
    expect(message).toMatch(/^failed:/)
  })

  it('[W6] filters the audit log and exports it as CSV that no spreadsheet runs', async () => {
    const made = await h.tenant()
    const tenantId = made.tenant.id
    await sql(
      `INSERT INTO auth.audit_log (action, tenant_id, actor_kind, actor_email, detail)
       SELECT 'tried_' || n, $1, 'member', '=cmd|''x''!A1', '{}' FROM generate_series(1, 5) n`,
      [tenantId],
    )
    const first = await owner.call(contract.listAuditEntries, { query: { tenantId, search: 'tried', limit: 3 } })
    const rest = await owner.call(contract.listAuditEntries, {
      query: { tenantId, search: 'tried', cursor: first.nextCursor ?? '' },
    })
    const actions = [...first.items, ...rest.items].map(({ action }) => action).sort()
    expect(actions).toEqual(['tried_1', 'tried_2', 'tried_3', 'tried_4', 'tried_5'])
    const found = await owner.call(contract.listAuditEntries, { query: { tenantId, search: 'tried_4' } })
    expect(found.items).toHaveLength(1)
    const response = await owner.raw(`${contract.exportAuditEntries.path}?tenantId=${tenantId}&search=tried`)
    expect(response.headers.get('content-type')).toContain('text/csv')
    const lines = (await response.text()).trim().split('\r\n')
    expect(lines).toHaveLength(6)
    for (const line of lines.slice(1)) expect(line).toContain(`'=cmd`)
    expect((await owner.call(contract.listAuditEntries, { query: { search: 'audit_exported' } })).items).toHaveLength(1)
  })

  it('[W6] sees the queues, and gives a failed job one more attempt', async () => {
    const [job] = (await sql(
      `INSERT INTO ${JOBS_SCHEMA}.job (name, data, state, retry_count, retry_limit, completed_on, output)
       SELECT min(name), '{"secret": 1}', 'failed', 2, 2, now(), '{"name": "TypeError"}'
       FROM ${JOBS_SCHEMA}.queue WHERE policy = 'standard' AND name LIKE '%.%' RETURNING id`,
    )) as { id: string }[]
    const before = await owner.call(contract.listJobs)
    expect(before.failed).toMatchObject([{ id: job?.id, error: 'TypeError', attempts: 3 }])
    expect(JSON.stringify(before)).not.toContain('secret')
    const body = { jobId: job?.id ?? '' }
    await owner.call(contract.retryFailedJob, { body })
    const [row] = await sql(`SELECT state, retry_limit FROM ${JOBS_SCHEMA}.job WHERE id = $1`, [job?.id])
    expect(row).toEqual({ state: 'retry', retry_limit: 3 })
    expect((await owner.fail(contract.retryFailedJob, { body })).status).toBe(404)
  })

  it('[W6] [Y2] announces something to admins of all businesses for a time, except where system updates are off, and withdraws it', async () => {
    const made = await h.tenant()
    const [admin, agent] = [await h.member(made, 'admin'), await h.member(made, 'agent')]
    const now = h.platform.clock.now().getTime()
    const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
    const announce = (title: string, from: number, until: number) =>
      owner.call(announcementContract.createAnnouncement, {
        body: { title, text: 'Tonight.', audience: 'admins', from: at(from), until: at(until) },
      })
    const shown = await announce('Maintenance', -1, 60)
    await announce('Later', 30, 60)
    await announce('Over', -60, -30)
    const current = async (client: TestClient) =>
      (await client.call(announcementContract.listCurrentAnnouncements)).items.map(({ title }) => title)
    expect(await current(admin)).toEqual(['Maintenance'])
    expect(await current(agent)).toEqual([])
    const switchUpdates = async (systemUpdates: boolean) =>
      admin.call(saveSettings, { body: { version: systemUpdates ? 2 : 1, notifications: { systemUpdates } } })
    await switchUpdates(false)
    expect(await current(admin)).toEqual([])
    await switchUpdates(true)
    await expect(announce('Backwards', 10, 5)).rejects.toThrow('400')
    await owner.call(announcementContract.deleteAnnouncement, { params: { announcementId: shown.id } })
    expect(await current(admin)).toEqual([])
  })

  it('[W6] an act on what is not there is not found, and the audit log has only what happened', async () => {
    const made = await h.tenant()
    const since = new Date()
    const params = { tenantId: made.tenant.id, mailId: crypto.randomUUID() as never }
    const mailId = crypto.randomUUID() as never
    const refused = await Promise.all([
      owner.fail(contract.retryPlatformMail, { body: { mailId } }),
      owner.fail(contract.retryFailedJob, { body: { jobId: mailId } }),
      owner.fail(contract.resolveSystemError, { body: { fingerprint: '0'.repeat(32) } }),
      owner.fail(contract.retryTenantMail, { params }),
      owner.fail(announcementContract.deleteAnnouncement, { params: { announcementId: mailId } }),
      owner.fail(deleteGiftToken, { params: { giftTokenId: mailId } }),
    ])
    expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404])
    expect(
      await sql('SELECT action FROM auth.audit_log WHERE actor_email = $1 AND at >= $2', [owner.email, since]),
    ).toEqual([])
  })

  it('[W6] sends a failed mail of a business again, once, without seeing its address or text', async () => {
    const { tenant } = await h.tenant()
    const mail = {
      to: 'ada@example.com',
      subject: 'Reply',
      text: 'secret',
      html: '',
      type: 'ticket_reply',
      ticketId: null,
    }
    const { id } = await tenant.tx((t) => writeMail(t, { ...mail, type: 'ticket_reply' }))
    await sql(`UPDATE email_notification SET status = 'failed', last_error = 'Refused' WHERE id = $1`, [id])
    const found = (await owner.call(contract.listFailedTenantMails)).items.find((one) => one.id === id)
    expect(found).toMatchObject({ tenantId: tenant.id, lastError: 'Refused' })
    expect(JSON.stringify(found)).not.toMatch(/ada@|secret/)
    const params = { tenantId: tenant.id, mailId: id as never }
    await owner.call(contract.retryTenantMail, { params })
    expect(await readOutbox(tenant)).toMatchObject([{ status: 'pending', lastError: null }])
    expect((await owner.fail(contract.retryTenantMail, { params })).status).toBe(409)
    const other = { tenantId: (await h.tenant()).tenant.id, mailId: id as never }
    expect((await owner.fail(contract.retryTenantMail, { params: other })).status).toBe(404)
    const acts = await sql(
      `SELECT detail FROM auth.audit_log WHERE tenant_id = $1 AND action = 'tenant_mail_retried'`,
      [tenant.id],
    )
    expect(acts).toEqual([{ detail: { mailId: id } }])
  })

  it('[W6] keeps 100 announcements: older ones are deleted with a new one', async () => {
    await sql(
      `INSERT INTO auth.announcement (id, title, text, audience, from_at, until_at, created_at)
       SELECT gen_random_uuid(), 'Old ' || n, 't', 'everyone', now(), now(), now() - make_interval(days => n) FROM generate_series(1, 130) n`,
    )
    const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
    await owner.call(announcementContract.createAnnouncement, {
      body: { title: 'New', text: 't', audience: 'everyone', from: at(0), until: at(5) },
    })
    const { items } = await owner.call(announcementContract.listAnnouncements)
    expect([items.length, items[0]?.title]).toEqual([100, 'New'])
    expect(await sql('SELECT count(*)::int AS n FROM auth.announcement')).toEqual([{ n: 100 }])
  })

  it('[W7] everybody may read the version of program and schema', async () => {
    const version = await h.visitor().call(contract.getVersion)
    expect(version).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      schema: expect.stringMatching(/^\d{4}_/),
    })
  })
})
