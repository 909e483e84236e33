import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  getGuestConversation,
  sendGuestMessage,
  startConversation,
  streamGuestConversation,
} from '#contracts/conversation/guest-conversation.ts'
import type { ConversationId, MessageId, TicketId } from '#contracts/ids.ts'
import { streamDesk } from '#contracts/ticket/desk-stream.ts'
import { getGuestTicket, listGuestTickets } from '#contracts/ticket/guest-ticket.ts'
import { sendTicketMessage } from '#contracts/ticket/ticket.ts'
import { allRoutes } from '#server/domains.ts'
import { type LiveStream, pathOf } from './client.ts'
import { type Harness, startHarness } from './harness.ts'
import { type FullTenant, startChat, submitForm, threadText } from './proof/full-tenant.ts'
import {
  checkReachable,
  closeIsolation,
  orderByEffect,
  probeOtherGuest,
  probeRoute,
  setUpIsolation,
} from './proof/isolation-matrix.ts'
import { keepSignedIn } from './proof/keep-signed-in.ts'

let h: Harness
let setup: Awaited<ReturnType<typeof setUpIsolation>>
beforeAll(async () => {
  // Without workers only the probes change rows.
  h = await startHarness({ env: { ROLE: 'web' } })
  setup = await setUpIsolation(h)
})
afterAll(async () => {
  await closeIsolation(setup)
  await h.stop()
})

const endpoints = orderByEffect(allRoutes.map((route) => route.endpoint))
const byName = (list: typeof endpoints) => list.map((one) => [`${one.method} ${one.path}`, one] as const)
const ofGuests = endpoints.filter(({ access, path }) => access === 'guest' && /:(?!slug\b)/.test(path))

describe('isolation, generated from the declared routes', () => {
  it.each(byName(endpoints))('%s neither shows nor changes rows of another tenant', async (_, endpoint) => {
    expect(await probeRoute(setup, endpoint)).toEqual([])
    expect(await checkReachable(setup, endpoint)).toEqual([])
  })

  it.each(byName(ofGuests))('%s neither shows nor changes rows of another guest of the tenant', async (_, endpoint) => {
    expect(await probeOtherGuest(setup, endpoint)).toEqual([])
  })
})

const pathOfStream = (slug: string, conversationId: ConversationId) =>
  pathOf(streamGuestConversation, { params: { slug, conversationId }, query: { after: 0 } })

