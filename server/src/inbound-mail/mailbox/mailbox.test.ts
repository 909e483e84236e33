import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { MailboxId } from '#contracts/ids.ts'
import { listInboundMails } from '#contracts/inbound-mail/inbound-mail.ts'
import { addMailbox, deleteMailbox, listMailboxes } from '#contracts/inbound-mail/mailbox.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { startInstalledImap } from '#test/standin/imap.ts'
import { LONG, letter, readMailboxOf, stopMailServers } from './fixture.ts'
import { watchMailboxes } from './watch.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness({ env: { ALLOW_LOCAL_SMTP: 'true' } })
})
afterEach(stopMailServers)
afterAll(() => h.stop())

async function businessWithMailbox(before: readonly string[] = [], password?: string) {
  const imap = await startInstalledImap(before)
  // Which of the two is installed decides what the test proves.
  process.stdout.write(`IMAP server: ${imap.name}\n`)
  return readMailboxOf(h, imap, password)
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
    const { imap, look, isRead, areTickets, hasFailed, tryAgain } = await businessWithMailbox()
    await look()
    await isRead()
    imap.deliver(letter('first'))
    await areTickets(['first'])
    imap.cut()
    await hasFailed()
    imap.deliver(letter('second'))
    imap.deliver(letter('third'))
    await tryAgain()
    await areTickets(['first', 'second', 'third'])
  })

  it('[V3] a folder that was made anew is read from its begin, and a mail that was taken in before makes no second ticket', async () => {
    const { imap, look, isRead, areTickets, hasFailed, tryAgain, maya } = await businessWithMailbox()
    await look()
    await isRead()
    imap.deliver(letter('first'))
    await areTickets(['first'])
    await imap.replaceInbox(777, [letter('first'), letter('second')])
    imap.cut()
    await hasFailed()
    await tryAgain()
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
