import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { sendGuestMessage } from '#contracts/conversation/guest-conversation.ts'
import { streamDesk } from '#contracts/ticket/desk-stream.ts'
import { createTicket } from '#contracts/ticket/ticket.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { startChat } from '#test/proof/full-tenant.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

const newId = () => crypto.randomUUID() as never

async function desk() {
  const acme = await h.tenant()
  const agent = await h.member(acme)
  const open = async (subject: string) => {
    const body = { id: newId(), subject, description: 'D' }
    return (await agent.call(createTicket, { body })).id
  }
  return { acme, agent, open }
}

/** Cuts every LISTEN connection of the server, as a restart of the database would. */
async function cutListenConnections(): Promise<void> {
  const client = new Client({ connectionString: h.database.ownerUrl })
  await client.connect()
  await client.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'segue-live' AND datname = current_database()`,
  )
  await client.end()
}

describe('a live stream', () => {
  it('[T4] replays to a desk that reconnects the events it missed, each once', async () => {
    const { agent, open } = await desk()
    const first = await agent.stream(streamDesk.path)
    const one = await open('one')
    await first.waitFor('ticket.created', ({ ticketId }) => ticketId === one)
    await first.waitFor('message.created')
    await wait(100)
    const last = first.received.findLast(({ id }) => id !== null)?.id ?? ''
    first.close()
    const missed = await open('two')
    const again = await agent.stream(streamDesk.path, last)
    await again.waitFor('ticket.created', ({ ticketId }) => ticketId === missed)
    await wait(100)
    const created = again.received.filter(({ event }) => event.type === 'ticket.created')
    expect(created).toHaveLength(1)
    expect(again.received.some(({ event }) => event.type === 'resync')).toBe(false)
    again.close()
  })

  it('[T4] ends when its node lost the LISTEN connection; a desk that reconnects gets resync, however many events came since', async () => {
    const { agent, open } = await desk()
    const first = await agent.stream(streamDesk.path)
    const one = await open('one')
    await first.waitFor('ticket.created', ({ ticketId }) => ticketId === one)
    const last = first.received.find(({ id }) => id !== null)?.id ?? ''
    await cutListenConnections()
    await first.ended
    const listening = await agent.stream(streamDesk.path)
    for (const subject of ['two', 'three', 'four']) await open(subject)
    await listening.waitFor('ticket.created')
    const again = await agent.stream(streamDesk.path, last)
    await again.waitFor('resync', () => true)
    again.close()
    listening.close()
  })

  it('[T4] that broke before the first event replays all of them when it reconnects', async () => {
    const { agent, open } = await desk()
    const first = await agent.stream(streamDesk.path)
    await wait(100)
    const last = first.received.findLast(({ id }) => id !== null)?.id ?? undefined
    first.close()
    const missed = await open('one')
    const again = await agent.stream(streamDesk.path, last)
    await again.waitFor('ticket.created', ({ ticketId }) => ticketId === missed)
    again.close()
  })

  it('shows by the ids of its events nothing of what happens in other businesses', async () => {
    const [{ agent, open }, other] = [await desk(), await desk()]
    const stream = await agent.stream(streamDesk.path)
    const ticketIds = [await open('one')]
    await stream.waitFor('ticket.created', ({ ticketId }) => ticketId === ticketIds[0])
    for (let n = 0; n < 5; n += 1) await other.open(`other ${n}`)
    ticketIds.push(await open('two'))
    await stream.waitFor('ticket.created', ({ ticketId }) => ticketId === ticketIds[1])
    const numbers = stream.received.flatMap(({ id }) => (id === null ? [] : [Number(id.split('.')[1])]))
    expect(numbers.length).toBeGreaterThan(2)
    expect(numbers).toEqual(numbers.map((_, index) => numbers[0]! + index))
    stream.close()
  })

  it('whose client disconnects before it opens leaves no listener', async () => {
    const { agent } = await desk()
    const { port } = new URL(h.url)
    const before = h.platform.live.streams
    for (let n = 0; n < 30; n += 1) {
      const socket = connect(Number(port), '127.0.0.1')
      await new Promise((resolve) => socket.once('connect', resolve))
      socket.write(`GET ${streamDesk.path} HTTP/1.1\r\nhost: x\r\ncookie: ${agent.headers.cookie}\r\n\r\n`)
      await wait(n / 5)
      socket.destroy()
    }
    await vi.waitFor(() => expect(h.platform.live.streams).toBe(before), { timeout: 40_000 })
  })

  it('[H1] delivers a message too long for a notification whole', async () => {
    const acme = await h.tenant()
    const guest = await h.guest(acme)
    const { params } = await startChat(guest, acme.slug)
    const stream = await guest.stream(`/api/portal/${acme.slug}/conversations/${params.conversationId}/stream?after=2`)
    const body = `“\u2028${'ü'.repeat(7900)}”`
    await guest.call(sendGuestMessage, { params, body: { id: newId(), body, fileIds: [] } })
    const received = await stream.waitFor('message.created', ({ message }) => message.author === 'customer')
    expect(received.message.body).toBe(body.trim())
    stream.close()
  })
})
