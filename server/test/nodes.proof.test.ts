import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  getGuestConversation,
  sendGuestMessage,
  setGuestTyping,
  streamGuestConversation,
} from '#contracts/conversation/guest-conversation.ts'
import { signOut } from '#contracts/identity/session.ts'
import type { ConversationId, MessageId } from '#contracts/ids.ts'
import { streamDesk } from '#contracts/ticket/desk-stream.ts'
import { reportPresence } from '#contracts/ticket/presence.ts'
import { getTicket, sendTicketMessage, takeTicket } from '#contracts/ticket/ticket.ts'
import { signOutEverywhere } from '#server/identity/service.ts'
import { makeFaq } from '#server/knowledge/fixture.ts'
import type { Platform } from '#server/platform/platform.ts'
import { clientOf, pathOf, type TestClient } from './client.ts'
import { type Harness, startHarness, type TestTenant } from './harness.ts'
import { queryAsOwner } from './owner-query.ts'
import { startChat, submitForm } from './proof/full-tenant.ts'
import { timeBound } from './time-bound.ts'

let h: Harness
let other: Platform
beforeAll(async () => {
  h = await startHarness()
  other = (await h.secondNode()).platform
})
afterAll(() => h.stop())

const newId = () => crypto.randomUUID() as MessageId
/** The same user as a client of the other node. */
const onOtherNode = (who: TestClient): TestClient => clientOf(other.baseUrl, who.headers)

const streamPath = ({ slug }: TestTenant, conversationId: ConversationId, after?: number) =>
  pathOf(streamGuestConversation, { params: { slug, conversationId }, query: { after } })

/** A chat that is a ticket, with its guest and a member. */
async function arrange() {
  const acme = await h.tenant()
  const guest = await h.guest(acme)
  const agent = await h.member(acme, 'agent', 'Ann')
  const chat = await startChat(guest, acme.slug)
  const ticketId = await submitForm(guest, acme.slug, chat.conversationId)
  const { conversation } = await guest.call(getGuestConversation, { params: chat.params })
  // From the position that the screen shows: a stream without a position begins at some moment after the request.
  const path = streamPath(acme, chat.conversationId, conversation.seq)
  const write = (who: TestClient, body: string) =>
    who.call(sendGuestMessage, { params: chat.params, body: { id: newId(), body, fileIds: [] } })
  const reply = (who: TestClient, body: string, visibility: 'public' | 'note' = 'public') =>
    who.call(sendTicketMessage, { params: { ticketId }, body: { id: newId(), body, visibility, fileIds: [] } })
  return { acme, guest, agent, ticketId, path, write, reply, ...chat }
}

