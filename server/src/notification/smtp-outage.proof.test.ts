import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { MailId, TicketId } from '#contracts/ids.ts'
import { saveMailServer } from '#contracts/notification/mail-server.ts'
import { listOutbox, retryMail } from '#contracts/notification/outbox.ts'
import { smtpMailer } from '#server/platform/mail/smtp-mailer.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'
import { type SinkBehaviour, smtpSink } from '#test/smtp-sink.ts'
import { readOutbox, waitForOutbox } from './fixture.ts'
import { deliverMail } from './jobs.ts'
import { writeMail } from './outbox.ts'

let aheadMs = 0
const clock = { now: () => new Date(Date.now() + aheadMs) }
let platformServer: Awaited<ReturnType<typeof smtpSink>>
let ownServer: Awaited<ReturnType<typeof smtpSink>>
let h: Harness
beforeAll(async () => {
  ;[platformServer, ownServer] = [await smtpSink(), await smtpSink()]
  const mail = smtpMailer({
    target: { url: platformServer.url },
    from: 'Segue <no-reply@segue.example>',
    timeoutMs: 150,
  })
  h = await startHarness({ env: { ALLOW_LOCAL_SMTP: 'true' }, overrides: { mail, clock } })
})
afterAll(async () => {
  await h.stop()
  await Promise.all([platformServer.stop(), ownServer.stop()])
})

const WORKS: SinkBehaviour = { at: 'never', do: 'reply' }
const FAULTS: SinkBehaviour[] = [
  // Not at the greeting: a connection that is still open would get through.
  { at: 'rcpt', do: 'reply', reply: '421 try later' },
  { at: 'rcpt', do: 'hang' },
  { at: 'end', do: 'cut' },
  { at: 'end', do: 'reply', reply: '451 disk full' },
]

type Given = { to: string; subject: string; ticketId: TicketId }
const write = ({ tenant }: TestTenant, given: Given) =>
  tenant.tx((t) => writeMail(t, { ...given, text: 't', html: 'h', type: 'ticket_reply' }))

/** The jobs of these mails that wait for their next attempt. */
const waitingJobs = (ids: string[]) =>
  h.platform.db.query(
    `SELECT id FROM pgboss.job WHERE singleton_key = ANY ($1) AND state = 'retry' AND start_after > now() + interval '5 seconds'`,
    [ids],
  )

/** Waits until every mail has failed its attempt, then makes the next one due. */
async function passRound(ids: string[], failed: number): Promise<void> {
  await vi.waitFor(async () => expect((await waitingJobs(ids)).length).toBe(ids.length), {
    timeout: 40_000,
    interval: 50,
  })
  aheadMs += Math.min(deliverMail.retryDelaySeconds * 2 ** failed, deliverMail.retryDelayMaxSeconds) * 1000
  await makeDue(ids)
}

async function makeDue(ids: string[]): Promise<void> {
  await h.platform.db.query(
    `UPDATE pgboss.job SET start_after = now() WHERE singleton_key = ANY ($1) AND state = 'retry'`,
    [ids],
  )
  await h.platform.db.query(`SELECT pg_notify('segue_jobs', $1)`, [deliverMail.name])
}

const received = ({ mails }: { mails: { to: string[]; raw: string }[] }) =>
  mails.map(({ to, raw }) => `${to.join()} ${/^Subject: (.*?)\r$/m.exec(raw)?.[1]}`)

describe('a mail server that is down for a day', () => {
  test('[V2] loses, doubles and reorders no mail, delays no other business, and leaves dead letters that can be sent again', async () => {
    const [made, other] = [await h.tenant(), await h.tenant()]
    const owner = await h.member(made, 'owner')
    const otherOwner = await h.member(other, 'owner')
    const server = {
      host: '127.0.0.1',
      port: ownServer.port,
      security: 'none',
      username: '',
      fromAddress: 'a@x.example',
    }
    await otherOwner.call(saveMailServer, { body: server as never })
    const [ticket, second] = [crypto.randomUUID() as TicketId, crypto.randomUUID() as TicketId]
    const ids: string[] = []
    const begun = aheadMs
    // One attempt less than there are, for the mail that was written last.
    for (let round = 0; round < deliverMail.attempts - 1; round += 1) {
      platformServer.behaviour = FAULTS[round % FAULTS.length] as SinkBehaviour
      if (round < 4) {
        const { id } = await write(made, { to: 'ada@example.com', subject: `thread ${round}`, ticketId: ticket })
        ids.push(id)
      }
      if (round === 1) ids.push((await write(made, { to: 'bob@example.com', subject: 'alone', ticketId: second })).id)
      if (round % 5 === 0) await write(other, { to: 'eve@example.com', subject: `other ${round}`, ticketId: second })
      await passRound(ids, round)
    }
    expect((aheadMs - begun) / 3_600_000).toBeGreaterThanOrEqual(24)
    await waitForOutbox(other.tenant, 4)
    expect(received(ownServer)).toEqual([0, 5, 10, 15].map((round) => `eve@example.com other ${round}`))
    expect(platformServer.mails).toEqual([])
    expect((await readOutbox(made.tenant)).every(({ status, lastError }) => status === 'pending' && lastError)).toBe(
      true,
    )

    // The first mail's last attempt fails too: it is a dead letter, and the others go on without it.
    const [first = ''] = ids
    await vi.waitFor(
      async () => {
        const { items } = await owner.call(listOutbox, { query: { status: 'failed' } })
        expect(items.map(({ id, reason }) => [id, reason === null])).toEqual([[first, false]])
      },
      { timeout: 40_000, interval: 50 },
    )
    platformServer.behaviour = WORKS
    const ofAda = () => received(platformServer).filter((one) => one.startsWith('ada'))
    const [, next = '', alone = '', third = '', last = ''] = ids
    await expect.poll(() => waitingJobs(ids.slice(1)), { timeout: 40_000 }).toHaveLength(4)
    // The newest is due first: it waits for those before it, which then follow one another at once.
    await makeDue([last, alone])
    await expect.poll(() => received(platformServer), { timeout: 40_000 }).toEqual(['bob@example.com alone'])
    await expect.poll(() => waitingJobs([last, next, third]), { timeout: 40_000 }).toHaveLength(3)
    expect(ofAda()).toEqual([])
    await makeDue([next])
    await expect.poll(ofAda, { timeout: 40_000 }).toEqual([1, 2, 3].map((round) => `ada@example.com thread ${round}`))
    const statuses = async () => (await readOutbox(made.tenant)).map(({ status }) => status).sort()
    await expect.poll(statuses, { timeout: 40_000 }).toEqual(['failed', ...Array(4).fill('sent')])
    await owner.call(retryMail, { params: { mailId: first as MailId } })
    await waitForOutbox(made.tenant, 5)
    expect(ofAda().at(-1)).toBe('ada@example.com thread 0')
    expect(received(platformServer).length).toBe(5)
  }, 300_000)
})
