import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { MailboxId } from '#contracts/ids.ts'
import { listInboundMails } from '#contracts/inbound-mail/inbound-mail.ts'
import { addMailbox, deleteMailbox, listMailboxes } from '#contracts/inbound-mail/mailbox.ts'
import { listTickets } from '#contracts/ticket/ticket.ts'
import { mailOf } from '#server/inbound-mail/fixture.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { type ImapStandin, startImap } from '#test/standin/imap.ts'
import { watchMailboxes } from './watch.ts'

const LONG = { timeout: 30_000, interval: 50 }
let h: Harness
const standins: ImapStandin[] = []
beforeAll(async () => {
  h = await startHarness({ env: { ALLOW_LOCAL_SMTP: 'true' } })
})
afterEach(async () => {
  for (const standin of standins.splice(0)) await standin.stop()
})
afterAll(() => h.stop())

const letter = (subject: string) => mailOf({ to: 'support@acme.example', subject, id: `<${subject}@example.org>` })

/** A business with a mailbox that is read, in which these mails are already. */
async function businessWithMailbox(before: readonly string[] = [], password = 'secret') {
  const imap = await startImap(before)
  standins.push(imap)
  const made = await h.tenant()
  const maya = await h.member(made, 'admin')
  const id = crypto.randomUUID() as MailboxId
  const server = { host: '127.0.0.1', port: imap.port, security: 'none', username: 'ada', password } as const
  await maya.call(addMailbox, { body: { id, ...server } })
  const look = () => watchMailboxes.run(h.platform)
  const mailbox = async () => (await maya.call(listMailboxes, {})).mailboxes[0]
  const subjects = async () => (await maya.call(listTickets, { query: {} })).items.map(({ subject }) => subject)
  const isRead = () => vi.waitFor(async () => expect((await mailbox())?.lastSuccessAt).not.toBeNull(), LONG)
  const areTickets = (expected: readonly string[]) =>
    vi.waitFor(async () => expect((await subjects()).toSorted()).toEqual(expected), LONG)
  return { ...made, imap, maya, id, look, mailbox, isRead, areTickets }
}

describe('a mailbox over IMAP', () => {
  it('[V3] what arrives becomes tickets at once and is marked as seen; what was in it before stays', async () => {
    const { imap, look, isRead, areTickets } = await businessWithMailbox([letter('old')])
    await look()
    await isRead()
    imap.deliver(letter('first'))
    await areTickets(['first'])
    imap.deliver(letter('second'))
    await areTickets(['first', 'second'])
    await vi.waitFor(
      () => expect(imap.flags().map((flags) => flags.includes('\\Seen'))).toEqual([false, true, true]),
      LONG,
    )
  })

  it('[V3] after the connection was cut, what arrived meanwhile is taken in, each mail once', async () => {
    const { imap, look, isRead, areTickets, mailbox, tenant, id } = await businessWithMailbox()
    await look()
    await isRead()
    imap.deliver(letter('first'))
    await areTickets(['first'])
    imap.cut()
    await vi.waitFor(async () => expect((await mailbox())?.failingSince).not.toBeNull(), LONG)
    imap.deliver(letter('second'))
    imap.deliver(letter('third'))
    await tenant.tx((t) =>
      t.sql('UPDATE mailbox SET retry_at = NULL WHERE tenant_id = $1 AND id = $2', [t.tenantId, id]),
    )
    await vi.waitFor(async () => {
      await look()
      expect((await mailbox())?.failingSince).toBeNull()
    }, LONG)
    await areTickets(['first', 'second', 'third'])
  })

  it('[V3] a folder that was made anew is read from its begin, and a mail that was taken in before makes no second ticket', async () => {
    const { imap, look, isRead, areTickets, mailbox, tenant, id, maya } = await businessWithMailbox()
    await look()
    await isRead()
    imap.deliver(letter('first'))
    await areTickets(['first'])
    imap.replaceInbox(777, [letter('first'), letter('second')])
    imap.cut()
    await vi.waitFor(async () => expect((await mailbox())?.failingSince).not.toBeNull(), LONG)
    await tenant.tx((t) =>
      t.sql('UPDATE mailbox SET retry_at = NULL WHERE tenant_id = $1 AND id = $2', [t.tenantId, id]),
    )
    await vi.waitFor(async () => {
      await look()
      expect((await mailbox())?.failingSince).toBeNull()
    }, LONG)
    await areTickets(['first', 'second'])
    expect((await maya.call(listInboundMails, {})).items).toHaveLength(2)
  })

  it('[V3] one that cannot be read says why, and is tried again later', async () => {
    const { look, mailbox } = await businessWithMailbox([], 'wrong')
    await look()
    await vi.waitFor(async () => expect(await mailbox()).toMatchObject({ fault: 'auth', lastSuccessAt: null }), LONG)
    expect((await mailbox())?.failingSince).not.toBeNull()
  })

  it('[V3] one that was removed is read no more', async () => {
    const { imap, look, isRead, maya, id, areTickets } = await businessWithMailbox()
    await look()
    await isRead()
    await maya.call(deleteMailbox, { params: { mailboxId: id } })
    imap.deliver(letter('late'))
    await vi.waitFor(() => expect(imap.connections()).toBe(0), LONG)
    await look()
    expect(imap.connections()).toBe(0)
    await areTickets([])
  })

  it('[V3] a server of the own network is not read', async () => {
    const closed = await startHarness()
    try {
      const made = await closed.tenant()
      const maya = await closed.member(made, 'admin')
      const server = { host: '127.0.0.1', port: 143, security: 'none', username: 'ada', password: 'secret' } as const
      await maya.call(addMailbox, { body: { id: crypto.randomUUID() as MailboxId, ...server } })
      await watchMailboxes.run(closed.platform)
      await vi.waitFor(async () => {
        expect((await maya.call(listMailboxes, {})).mailboxes[0]?.fault).toBe('private_address')
      }, LONG)
    } finally {
      await closed.stop()
    }
  })
})