describe('isolation of lists, files and streams', () => {
  // The routes above have signed the members out.
  beforeAll(async () => {
    for (const fullTenant of [setup.a, setup.b]) await keepSignedIn(fullTenant)
  })

  it('a guest’s lists leave out the tickets and chats of another guest of the same business', async () => {
    const { b } = setup
    const { items } = await b.otherGuest.call(listGuestTickets, { params: { slug: b.slug } })
    expect(items.map(({ id }) => id)).toEqual([b.others.ticket])
    const text = JSON.stringify(items) + (await (await b.otherGuest.raw(`/api/portal/${b.slug}/conversations`)).text())
    for (const id of [b.ids.ticket, b.ids.conversation]) expect(text).not.toContain(id)
  })

  it('a customer reads no note, no file of a note, and no article that is not published', async () => {
    const { b } = setup
    expect(await threadText(b.guest, b.slug, b.ids.conversation as string)).not.toContain(b.canary.note)
    expect((await b.guest.raw(`/api/portal/${b.slug}/files/${b.others.noteFile}`)).status).toBe(404)
    expect((await b.agent.raw(`/api/files/${b.others.noteFile}`)).status).toBe(200)
    expect((await b.guest.raw(`/api/portal/${b.slug}/articles/${b.others.draft}`)).status).toBe(404)
  })

  it('sends a stream no event of another business, of another guest, or of a note, neither live nor as a replay', async () => {
    const { a, b } = setup
    const chat = await startChat(b.guest, b.slug)
    const ticketId = await submitForm(b.guest, b.slug, chat.conversationId)
    const other = await startChat(b.otherGuest, b.slug)
    // The same id in the other business: streams are addressed by business and id.
    const sameId = { params: { slug: a.slug, conversationId: chat.conversationId } }
    await a.guest.call(startConversation, {
      params: { slug: a.slug },
      body: { id: chat.conversationId, context: 'general' },
    })
    const aTicketId = await submitForm(a.guest, a.slug, chat.conversationId)
    const reply = (of: FullTenant, id: TicketId, body: string, visibility: 'public' | 'note' = 'public') =>
      of.agent.call(sendTicketMessage, {
        params: { ticketId: id },
        body: { id: crypto.randomUUID() as MessageId, body, visibility, fileIds: [] },
      })
    const open = async (positionOf: (name: string) => string | undefined) => ({
      own: await b.guest.stream(pathOfStream(b.slug, chat.conversationId), positionOf('own')),
      desk: await b.agent.stream(streamDesk.path, positionOf('desk')),
      otherGuest: await b.otherGuest.stream(pathOfStream(b.slug, other.conversationId), positionOf('otherGuest')),
      otherBusiness: await a.guest.stream(pathOfStream(a.slug, chat.conversationId), positionOf('otherBusiness')),
      otherDesk: await a.agent.stream(streamDesk.path, positionOf('otherDesk')),
    })
    type Streams = Awaited<ReturnType<typeof open>>
    const receive = (stream: LiveStream, body: string) =>
      stream.waitFor('message.created', ({ message }) => message.body === body)
    /** Every stream gets a last event after the secret ones: anything sent to it wrongly has arrived before that. */
    const expectNoSecrets = async (streams: Streams, last: string) => {
      await reply(a, aTicketId, last)
      await b.otherGuest.call(sendGuestMessage, {
        params: other.params,
        body: { id: crypto.randomUUID() as MessageId, body: last, fileIds: [] },
      })
      await reply(b, ticketId, last)
      for (const stream of Object.values(streams)) await receive(stream, last)
      const received = (name: keyof Streams) => JSON.stringify(streams[name].received)
      expect(received('desk')).toContain('a secret note')
      expect(received('own')).toContain('a secret reply')
      expect(received('own')).not.toContain('a secret note')
      for (const name of ['otherGuest', 'otherBusiness', 'otherDesk'] as const)
        expect(received(name), name).not.toContain('secret')
      for (const stream of Object.values(streams)) stream.close()
    }

    const live = await open(() => undefined)
    await reply(b, ticketId, 'before')
    await receive(live.desk, 'before')
    const deskPosition = live.desk.received.findLast(({ id }) => id !== null)?.id as string
    await reply(b, ticketId, 'a secret note', 'note')
    await reply(b, ticketId, 'a secret reply')
    await receive(live.desk, 'a secret reply')
    await receive(live.own, 'a secret reply')
    await expectNoSecrets(live, 'the last live event')

    // All resume at the positions of this tenant's desk and guest.
    const replayed = await open((name) => (/desk/i.test(name) ? deskPosition : '0'))
    await receive(replayed.desk, 'a secret reply')
    await receive(replayed.own, 'a secret reply')
    await expectNoSecrets(replayed, 'the last event after a replay')
    const { messages } = await a.guest.call(getGuestConversation, sameId)
    expect(JSON.stringify(messages)).not.toContain('secret')
  })

  it('a guest who only claims another guest’s e-mail address reads none of their tickets', async () => {
    const { b } = setup
    const otherGuest = await h.guest(b)
    // Gives the same address as the first guest.
    await submitForm(otherGuest, b.slug)
    const { items } = await otherGuest.call(listGuestTickets, { params: { slug: b.slug } })
    expect(items).toHaveLength(1)
    const refused = await otherGuest.fail(getGuestTicket, {
      params: { slug: b.slug, ticketId: b.ids.ticket as TicketId },
    })
    expect(refused.status).toBe(404)
  })
})
