import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendGuestMessage } from '#contracts/conversation/guest-conversation.ts'
import type { MessageId } from '#contracts/ids.ts'
import { makeFaq } from '#server/knowledge/fixture.ts'
import { measureDatabase } from './database-use.ts'
import { type Harness, startHarness, type TestTenant } from './harness.ts'
import { queryAsOwner } from './owner-query.ts'
import { times } from './proof/concurrent-requests.ts'
import { startChat, submitForm } from './proof/full-tenant.ts'

const AT_ONCE = 40

// With jobs, on a database that no other test uses: all commits in it are counted.
let h: Harness
let acme: TestTenant
let guests: Awaited<ReturnType<Harness['guest']>>[]
beforeAll(async () => {
  h = await startHarness({})
  acme = await h.tenant()
  await h.member(acme, 'owner', 'Ann')
  await makeFaq(acme.tenant)
  guests = await Promise.all(times(AT_ONCE).map(() => h.guest(acme)))
})
afterAll(() => h.stop())

const countJobs = async (where: string): Promise<number> => {
  const rows = await queryAsOwner(h.database.ownerUrl, `SELECT id FROM pgboss.job WHERE ${where}`, [])
  return rows.length
}

const noJobIsLeft = () => expect.poll(() => countJobs("state < 'completed'"), { timeout: 60_000 }).toBe(0)

/** Commits for each of the requests that are sent at once, with those of their jobs. */
async function commitsOfEach(request: (n: number) => Promise<unknown>): Promise<number> {
  const { commits } = await measureDatabase(h.database.ownerUrl, async () => {
    await Promise.all(times(AT_ONCE).map(request))
    await noJobIsLeft()
  })
  expect(commits, 'commits were counted').toBeGreaterThanOrEqual(AT_ONCE)
  return commits / AT_ONCE
}

describe(`${AT_ONCE} at once`, () => {
  it('tickets with two mails each cost at most three commits each beside their own', async () => {
    const before = await countJobs("name = 'notification.deliver'")
    const commits = await commitsOfEach((n) => submitForm(guests[n]!, acme.slug))
    expect((await countJobs("name = 'notification.deliver' AND state = 'completed'")) - before).toBe(2 * AT_ONCE)
    expect(commits).toBeLessThanOrEqual(1 + 3)
  })

  it('questions that are answered without a key cost at most three commits each beside their own', async () => {
    const chats = await Promise.all(guests.map((guest) => startChat(guest, acme.slug)))
    await noJobIsLeft()
    const answers = async () =>
      (await queryAsOwner(h.database.ownerUrl, "SELECT id FROM message WHERE author = 'assistant'", [])).length
    const before = await answers()
    const commits = await commitsOfEach((n) => {
      const params = { slug: acme.slug, conversationId: chats[n]!.conversationId }
      const body = 'How long do I have to return something?'
      return guests[n]!.call(sendGuestMessage, {
        params,
        body: { id: crypto.randomUUID() as MessageId, body, fileIds: [] },
      })
    })
    expect((await answers()) - before).toBe(AT_ONCE)
    expect(commits).toBeLessThanOrEqual(1 + 3)
  })
})
