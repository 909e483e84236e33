import { setTimeout as wait } from 'node:timers/promises'
import type { ConversationId, MessageId } from '#contracts/ids.ts'
import { agentSnapshot, type ChosenAgent } from '#server/agent/service.ts'
import type { Engine, Outcome, Part, Question } from '#server/assistant/types.ts'
import {
  appendMessage,
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

/** An answer that is whole within this time after its first words is not shown growing. */
const WHOLE_WITHIN_MS = 25
/** Deltas go out at most this often (some 20 a second), and the grown text is saved this often. */
const DELTA_MS = 50
const SAVE_MS = 1000

type End = Extract<Part, { type: 'end' }>

export type StreamedAnswer = {
  messageId: MessageId
  outcome: Outcome
  /** What the answer rests on; null where it was cut. */
  end: End | null
  latencyMs: number
  /** Writes the answer in the caller's transaction: whole, or as interrupted where the assistant lost the word meanwhile. */
  write(t: Tx, isStillOurs: boolean, change: Parameters<typeof finishMessage>[4]): Promise<void>
}

class TakenOver extends Error {}

/**
 * Lets an engine speak. What comes at once is written at once, as one message; what takes longer grows before the customer's eyes,
 * by deltas, and is saved as it grows. A person who takes over stops it.
 */
export async function runEngine(
  tenant: Tenant,
  conversationId: ConversationId,
  engine: Engine,
  question: Question,
  timeUp: AbortSignal,
): Promise<StreamedAnswer> {
  const voice = createVoice(tenant, conversationId, question.agent)
  const started = performance.now()
  const done = new AbortController()
  const signal = AbortSignal.any([timeUp, done.signal])
  const parts = withDeadline(engine(tenant, question, signal), signal)
  let end: End | null = null
  try {
    for (let next = await parts.next(); !next.done; ) {
      await question.leaseAcquired
      if (next.value.type === 'end') end = next.value
      else await voice.add(next.value.text)
      if (!voice.hasBegun && next.value.type === 'text' && next.value.isGrowing) await voice.begin()
      const coming = parts.next()
      // What is whole within a moment is written whole; what is not begins to grow.
      if (!voice.hasBegun && (await isSlower(coming))) await voice.begin()
      next = await coming
    }
    await voice.flush()
    if (!end && !voice.hasBegun) throw new Error('The engine ended without an answer')
  } catch (error) {
    if (!voice.hasBegun && !(error instanceof TakenOver)) throw error
    tenant.platform.log.warn({ err: error }, 'an answer was interrupted')
  } finally {
    // An engine that nobody listens to any more must not go on (and cost).
    done.abort()
  }
  const latencyMs = Math.round(performance.now() - started)
  const outcome = end?.outcome ?? 'unknown'
  return {
    messageId: voice.id,
    outcome,
    end,
    latencyMs,
    write: (t, isOurs, change) => voice.write(t, isOurs, end, change),
  }
}

function createVoice(tenant: Tenant, conversationId: ConversationId, agent: ChosenAgent | null) {
  const id: MessageId = newId()
  let text = ''
  let sent = 0
  let hasBegun = false
  let lastDelta = performance.now()
  let lastSave = lastDelta
  /** The desk sees who answered; a customer hears the assistant. */
  const by = { author: 'assistant', authorId: agent?.id ?? null, authorName: agent?.name ?? null } as const
  const growth = async (): Promise<void> => {
    const offset = sent
    sent = text.length
    lastDelta = performance.now()
    await publishDelta(tenant, conversationId, { messageId: id, offset, text: text.slice(offset) })
  }
  const begin = async (): Promise<void> => {
    await tenant.tx(async (t) => {
      const { row } = await appendMessage(t, conversationId, { id, ...by, body: text, state: 'streaming' })
      // Looked at under the lock that saying it took: nothing of it happened then.
      if (!canAnswer(row)) throw new TakenOver()
    })
    sent = text.length
    hasBegun = true
  }
  const save = async (): Promise<void> => {
    lastSave = performance.now()
    await tenant.tx(async (t) => {
      if (!canAnswer(await getConversation(t, assistant, conversationId))) throw new TakenOver()
      await saveStreamedText(t, id, text)
    })
  }
  return {
    id,
    get hasBegun() {
      return hasBegun
    },
    begin,
    async add(piece: string): Promise<void> {
      text += piece
      const now = performance.now()
      if (!hasBegun || now - lastDelta < DELTA_MS) return
      await growth()
      if (now - lastSave >= SAVE_MS) await save()
    },
    async flush(): Promise<void> {
      if (hasBegun && sent < text.length) await growth()
    },
    async write(t: Tx, isStillOurs: boolean, end: End | null, change: Parameters<typeof finishMessage>[4]) {
      const rest = {
        sources: end?.sources ?? [],
        suggestions: end?.suggestions ?? [],
        confidence: end?.confidence ?? null,
        origin: end ? { ...(agent ? { agent: agentSnapshot(agent) } : {}), ...end.origin } : {},
      }
      const state = end && !end.isCut && isStillOurs ? 'complete' : 'interrupted'
      if (hasBegun) await finishMessage(t, conversationId, id, { body: text, state, ...rest }, change)
      else if (isStillOurs) await appendMessage(t, conversationId, { id, ...by, body: text, state, ...rest }, change)
      else await setAnswerLease(t, conversationId, null)
    },
  }
}

/** Whether something takes longer than the moment in which an answer counts as whole. */
const isSlower = (coming: Promise<unknown>): Promise<boolean> =>
  Promise.race([
    coming.then(
      () => false,
      () => false,
    ),
    wait(WHOLE_WITHIN_MS, true),
  ])

/** Ends a stream that hangs: an engine that does not look at its signal is left behind. */
function withDeadline(parts: AsyncIterable<Part>, signal: AbortSignal): { next(): Promise<IteratorResult<Part>> } {
  const iterator = parts[Symbol.asyncIterator]()
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('The answer took too long')), { once: true })
  })
  late.catch(() => undefined)
  return { next: () => Promise.race([iterator.next(), late]) }
}
