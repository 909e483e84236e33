import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { sinkMailer } from '#server/notification/fixture.ts'
import { enqueueJob } from '#server/platform/jobs/enqueue.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { listSystemMails, queueSystemMail, reopenSystemMail, type SystemMail } from './system-mail.ts'
import { deliverSystemMail, sweepSystemMail } from './system-mail-jobs.ts'

const sink = sinkMailer()
let h: Harness
beforeAll(async () => {
  h = await startHarness({ overrides: { mail: sink } })
})
afterAll(() => h.stop())
beforeEach(async () => {
  sink.fault = 'none'
  sink.mails.length = 0
  await h.platform.db.query('DELETE FROM auth.system_mail')
})

const mail = (over: Partial<SystemMail> = {}): SystemMail => ({
  to: 'ada@example.com',
  language: 'de',
  kind: 'password_reset',
  subject: 'Neues\r\nBcc: b@example.com Passwort',
  paragraphs: ['Hallo <Ada>', 'Noch ein Absatz'],
  action: { label: 'Passwort ändern', url: 'https://segue.example/reset#token=secret&x=1' },
  fallbackNote: 'Öffnet sich nichts, nehmen Sie diese Adresse:',
  ...over,
})
const list = async () => (await listSystemMails(h.platform, {})).items
const waitFor = (expected: object[]) => vi.waitFor(async () => expect(await list()).toMatchObject(expected))

describe('a system mail', () => {
  test('[V2] goes to one address as plain text and escaped HTML, and its text is not stored after that', async () => {
    await queueSystemMail(h.platform, mail())
    await waitFor([{ status: 'sent', attempts: 1, kind: 'password_reset', lastError: null }])
    const [sent] = sink.mails
    expect(sent).toMatchObject({ to: 'ada@example.com', subject: 'Neues Bcc: b@example.com Passwort' })
    expect(sent?.text).toContain('Passwort ändern: https://segue.example/reset#token=secret&x=1')
    expect(sent?.html).toContain('<html lang="de">')
    expect(sent?.html).toContain('Hallo &lt;Ada&gt;</p>')
    expect(sent?.html).toContain('Adresse:<br>https://segue.example/reset#token=secret&amp;x=1')
    expect(await h.platform.db.query('SELECT text, html FROM auth.system_mail')).toEqual([{ text: '', html: '' }])
    expect(Object.keys((await list())[0] ?? {})).not.toContain('html')
  })

  test('[V2] written in a transaction that is rolled back is not sent', async () => {
    const { tenant } = await h.tenant()
    const broken = tenant.tx(async (t) => {
      await queueSystemMail(t, mail())
      throw new Error('rolled back')
    })
    await expect(broken).rejects.toThrow('rolled back')
    await tenant.tx((t) => queueSystemMail(t, mail({ kind: 'invitation' })))
    await waitFor([{ status: 'sent', kind: 'invitation' }])
  })

  test('[V2] keeps its reason while it fails, is listed as failed after the last attempt, and can be sent again', async () => {
    sink.fault = 'temporary'
    await queueSystemMail(h.platform, mail())
    await waitFor([{ status: 'pending', attempts: 1, lastError: 'The mail server did not answer.' }])
    const id = (await list())[0]?.id as string
    await deliverSystemMail.onGivenUp?.(h.platform, { mailId: id }, new TypeError('secret=hunter2'))
    expect(await list()).toMatchObject([{ status: 'failed', lastError: expect.not.stringContaining('hunter2') }])
    expect((await listSystemMails(h.platform, { status: 'sent' })).items).toEqual([])
    expect((await listSystemMails(h.platform, { status: 'unsent' })).items).toHaveLength(1)
    // The job of the first attempts has ended by then.
    await h.platform.db.query(`DELETE FROM pgboss.job WHERE singleton_key = $1`, [id])
    sink.fault = 'none'
    await reopenSystemMail(h.platform, id)
    await enqueueJob(h.platform, deliverSystemMail, { mailId: id })
    await waitFor([{ status: 'sent' }])
    await expect(reopenSystemMail(h.platform, id)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('[V2] is sent by the sweep when its job was lost, and deleted after 30 days', async () => {
    const insert = (kind: string, age: string) =>
      h.platform.db.query(
        `INSERT INTO auth.system_mail ("to", kind, subject, text, html, created_at) VALUES ('a@example.com', $1, 's', 't', 'h', now() - $2::interval)`,
        [kind, age],
      )
    await insert('lost', '1 hour')
    await insert('old', '31 days')
    await sweepSystemMail.run(h.platform)
    await waitFor([{ kind: 'lost', status: 'sent' }])
  })
})