describe('two nodes on one PostgreSQL', () => {
  it('a customer’s message sent to one node reaches a desk stream on the other, and the reply comes back', async () => {
    const { guest, agent, path, write, reply } = await arrange()
    const desk = await onOtherNode(agent).stream(streamDesk.path)
    const chat = await guest.stream(path)
    await write(guest, 'from node one')
    await desk.waitFor('message.created', ({ message }) => message.body === 'from node one')
    await reply(onOtherNode(agent), 'from node two')
    const event = await chat.waitFor('message.created', ({ message }) => message.body === 'from node two')
    expect(event.message.authorName).toBe('Ann')
    for (const stream of [desk, chat]) stream.close()
  })

  it('typing, presence and ticket changes on one node reach streams on the other', async () => {
    const { guest, agent, path, params, ticketId } = await arrange()
    const desk = await onOtherNode(agent).stream(streamDesk.path)
    const chat = await onOtherNode(guest).stream(path)
    await guest.call(setGuestTyping, { params, body: { isTyping: true } })
    await desk.waitFor('typing', ({ who, isTyping }) => who === 'customer' && isTyping)
    await agent.call(reportPresence, { params: { ticketId }, body: { isHere: true, isTyping: true, seenSeq: 1 } })
    await desk.waitFor('presence', (event) => event.ticketId === ticketId && event.member.name === 'Ann')
    await chat.waitFor('typing', ({ who, name }) => who === 'member' && name === 'Ann')
    const { ticket } = await agent.call(getTicket, { params: { ticketId } })
    await agent.call(takeTicket, { params: { ticketId }, body: { version: ticket.version } })
    await desk.waitFor('ticket.changed', (event) => event.ticketId === ticketId)
    for (const stream of [desk, chat]) stream.close()
  })

  it('an answer reaches the guest’s streams on both nodes', async () => {
    const acme = await h.tenant()
    await makeFaq(acme.tenant)
    const guest = await h.guest(acme)
    const { conversationId, params } = await startChat(guest, acme.slug)
    const streams = [
      await guest.stream(streamPath(acme, conversationId, 0)),
      await onOtherNode(guest).stream(streamPath(acme, conversationId, 0)),
    ]
    const body = { id: newId(), body: 'How long do I have to return something?', fileIds: [] }
    await guest.call(sendGuestMessage, { params, body })
    for (const stream of streams) {
      const { message } = await stream.waitFor('message.created', (event) => event.message.body.includes('45 days'))
      expect(message.sources).toHaveLength(1)
      stream.close()
    }
  })

  it('a message too long for a notification arrives complete, in order and once', async () => {
    const { guest, agent, path, write, reply } = await arrange()
    const desk = await onOtherNode(agent).stream(streamDesk.path)
    const chat = await onOtherNode(guest).stream(path)
    // 8,000 characters of three bytes each: three notifications would not hold it.
    const long = '長'.repeat(8000)
    await write(guest, long)
    await write(guest, 'right after')
    await reply(agent, `${long.slice(1)}!`, 'note')
    await reply(agent, 'the end')
    for (const stream of [desk, chat])
      await stream.waitFor('message.created', ({ message }) => message.body === 'the end')
    const bodies = (stream: typeof desk) =>
      stream.received.flatMap(({ event }) =>
        event.type === 'message.created' && event.message.author !== 'system' ? [event.message.body] : [],
      )
    expect(bodies(chat)).toEqual([long, 'right after', 'the end'])
    expect(bodies(desk)).toEqual([long, 'right after', `${long.slice(1)}!`, 'the end'])
    for (const stream of [desk, chat]) stream.close()
  })

  it('a stream cut on one node resumes on the other, with every event once and in order', async () => {
    const { acme, guest, agent, conversationId, path, write, reply } = await arrange()
    const first = await guest.stream(path)
    await write(guest, 'one')
    await first.waitFor('message.created', ({ message }) => message.body === 'one')
    const last = first.received.findLast(({ id }) => id !== null)?.id ?? ''
    first.close()
    await write(guest, 'two')
    await reply(agent, 'three')
    await reply(agent, 'a note', 'note')
    const again = await onOtherNode(guest).stream(streamPath(acme, conversationId), last)
    await write(guest, 'four')
    await again.waitFor('message.created', ({ message }) => message.body === 'four')
    const bodies = again.received.flatMap(({ event }) =>
      event.type === 'message.created' && event.message.author !== 'system' ? [event.message.body] : [],
    )
    expect(bodies).toEqual(['two', 'three', 'four'])
    const ids = again.received.flatMap(({ id }) => (id === null ? [] : [Number(id)]))
    expect(ids).toEqual([...ids].sort((a, b) => a - b))
    again.close()
  })

  it('a stream that is cut repeatedly while others write delivers every message once', async () => {
    const { guest, agent, path, write, reply } = await arrange()
    const wanted = Array.from({ length: 30 }, (_, n) => `n${n}`)
    const writing = (async () => {
      for (const [n, body] of wanted.entries()) await (n % 3 === 0 ? reply(agent, body) : write(guest, body))
    })()
    const seen = new Map<string, number>()
    let last = '0'
    for (let cut = 0; !seen.has('n29') && cut < 200; cut += 1) {
      const stream = await (cut % 2 === 0 ? guest : onOtherNode(guest)).stream(path, last)
      await new Promise((resolve) => setTimeout(resolve, 20 + 10 * (cut % 5)))
      stream.close()
      for (const { id, event } of stream.received) {
        if (id !== null) last = id
        if (event.type === 'message.created') seen.set(event.message.body, (seen.get(event.message.body) ?? 0) + 1)
      }
    }
    await writing
    expect(wanted.filter((body) => seen.get(body) !== 1).map((body) => [body, seen.get(body)])).toEqual([])
  })

  it('a stream that resumes from an unknown position gets resync', async () => {
    const { agent, guest, path } = await arrange()
    for (const position of ['2147483647', '99999999999999999999', '-5', 'nonsense']) {
      const stream = await onOtherNode(guest).stream(path, position)
      await Promise.race([stream.waitFor('resync'), stream.waitFor('conversation.changed')])
      stream.close()
    }
    const desk = await onOtherNode(agent).stream(streamDesk.path, 'deadbeef.17')
    await desk.waitFor('resync')
    desk.close()
  })
})

/** Milliseconds until all streams have ended; infinite if one does not. */
async function timeToEnd(streams: { ended: Promise<void> }[]): Promise<number> {
  const began = performance.now()
  const late = new Promise<number>((resolve) => setTimeout(resolve, 50_000, Number.POSITIVE_INFINITY))
  const ended = Promise.all(streams.map((stream) => stream.ended)).then(() => performance.now() - began)
  return Promise.race([ended, late])
}

describe('a revoked session', () => {
  it('ends every stream of a member within 2 s on both nodes after "sign out everywhere", and refuses new ones', async () => {
    const { agent, guest, path } = await arrange()
    const streams = [await agent.stream(streamDesk.path), await onOtherNode(agent).stream(streamDesk.path)]
    const chat = await onOtherNode(guest).stream(path)
    await signOutEverywhere(h.platform, agent.actor.userId)
    expect(await timeToEnd(streams)).toBeLessThan(timeBound(2000))
    for (const who of [agent, onOtherNode(agent)]) expect((await who.raw(streamDesk.path)).status).toBe(401)
    // Other users' streams stay open.
    expect(
      await Promise.race([chat.ended.then(() => 'ended'), new Promise((resolve) => setTimeout(resolve, 300, 'open'))]),
    ).toBe('open')
    chat.close()
  })

  it('ends the streams of a member who signs out, on both nodes', async () => {
    const { agent } = await arrange()
    const streams = [await agent.stream(streamDesk.path), await onOtherNode(agent).stream(streamDesk.path)]
    await agent.call(signOut)
    expect(await timeToEnd(streams)).toBeLessThan(timeBound(2000))
  })

  it('ends the streams of its guest and not those of another guest', async () => {
    const { acme, guest, path } = await arrange()
    const otherGuest = await h.guest(acme)
    const { conversationId } = await startChat(otherGuest, acme.slug)
    const otherStream = await onOtherNode(otherGuest).stream(streamPath(acme, conversationId))
    const streams = [await guest.stream(path), await onOtherNode(guest).stream(path)]
    await queryAsOwner(h.database.ownerUrl, 'UPDATE guest SET expires_at = now() WHERE id = $1', [guest.actor.guestId])
    expect(await timeToEnd(streams)).toBeLessThan(timeBound(2000))
    expect(
      await Promise.race([
        otherStream.ended.then(() => 'ended'),
        new Promise((resolve) => setTimeout(resolve, 300, 'open')),
      ]),
    ).toBe('open')
    otherStream.close()
  })
})
