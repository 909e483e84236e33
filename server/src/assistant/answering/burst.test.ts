import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  getGuestConversation,
  sendGuestMessage,
  startConversation,
} from '#contracts/conversation/guest-conversation.ts'
import type { ConversationId, MessageId } from '#contracts/ids.ts'
import { assistantEngine } from '#server/assistant/engine/current.ts'
import type { Question } from '#server/assistant/types.ts'
import { givenState } from '#server/platform/process-state.ts'
import { type Harness, startHarness } from '#test/harness.ts'

/** Longer than the messages of a burst take to send, also on a loaded machine. */
const WAIT_MS = 3000

let h: Harness
let questions: string[] = []
beforeAll(async () => {
  const engine = givenState(assistantEngine, async function* (_, { text }: Question) {
    questions.push(text)
    yield { type: 'text', text: `to ${text}` }
    yield {
      type: 'end',
      outcome: 'answered',
      sources: [],
      suggestions: [],
      confidence: 0.9,
      origin: { engine: 'no-key', latencyMs: 0, retrieved: [] },
    }
  })
  h = await startHarness({ env: { ANSWER_WAIT_MS: String(WAIT_MS) }, overrides: { states: [engine] } })
})
afterAll(() => h.stop())

async function openChat() {
  const acme = await h.tenant()
  const guest = await h.guest(acme)
  const id = crypto.randomUUID() as ConversationId
  const params = { slug: acme.slug, conversationId: id }
  await guest.call(startConversation, { params: { slug: acme.slug }, body: { id, context: 'general' } })
  const send = (body: string) =>
    guest.call(sendGuestMessage, { params, body: { id: crypto.randomUUID() as MessageId, body, fileIds: [] } })
  const thread = () => guest.call(getGuestConversation, { params })
  const answers = async () =>
    (await thread()).messages.filter(({ author, kind }) => author === 'assistant' && kind === 'text')
  return { send, answers }
}
const SLOW = { timeout: 60_000 }

it('[H1] messages sent quickly one after the other get one answer to all of them', async () => {
  questions = []
  const { send, answers } = await openChat()
  for (const text of ['Hello', 'I ordered on Monday', 'Where is it?']) await send(text)
  await expect.poll(async () => (await answers()).length, SLOW).toBe(1)
  expect(questions).toEqual(['Hello\nI ordered on Monday\nWhere is it?'])
  await send('Thanks')
  await expect.poll(async () => (await answers()).length, SLOW).toBe(2)
  expect(questions).toHaveLength(2)
})
