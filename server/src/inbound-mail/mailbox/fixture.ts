import { expect, vi } from 'vitest'
import type { MailboxId } from '#contracts/ids.ts'
import { addMailbox, listMailboxes } from '#contracts/inbound-mail/mailbox.ts'
import { listTickets } from '#contracts/ticket/ticket.ts'
import { mailOf } from '#server/inbound-mail/fixture.ts'
import type { Harness } from '#test/harness.ts'
import { type MailServer, startImap } from '#test/standin/imap.ts'
import { watchMailboxes } from './watch.ts'

export const LONG = { timeout: 60_000, interval: 50 }

const running: MailServer[] = []

/** Ends the mail servers of a test. */
export async function stopMailServers(): Promise<void> {
  for (const standin of running.splice(0)) await standin.stop()
}

export const letter = (subject: string, text?: string) =>
  mailOf({ to: 'support@acme.example', subject, id: `<${subject}@example.org>`, ...(text ? { text } : {}) })

/** A business with a mailbox that is read, in which these mails are already. */
export async function makeReadMailbox(h: Harness, before: readonly string[], password = 'secret', folder = 'INBOX') {
  return readMailboxOf(h, await startImap(before), password, folder)
}

/** A business that reads the mailbox of this server, which `stopMailServers` ends. */
export async function readMailboxOf<Server extends MailServer>(
  h: Harness,
  imap: Server,
  password = 'secret',
  folder = 'INBOX',
) {
  running.push(imap)
  const made = await h.tenant()
  const maya = await h.member(made, 'admin')
  const id = crypto.randomUUID() as MailboxId
  const server = { host: '127.0.0.1', port: imap.port, security: 'none', username: 'ada', password, folder } as const
  await maya.call(addMailbox, { body: { id, ...server } })
  const look = () => watchMailboxes.run(h.platform)
  const mailbox = async () => (await maya.call(listMailboxes, {})).mailboxes[0]
  const subjects = async () => (await maya.call(listTickets, { query: {} })).items.map(({ subject }) => subject)
  const isRead = () => vi.waitFor(async () => expect((await mailbox())?.lastSuccessAt).not.toBeNull(), LONG)
  const areTickets = (expected: readonly string[]) =>
    vi.waitFor(async () => expect((await subjects()).toSorted()).toEqual(expected), LONG)
  const hasFailed = () => vi.waitFor(async () => expect((await mailbox())?.failingSince).not.toBeNull(), LONG)
  /** The pause before it is tried again is over. */
  const tryNow = async () => {
    await made.tenant.tx((t) =>
      t.sql('UPDATE mailbox SET retry_at = NULL WHERE tenant_id = $1 AND id = $2', [t.tenantId, id]),
    )
    await look()
  }
  const tryAgain = async () => {
    await tryNow()
    await vi.waitFor(async () => {
      await look()
      expect((await mailbox())?.failingSince).toBeNull()
    }, LONG)
  }
  return { ...made, imap, maya, id, look, mailbox, isRead, areTickets, hasFailed, tryNow, tryAgain }
}
