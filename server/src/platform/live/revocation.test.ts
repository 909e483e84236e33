import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { streamGuestConversation } from '#contracts/conversation/guest-conversation.ts'
import { streamDesk } from '#contracts/ticket/desk-stream.ts'
import { clientOf, type LiveStream, pathOf, type TestClient } from '#test/client.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { startChat } from '#test/proof/full-tenant.ts'
import { timeBound } from '#test/time-bound.ts'

const DAY_MS = 86_400_000
let aheadMs = 0
let h: Harness
let otherNode: string
beforeAll(async () => {
  h = await startHarness({ overrides: { clock: { now: () => new Date(Date.now() + aheadMs) } } })
  otherNode = (await h.secondNode()).platform.baseUrl
})
afterAll(() => h.stop())
afterEach(() => {
  aheadMs = 0
})

type Ids = { userId: string; guestId: string; tenantId: string }

/** A member's and a guest's stream on each of two nodes, and the same of another business. */
async function arrange() {
  const acme = await peopleOf()
  const other = await peopleOf()
  return { ...acme, others: [...other.desk, ...other.chat] }
}

async function peopleOf() {
  const of = await h.tenant()
  const [agent, guest] = [await h.member(of), await h.guest(of)]
  const { params } = await startChat(guest, of.slug)
  const path = pathOf(streamGuestConversation, { params, query: { after: 0 } })
  const ids: Ids = { userId: agent.actor.userId, guestId: guest.actor.guestId, tenantId: of.tenant.id }
  const [desk, chat] = [await onBothNodes(agent, streamDesk.path), await onBothNodes(guest, path)]
  return { agent, guest, path, ids, desk, chat }
}

const onBothNodes = async (who: TestClient, path: string): Promise<LiveStream[]> => {
  return Promise.all([who.stream(path), clientOf(otherNode, who.headers).stream(path)])
}

const asOwner = (text: string, values: unknown[]) => queryAsOwner(h.database.ownerUrl, text, values)

/** Expects the streams to end within the promised two seconds. */
async function expectEnd(streams: LiveStream[]): Promise<void> {
  const began = performance.now()
  await Promise.all(streams.map(({ ended }) => ended))
  expect(performance.now() - began).toBeLessThan(timeBound(2000))
}

/** What is sent after a revocation arrives after it: a stream that gets this was not ended. */
async function expectOpen(streams: LiveStream[]): Promise<void> {
  for (const stream of streams) {
    const state = await Promise.race([
      stream.ended.then(() => 'ended'),
      new Promise((done) => setTimeout(done, 50, 'open')),
    ])
    expect(state).toBe('open')
    stream.close()
  }
}

const WAYS: [string, (ids: Ids) => Promise<unknown>][] = [
  ['their sessions are deleted', ({ userId }) => asOwner('DELETE FROM auth.session WHERE user_id = $1', [userId])],
  [
    'their session is shortened',
    ({ userId }) => asOwner('UPDATE auth.session SET expires_at = now() WHERE user_id = $1', [userId]),
  ],
  [
    'their account is disabled',
    ({ userId }) => asOwner('UPDATE auth."user" SET disabled_at = now() WHERE id = $1', [userId]),
  ],
  ['they are removed', ({ userId }) => asOwner('UPDATE member SET removed_at = now() WHERE user_id = $1', [userId])],
  ['their membership is deleted', ({ userId }) => asOwner('DELETE FROM member WHERE user_id = $1', [userId])],
  ['their role changes', ({ userId }) => asOwner("UPDATE member SET role = 'admin' WHERE user_id = $1", [userId])],
]

describe('the right to listen', () => {
  it.each(WAYS)('ends a member’s desk streams on every node when %s', async (_, withdraw) => {
    const { ids, desk, chat, others } = await arrange()
    await withdraw(ids)
    await expectEnd(desk)
    await expectOpen([...chat, ...others])
  })

  it('ends all streams of a business on every node when it is suspended, and admits no new one', async () => {
    const { ids, agent, guest, path, desk, chat, others } = await arrange()
    await asOwner("UPDATE tenant SET status = 'SUSPENDED' WHERE id = $1", [ids.tenantId])
    await expectEnd([...desk, ...chat])
    expect((await agent.raw(streamDesk.path)).status).toBe(403)
    expect((await guest.raw(path)).status).toBe(404)
    await expectOpen(others)
  })

  it('ends a guest’s streams on every node when the session is deleted', async () => {
    const { ids, desk, chat, others } = await arrange()
    await asOwner('DELETE FROM conversation WHERE guest_id = $1', [ids.guestId])
    await asOwner('DELETE FROM guest WHERE id = $1', [ids.guestId])
    await expectEnd(chat)
    await expectOpen([...desk, ...others])
  })

  it('ends with the session, also when nothing happens', async () => {
    const { ids, desk, chat } = await arrange()
    await asOwner(`UPDATE guest SET expires_at = now() + interval '200 days' WHERE id = $1`, [ids.guestId])
    aheadMs = 30 * DAY_MS + 1000
    await expectEnd(desk)
    aheadMs = 181 * DAY_MS
    await expectEnd(chat)
  })

  it('is withdrawn from a stream whose caller was authenticated before the revocation and listens after it', async () => {
    const of = await h.tenant()
    const { actor } = await h.member(of)
    const { live } = h.platform
    const admission = { position: live.position, endsAt: new Date(Date.now() + DAY_MS) }
    await asOwner('DELETE FROM auth.session WHERE user_id = $1', [actor.userId])
    await vi.waitFor(() => expect(live.position).toBeGreaterThan(admission.position), { timeout: 40_000 })
    let isEnded = false
    const end = () => {
      isEnded = true
    }
    const listener = { tenantId: of.tenant.id, conversationId: null, deliver: () => undefined, end }
    live.listen({ ...listener, principal: { userId: actor.userId }, admission })()
    expect(isEnded).toBe(true)
    isEnded = false
    live.listen({
      ...listener,
      principal: { userId: actor.userId },
      admission: { ...admission, position: live.position },
    })()
    expect(isEnded).toBe(false)
  })
})
