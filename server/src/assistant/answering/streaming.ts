import { setTimeout as wait } from 'node:timers/promises'
import type { ConversationId, MessageId } from '#contracts/ids.ts'
import { agentSnapshot, type ChosenAgent } from '#server/agent/service.ts'
import type { Engine, Outcome, Part, Question } from '#server/assistant/types.ts'
import type { ConversationRow } from '#server/conversation/schema.ts'
import {
  appendMessage,
  appendToLocked,
  canAnswer,
  finishMessage,
  getConversation,
  newId,
  publishDelta,
  saveStreamedText,
  setAnswerLease,
} from '#server/conversation/service.ts'
import { assistant } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { Tenant } from '#server/platform/platform.ts'

/** An answer that is complete within this time after its first text is written as one message, without streaming. */
const WHOLE_WITHIN_MS = 25
/** The minimum intervals between deltas, and between saves of the streamed text. */
const DELTA_MS = 50
const SAVE_MS = 1000

type InternalChange = Parameters<typeof finishMessage>[4]
type End = Extract<Part, { type: 'end' }>

export type StreamedAnswer = {
  messageId: MessageId
  outcome: Outcome
  /** The engine's result; null where the answer was interrupted. */
  end: End | null
  latencyMs: number
  /** Writes the answer in the caller's transaction, under the lock of `row`; as interrupted where the assistant may no longer answer. */
  write(t: Tx, row: ConversationRow, isAllowed: boolean, change: InternalChange): Promise<void>
}

class TakeoverError extends Error {}

/**
 * Runs an engine. A fast answer is written as one message; a slower one is streamed to the customer by deltas and saved as it
 * grows. It is stopped when a member takes the conversation over.
 */
export async function runEngine(
  tenant: Tenant,
  conversationId: ConversationId,
  engine: Engine,
  question: Question,
  timeUp: AbortSignal,
): Promise<StreamedAnswer> {
  const message = createAnswerMessage(tenant, conversationId, question.agent)
  const started = performance.now()
  const done = new AbortController()
  const signal = AbortSignal.any([timeUp, done.signal])
  const parts = withDeadline(engine(tenant, question, signal), signal)
  let end: End | null = null
  try {
    for (let next = await parts.next(); !next.done; ) {
      await question.leaseAcquired
      if (next.value.type === 'end') end = next.value
      else await message.add(next.value.text)
      if (!message.hasBegun && next.value.type === 'text' && next.value.isGrowing) await message.begin()
      const coming = parts.next()
      // Streaming begins only when the next part takes longer than WHOLE_WITHIN_MS.
      if (!message.hasBegun && (await isSlower(coming))) await message.begin()
      next = await coming
    }
    await message.flush()
    if (!end && !message.hasBegun) throw new Error('The engine ended without an answer')
  } catch (error) {
    if (!message.hasBegun && !(error instanceof TakeoverError)) throw error
    tenant.platform.log.warn({ err: error }, 'an answer was interrupted')
  } finally {
    // Stops an engine whose answer is no longer read, so that it causes no more cost.
    done.abort()
    parts.stop()
  }
  const latencyMs = Math.round(performance.now() - started)
  const outcome = end?.outcome ?? 'unknown'
  return {
    messageId: message.id,
    outcome,
    end,
    latencyMs,
    write: (t, row, isAllowed, change) => message.write(t, row, isAllowed, end, change),
  }
}

function createAnswerMessage(tenant: Tenant, conversationId: ConversationId, agent: ChosenAgent | null) {
  const id: MessageId = newId()
  let text = ''
  let sent = 0
  let isStreaming = false
  let lastDelta = performance.now()
  let lastSave = lastDelta
  /** Members see the agent's name; the customer sees the assistant. */
  const by = { author: 'assistant', authorId: agent?.id ?? null, authorName: agent?.name ?? null } as const
  const sendDelta = async (): Promise<void> => {
    const offset = sent
    sent = text.length
    lastDelta = performance.now()
    await publishDelta(tenant, conversationId, { messageId: id, offset, text: text.slice(offset) })
  }
  const begin = async (): Promise<void> => {
    await tenant.tx(async (t) => {
      const { row } = await appendMessage(t, conversationId, { id, ...by, body: text, state: 'streaming' })
      // Checked under the lock that appendMessage holds; throwing rolls the message back.
      if (!canAnswer(row)) throw new TakeoverError()
    })
    sent = text.length
    isStreaming = true
  }
  const save = async (): Promise<void> => {
    lastSave = performance.now()
    await tenant.tx(async (t) => {
      if (!canAnswer(await getConversation(t, assistant, conversationId))) throw new TakeoverError()
      await saveStreamedText(t, id, text)
    })
  }
  return {
    id,
    get hasBegun() {
      return isStreaming
    },
    begin,
    async add(piece: string): Promise<void> {
      text += piece
      const now = performance.now()
      if (!isStreaming || now - lastDelta < DELTA_MS) return
      await sendDelta()
      if (now - lastSave >= SAVE_MS) await save()
    },
    async flush(): Promise<void> {
      if (isStreaming && sent < text.length) await sendDelta()
    },
    async write(t: Tx, row: ConversationRow, isAllowed: boolean, end: End | null, change: InternalChange) {
      const rest = {
        sources: end?.sources ?? [],
        suggestions: end?.suggestions ?? [],
        confidence: end?.confidence ?? null,
        origin: end ? { ...(agent ? { agent: agentSnapshot(agent) } : {}), ...end.origin } : {},
      }
      const state = end && !end.isCut && isAllowed ? 'complete' : 'interrupted'
      if (isStreaming) await finishMessage(t, conversationId, id, { body: text, state, ...rest }, change)
      else if (isAllowed) await appendToLocked(t, row, { id, ...by, body: text, state, ...rest }, change)
      else await setAnswerLease(t, conversationId, null)
    },
  }
}

/** Whether the next part takes longer than WHOLE_WITHIN_MS. */
const isSlower = (coming: Promise<unknown>): Promise<boolean> =>
  Promise.race([
    coming.then(
      () => false,
      () => false,
    ),
    wait(WHOLE_WITHIN_MS, true),
  ])

/** Ends a stream at its deadline, even if the engine ignores the signal. `stop` lets an engine that is not read to its end record its calls. */
function withDeadline(
  parts: AsyncIterable<Part>,
  signal: AbortSignal,
): { next(): Promise<IteratorResult<Part>>; stop(): void } {
  const iterator = parts[Symbol.asyncIterator]()
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('The answer took too long')), { once: true })
  })
  late.catch(() => undefined)
  return {
    next: () => Promise.race([iterator.next(), late]),
    stop: () => {
      iterator.return?.().then(undefined, () => undefined)
    },
  }
}
