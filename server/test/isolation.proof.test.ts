import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startConversation, streamGuestConversation } from '#contracts/conversation/guest-conversation.ts'
import type { ConversationId, MessageId, TicketId } from '#contracts/ids.ts'
import { streamDesk } from '#contracts/ticket/desk-stream.ts'
import { getGuestTicket, listGuestTickets } from '#contracts/ticket/guest-ticket.ts'
import { sendTicketMessage } from '#contracts/ticket/ticket.ts'
import { allRoutes } from '#server/domains.ts'
import { pathOf } from './client.ts'
import { type Harness, startHarness } from './harness.ts'
import { keepSignedIn, startChat, submitForm, threadText } from './proof/full-tenant.ts'
import {
  checkReachable,
  closeIsolation,
  orderByEffect,
  probeOtherGuest,
  probeRoute,
  setUpIsolation,
} from './proof/isolation-matrix.ts'

let h: Harness
let stage: Awaited<ReturnType<typeof setUpIsolation>>
beforeAll(async () => {
  // Without workers nothing but the probes themselves touches a row.
  h = await startHarness({ env: { ROLE: 'web' } })
  stage = await setUpIsolation(h)
})
afterAll(async () => {
  await closeIsolation(stage)
  await h.stop()
})

const endpoints = orderByEffect(allRoutes.map((route) => route.endpoint))
const byName = (list: typeof endpoints) => list.map((one) => [`${one.method} ${one.path}`, one] as const)
const ofGuests = endpoints.filter(({ access, path }) => access === 'guest' && /:(?!slug\b)/.test(path))

describe('isolation, generated from the declared routes', () => {
  it.each(byName(endpoints))('%s keeps businesses apart', async (_, endpoint) => {
    expect(await probeRoute(stage, endpoint)).toEqual([])
    expect(await checkReachable(stage, endpoint)).toEqual([])
  })

  it.each(byName(ofGuests))('%s keeps the guests of one business apart', async (_, endpoint) => {
    expect(await probeOtherGuest(stage, endpoint)).toEqual([])
  })
})

const pathOfStream = (slug: string, conversationId: ConversationId) =>
  pathOf(streamGuestConversation, { params: { slug, conversationId }, query: { after: 0 } })

describe('isolation of what is shown and told', () => {
  // The matrix has signed members out.
  beforeAll(async () => {
    for (const world of [stage.a, stage.b]) await keepSignedIn(world)
  })

  it('never shows a guest the other’s tickets and chats in a list', async () => {
    const { b } = stage
    const { items } = await b.otherGuest.call(listGuestTickets, { params: { slug: b.slug } })
    expect(items.map(({ id }) => id)).toEqual([b.others.ticket])
    const text = JSON.stringify(items) + (await (await b.otherGuest.raw(`/api/portal/${b.slug}/conversations`)).text())
    for (const id of [b.ids.ticket, b.ids.conversation]) expect(text).not.toContain(id)
  })

  it('never shows a customer a note, nor a file that hangs on one, nor an article that is no longer published', async () => {
    const { b } = stage
    expect(await threadText(b.guest, b.slug, b.ids.conversation as string)).not.toContain(b.canary.note)
    expect((await b.guest.raw(`/api/portal/${b.slug}/files/${b.others.noteFile}`)).status).toBe(404)
    expect((await b.agent.raw(`/api/files/${b.others.noteFile}`)).status).toBe(200)
    expect((await b.guest.raw(`/api/portal/${b.slug}/articles/${b.others.draft}`)).status).toBe(404)
  })

  it('tells a stream nothing of another business, of another guest, or of notes', async () => {
    const { a, b } = stage
    const chat = await startChat(b.guest, b.slug)
    const ticketId = await submitForm(b.guest, b.slug, chat.conversationId)
    const other = await startChat(b.otherGuest, b.slug)
    // The same id in the other business: streams are addressed by business and id.
    await a.guest.call(startConversation, {
      params: { slug: a.slug },
      body: { id: chat.conversationId, context: 'general' },
    })
    const streams = {
      own: await b.guest.stream(pathOfStream(b.slug, chat.conversationId)),
      otherGuest: await b.otherGuest.stream(pathOfStream(b.slug, other.conversationId)),
      otherBusiness: await a.guest.stream(pathOfStream(a.slug, chat.conversationId)),
      otherDesk: await a.agent.stream(streamDesk.path),
      desk: await b.agent.stream(streamDesk.path),
    }
    const say = (body: string, visibility: 'public' | 'note') =>
      b.agent.call(sendTicketMessage, {
        params: { ticketId: ticketId as TicketId },
        body: { id: crypto.randomUUID() as MessageId, body, visibility, fileIds: [] },
      })
    await say('a note of canaries', 'note')
    await say('words of canaries', 'public')
    await streams.desk.waitFor('message.created', ({ message }) => message.body === 'words of canaries')
    await streams.own.waitFor('message.created', ({ message }) => message.body === 'words of canaries')
    const heard = (name: keyof typeof streams) => JSON.stringify(streams[name].received)
    expect(heard('desk')).toContain('a note of canaries')
    expect(heard('own')).not.toContain('a note of canaries')
    for (const name of ['otherGuest', 'otherBusiness', 'otherDesk'] as const)
      expect(heard(name)).not.toContain('canaries')
    for (const stream of Object.values(streams)) stream.close()
  })

  it('gives nothing for an e-mail that is only claimed', async () => {
    const { b } = stage
    const stranger = await h.guest(b)
    // The same address as the first guest gave.
    await submitForm(stranger, b.slug)
    const { items } = await stranger.call(listGuestTickets, { params: { slug: b.slug } })
    expect(items).toHaveLength(1)
    const refused = await stranger.fail(getGuestTicket, {
      params: { slug: b.slug, ticketId: b.ids.ticket as TicketId },
    })
    expect(refused.status).toBe(404)
  })
})
