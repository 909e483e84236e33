import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getGuestConversation, sendGuestMessage } from '#contracts/conversation/guest-conversation.ts'
import type { MessageId } from '#contracts/ids.ts'
import type { LiveEvent } from '#contracts/live-event.ts'
import type { Listener, Live } from '#server/platform/live/hub.ts'
import type { Stream } from '#server/platform/live/sse.ts'
import { tenantOf } from '#server/platform/platform.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { startChat } from '#test/proof/full-tenant.ts'
import { followConversation } from './stream.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

/** A chat followed over a bus whose events this test delivers. */
async function follow(isInOrder: boolean) {
  const made = await h.tenant()
  const guest = await h.guest(made)
  const { conversationId, params } = await startChat(guest, made.slug)
  const { conversation } = await guest.call(getGuestConversation, { params })
  let listener: Listener | undefined
  const live: Live = {
    ...h.platform.live,
    isInOrder,
    listen: (given) => {
      listener = given
      return () => undefined
    },
  }
  const sent: { event: LiveEvent; id: string | null }[] = []
  const stream: Stream = {
    admission: { position: 0, endsAt: new Date(Date.now() + 60_000) },
    send: (event, id) => sent.push({ event, id }),
    end: () => undefined,
    onEnd: () => undefined,
  }
  const tenant = tenantOf({ ...h.platform, live }, made.tenant.id)
  await followConversation(tenant, guest.actor, conversationId, conversation.seq, () => stream)
  const write = async (body: string) => {
    const id = crypto.randomUUID() as MessageId
    const message = await guest.call(sendGuestMessage, { params, body: { id, body, fileIds: [] } })
    return {
      event: { type: 'message.created', conversationId, ticketId: null, message } as LiveEvent,
      seq: message.seq,
    }
  }
  const deliver = ({ event, seq }: { event: LiveEvent; seq: number }) => listener?.deliver(event, String(seq))
  const bodies = () =>
    sent.flatMap(({ event }) => {
      const isCustomers = event.type === 'message.created' && event.message.author === 'customer'
      return isCustomers ? [event.message.body] : []
    })
  const types = () => sent.map(({ event }) => event.type)
  const changed = (seq: number) => deliver({ event: { type: 'resync' }, seq })
  return { write, deliver, changed, bodies, types }
}

describe('a stream of a conversation over a bus that may lose events or change their order', () => {
  test('[H1] reads what was lost before it sends what comes after it', async () => {
    const { write, deliver, bodies } = await follow(false)
    await write('one, which is lost')
    const two = await write('two')
    deliver(two)
    await expect.poll(bodies).toEqual(['one, which is lost', 'two'])
  })

  test('[H1] reads once more where the next one is missing again while it reads', async () => {
    const { write, deliver, bodies } = await follow(false)
    const written = [await write('one'), await write('two')]
    deliver(written[1]!)
    // Arrives while the first two are read; the third is lost.
    await write('three, which is lost')
    deliver(await write('four'))
    await expect.poll(bodies).toEqual(['one', 'two', 'three, which is lost', 'four'])
  })

  test('[H1] sends what comes late only once, at its place', async () => {
    const { write, deliver, bodies } = await follow(false)
    const [one, two, three] = [await write('one'), await write('two'), await write('three')]
    deliver(one)
    deliver(three)
    deliver(two)
    await expect.poll(bodies).toEqual(['one', 'two', 'three'])
  })
})

test.each([true, false])(
  '[H1] a stream sends every event of one change, in order of commits: %s',
  async (isInOrder) => {
    const { write, deliver, changed, types } = await follow(isInOrder)
    const before = types().length
    const one = await write('one')
    deliver(one)
    changed(one.seq)
    await expect.poll(() => types().slice(before)).toEqual(['message.created', 'resync'])
  },
)
