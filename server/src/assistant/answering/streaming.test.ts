import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  getGuestConversation,
  sendGuestMessage,
  startConversation,
} from '#contracts/conversation/guest-conversation.ts'
import type { ConversationId, MessageId, TicketId } from '#contracts/ids.ts'
import type { LiveEvent } from '#contracts/live-event.ts'
import { submitTicket } from '#contracts/ticket/guest-ticket.ts'
import { assistantEngine } from '#server/assistant/engine/current.ts'
import type { Part } from '#server/assistant/types.ts'
import { givenState } from '#server/platform/process-state.ts'
import { type Harness, startHarness } from '#test/harness.ts'

let h: Harness
let script: () => AsyncIterable<Part>
beforeAll(async () => {
  h = await startHarness({ overrides: { states: [givenState(assistantEngine, () => script())] } })
})
afterAll(() => h.stop())

const END: Part = {
  type: 'end',
  outcome: 'answered',
  sources: [],
  suggestions: [],
  confidence: 0.9,
  origin: { engine: 'no-key', latencyMs: 0, retrieved: [] },
}
const WORDS = Array.from({ length: 12 }, (_, n) => `word${n} `)

async function* slowly(parts: readonly Part[]): AsyncIterable<Part> {
  for (const part of parts) {
    await wait(60)
    yield part
  }
}

async function ask(text = 'How long does it take?') {
  const acme = await h.tenant()
  const guest = await h.guest(acme)
  const conversationId = crypto.randomUUID() as ConversationId
  const { slug } = acme
  const params = { slug, conversationId }
  const path = `/api/portal/${slug}/conversations/${conversationId}/stream`
  await guest.call(startConversation, { params: { slug }, body: { id: conversationId, context: 'general' } })
  const stream = await guest.stream(path)
  await guest.call(sendGuestMessage, {
    params,
    body: { id: crypto.randomUUID() as MessageId, body: text, fileIds: [] },
  })
  return { acme, guest, params, path, stream }
}

const grown = (event: Extract<LiveEvent, { type: 'message.created' }>) => event.message.state === 'streaming'
const whole = (text: string, at: { offset: number; text: string }) => text.slice(0, at.offset) + at.text

describe('a streamed answer', () => {
  it('[H1] arrives in deltas with contiguous offsets and ends as one complete message', async () => {
    script = () => slowly([...WORDS.map((text): Part => ({ type: 'text', text })), END])
    const { guest, params, stream } = await ask()
    const begun = await stream.waitFor('message.created', grown)
    const ended = await stream.waitFor('message.changed', ({ message }) => message.state === 'complete')
    let text = begun.message.body
    for (const { event } of stream.received) {
      if (event.type !== 'message.delta') continue
      expect(event.offset).toBeLessThanOrEqual(text.length)
      text = whole(text, event)
    }
    expect(text).toBe(WORDS.join(''))
    expect(ended.message.body).toBe(WORDS.join(''))
    const { messages } = await guest.call(getGuestConversation, { params })
    expect(messages.filter(({ author, kind }) => author === 'assistant' && kind === 'text')).toHaveLength(1)
    stream.close()
  })

  it('[H1] resumes after a dropped connection without lost or repeated text', async () => {
    script = () => slowly([...WORDS.map((text): Part => ({ type: 'text', text })), END])
    const { guest, path, stream } = await ask()
    await stream.waitFor('message.created', grown)
    const last = stream.received.findLast(({ id }) => id !== null)?.id ?? '0'
    stream.close()
    await wait(1200)
    const again = await guest.stream(path, last)
    const ended = await again.waitFor('message.changed', ({ message }) => message.state === 'complete')
    expect(ended.message.body).toBe(WORDS.join(''))
    expect(again.received.filter(({ event }) => event.type === 'message.created')).toEqual([])
    again.close()
  })

  it('[H5] stops and is marked as interrupted when a person takes over meanwhile', async () => {
    script = () => slowly([...WORDS, ...WORDS, ...WORDS].map((text): Part => ({ type: 'text', text })))
    const { guest, params, stream } = await ask()
    await stream.waitFor('message.created', grown)
    const form = { name: 'Jo', email: 'jo@example.com', subject: 'S', description: 'D' }
    const body = { ...form, id: crypto.randomUUID() as TicketId, conversationId: params.conversationId }
    await guest.call(submitTicket, { params: { slug: params.slug }, body })
    const ended = await stream.waitFor('message.changed')
    expect(ended.message.state).toBe('interrupted')
    stream.close()
  })

  it('[H3] that is cut in mid-stream stays visible, marked as interrupted', async () => {
    script = async function* () {
      yield* slowly(WORDS.slice(0, 5).map((text): Part => ({ type: 'text', text })))
      throw new Error('cut')
    }
    const { stream } = await ask()
    const ended = await stream.waitFor('message.changed')
    expect(ended.message).toMatchObject({ state: 'interrupted', body: WORDS.slice(0, 5).join('') })
    stream.close()
  })

  it('[E2] that fails at every attempt ends with a notice and the offer of a person', async () => {
    script = () => {
      throw new Error('down')
    }
    const { stream } = await ask()
    const line = await stream.waitFor('message.created', ({ message }) => message.kind === 'fallback')
    expect(line.message.body).toContain('Your message is stored')
    await stream.waitFor('conversation.changed', ({ conversation }) => conversation.offer !== null)
    stream.close()
  })

  it('is followed by one answer to the messages sent meanwhile', async () => {
    script = () => slowly([{ type: 'text', text: 'an answer' }, END])
    const { guest, params, stream } = await ask('first')
    await guest.call(sendGuestMessage, {
      params,
      body: { id: crypto.randomUUID() as MessageId, body: 'second', fileIds: [] },
    })
    await wait(1500)
    const { messages } = await guest.call(getGuestConversation, { params })
    const answers = messages.filter(({ author, kind }) => author === 'assistant' && kind === 'text')
    expect(answers.length).toBeGreaterThanOrEqual(1)
    expect(answers.length).toBeLessThanOrEqual(2)
    expect(messages.at(-1)?.author).toBe('assistant')
    stream.close()
  })
})
