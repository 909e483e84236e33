import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { listInboundMails } from '#contracts/inbound-mail/inbound-mail.ts'
import { changeMailboxPassword } from '#contracts/inbound-mail/mailbox.ts'
import { getTicket, listTickets } from '#contracts/ticket/ticket.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { LONG, letter, makeReadMailbox, stopMailServers } from './fixture.ts'

const TOKEN = 'token of the operator'
let h: Harness
beforeAll(async () => {
  h = await startHarness({ env: { ALLOW_LOCAL_SMTP: 'true', METRICS_TOKEN: TOKEN } })
})
afterEach(stopMailServers)
afterAll(() => h.stop())

/** The text of a mail that comes in several pieces. */
const LONG_TEXT = 'A line of a long mail.\r\n'.repeat(30_000)

describe('[V3] a mail server that fails', () => {
  it('in the middle of a mail: nothing of it is stored until it is there whole, and then once', async () => {
    const { imap, look, isRead, maya, hasFailed, tryAgain, areTickets } = await makeReadMailbox(h, [])
    await look()
    await isRead()
    imap.cutAfter(100_000)
    imap.deliver(letter('long', LONG_TEXT))
    await hasFailed()
    expect((await maya.call(listInboundMails, {})).items).toEqual([])
    await tryAgain()
    await areTickets(['long'])
    const [ticket] = (await maya.call(listTickets, { query: {} })).items
    const { thread } = await maya.call(getTicket, { params: { ticketId: ticket!.id } })
    expect(thread.messages[0]?.body.startsWith('A line of a long mail.')).toBe(true)
    const [mail] = (await maya.call(listInboundMails, {})).items
    expect(mail?.size).toBeGreaterThan(LONG_TEXT.length)
    expect(imap.flags()).toEqual([expect.arrayContaining(['\\Seen'])])
  })

  it('by numbers that go back under the same numbering: the folder is read again, each mail once', async () => {
    const { imap, look, isRead, areTickets, hasFailed, tryAgain, maya } = await makeReadMailbox(h, [
      letter('a'),
      letter('b'),
    ])
    await look()
    await isRead()
    imap.deliver(letter('first'))
    await areTickets(['first'])
    imap.replaceInbox(imap.uidValidity(), [letter('first')])
    imap.cut()
    await hasFailed()
    imap.deliver(letter('second'))
    await tryAgain()
    await areTickets(['first', 'second'])
    expect((await maya.call(listInboundMails, {})).items).toHaveLength(2)
  })

  it('by another numbering: what was in the folder before it was read here stays there', async () => {
    const { imap, look, isRead, areTickets, hasFailed, tryAgain } = await makeReadMailbox(h, [])
    await look()
    await isRead()
    imap.replaceInbox(4711, [])
    imap.deliver(letter('old'), '24-Nov-2020 10:00:00 +0000')
    imap.deliver(letter('new'))
    imap.cut()
    await hasFailed()
    await tryAgain()
    await areTickets(['new'])
  })

  it('by another password: the mailbox says so, and with the new one goes on from where it stopped', async () => {
    const { imap, look, isRead, areTickets, hasFailed, mailbox, maya, id } = await makeReadMailbox(h, [])
    await look()
    await isRead()
    imap.setPassword('changed')
    imap.cut()
    await hasFailed()
    imap.deliver(letter('meanwhile'))
    await maya.call(changeMailboxPassword, { params: { mailboxId: id }, body: { password: 'still wrong' } })
    await look()
    await vi.waitFor(async () => expect((await mailbox())?.fault).toBe('auth'), LONG)
    await maya.call(changeMailboxPassword, { params: { mailboxId: id }, body: { password: 'changed' } })
    await vi.waitFor(async () => {
      await look()
      expect((await mailbox())?.failingSince).toBeNull()
    }, LONG)
    await areTickets(['meanwhile'])
    // What failed last is still told.
    expect(await mailbox()).toMatchObject({ fault: 'auth', lastFailureAt: expect.any(String) })
  })

  it('for days: the many mails that came meanwhile are taken in, each once', async () => {
    const { imap, look, isRead, hasFailed, tryNow, tenant } = await makeReadMailbox(h, [])
    await look()
    await isRead()
    imap.cut()
    await hasFailed()
    const subjects = Array.from({ length: 60 }, (_, n) => `mail ${String(n).padStart(3, '0')}`)
    for (const subject of subjects) imap.deliver(letter(subject, `About ${subject}.`))
    // The connection breaks once more among them.
    imap.cutAfter(12_000)
    const taken = () => tenant.read((t) => t.sql<{ subject: string }>('SELECT subject FROM ticket ORDER BY subject'))
    const expected = subjects.map((subject) => ({ subject }))
    await vi.waitFor(
      async () => {
        await tryNow()
        expect(await taken()).toEqual(expected)
      },
      { timeout: 200_000, interval: 500 },
    )
  }, 240_000)

  it('by having no such folder: the mailbox says what the server said', async () => {
    const { look, mailbox } = await makeReadMailbox(h, [], 'secret', 'Support')
    await look()
    await vi.waitFor(async () => expect(await mailbox()).toMatchObject({ fault: 'refused' }), LONG)
    expect((await mailbox())?.answer).toBeTruthy()
  })
})

it('[V3] the operator sees with the token of the metrics how mailboxes are read, without server, user and text; nobody else does', async () => {
  const { look, mailbox, id, slug } = await makeReadMailbox(h, [], 'wrong')
  await look()
  await vi.waitFor(async () => expect((await mailbox())?.fault).toBe('auth'), LONG)
  const ready = async (headers: Record<string, string> = {}) => (await fetch(`${h.url}/readyz`, { headers })).json()
  expect(await ready()).toEqual({ status: 'ok' })
  expect(await ready({ authorization: 'Bearer another' })).toEqual({ status: 'ok' })
  const { mailboxes } = (await ready({ authorization: `Bearer ${TOKEN}` })) as { mailboxes: { mailbox: string }[] }
  expect(mailboxes.find((one) => one.mailbox === id)).toEqual({
    business: slug,
    mailbox: id,
    lastSuccessAt: null,
    lastFailureAt: expect.any(String),
    failingSince: expect.any(String),
    fault: 'auth',
  })
})
