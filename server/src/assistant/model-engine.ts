import * as m from '#i18n/messages.js'
import type { Tenant } from '#server/platform/platform.ts'
import {
  AnswerCut,
  type AskPart,
  type Attempt,
  askModel,
  hasModel,
  type ModelRequest,
  NoModel,
} from '#server/provider/service.ts'
import { allTools } from './action-tools.ts'
import { type Analysis, analyse, limitsOf, type Reader } from './analysis.ts'
import type { Engine, Origin, Part, Question, Wish } from './engine.ts'
import { type Ground, readGround } from './ground.ts'
import { createDraft, type Draft } from './grounding/draft.ts'
import { createGate, isAbout } from './grounding/gate.ts'
import { createMask } from './grounding/masking.ts'
import { buildPrompt } from './grounding/prompt.ts'
import { createSentences } from './grounding/sentences.ts'
import { answerFrom, noKeyEngine, retrievedOf, smallTalk } from './no-key.ts'

/**
 * The engine with keys (R9, R10): what the knowledge says is found first, a model words it, and every sentence passes the gate before
 * a customer sees it. Without a model, or where nothing it said may stand, the no-key engine answers from the same findings.
 */
export const modelEngine: Engine = async function* (tenant, question, signal): AsyncIterable<Part> {
  const talk = smallTalk(question)
  if (talk) return yield* talk
  if (!(await hasModel(tenant))) return yield* noKeyEngine(tenant, question, signal)
  yield* createTurn(tenant, question, await readGround(tenant, question), signal)
}

/** What is kept of a turn while it runs. */
type Log = {
  started: number
  firstTokenMs: number | null
  attempts: readonly Attempt[]
  tools: { name: string }[]
  wish: Wish | null
  outputTokens: number
}

async function* createTurn(
  tenant: Tenant,
  question: Question,
  ground: Ground,
  signal: AbortSignal,
): AsyncIterable<Part> {
  const analysis = analyse(question.text)
  const reader = readerOf(question)
  const mask = createMask()
  const { evidence, language, avoidTopics, voice } = ground
  const remembered = question.memory?.lines ?? []
  const prompt = buildPrompt({
    question,
    language,
    tone: analysis.tone,
    evidence,
    remembered,
    avoidTopics,
    voice,
    mask,
  })
  const gate = createGate({ ...ground, business: question.business, secret: prompt.secret, mask })
  const draft = createDraft(gate, mask)
  const log: Log = {
    started: performance.now(),
    firstTokenMs: null,
    attempts: [],
    tools: [],
    wish: null,
    outputTokens: 0,
  }
  const about = (): Omit<Origin, 'engine'> => ({
    ...originOf(question, ground, analysis, log),
    promptHash: prompt.hash,
    gate: draft.cuts,
  })
  if (avoidTopics.some((topic) => isAbout(question.text, topic, ground.languages))) {
    return yield* refuse(question, { ...about(), degraded: 'refused' })
  }
  const tools = await allTools({
    tenant,
    question,
    mask,
    passages: evidence.filter(({ id }) => id > 0).length,
    found: gate.add,
    used: (name) => log.tools.push({ name }),
    wish: (wish) => {
      log.wish = wish
    },
  })
  const limits = limitsOf(question.text, analysis, reader)
  const request: ModelRequest = {
    purpose: question.conversationId ? 'answer' : 'console',
    conversationId: question.conversationId,
    messageId: null,
    guestId: question.guestId,
    agent: question.agent,
    complexity: analysis.complexity,
    isExpert: reader.isExpert,
    system: prompt.system,
    messages: prompt.messages,
    tools,
    ...limits,
    ...(question.only ? { only: question.only } : {}),
  }
  try {
    yield* spoken(askModel(tenant, request, signal), draft, log, limits.maxTokens)
  } catch (error) {
    const fault = faultOf(error)
    if (!fault) throw error
    log.attempts = fault.attempts
    if (draft.isShown) return yield { ...endOf('unknown', draft, about()), isCut: true }
    return yield* answerFrom(question, ground.searched, { ...about(), ...fault.degraded })
  }
  yield* ended(question, ground, draft, log, about())
}

/** What a failure of the chain means; null for what is no matter of models. */
function faultOf(error: unknown): { attempts: readonly Attempt[]; degraded: Pick<Origin, 'degraded'> } | null {
  if (error instanceof AnswerCut) return { attempts: error.attempts, degraded: { degraded: 'all_failed' } }
  if (!(error instanceof NoModel)) return null
  return { attempts: error.attempts, degraded: error.reason === 'no_key' ? {} : { degraded: error.reason } }
}

/** Lets what passes the gate out, sentence by sentence, as it comes. */
async function* spoken(parts: AsyncIterable<AskPart>, draft: Draft, log: Log, maxTokens: number): AsyncIterable<Part> {
  const sentences = createSentences()
  const show = function* (found: string[], isLast: boolean): Iterable<Part> {
    for (const sentence of found) {
      const text = draft.take(sentence)
      if (text) yield isLast ? { type: 'text', text } : { type: 'text', text, isGrowing: true }
    }
  }
  for await (const part of parts) {
    if (part.type === 'text') {
      log.firstTokenMs ??= Math.round(performance.now() - log.started)
      yield* show(sentences.push(part.text), false)
    } else if (part.type === 'tool') {
      // What was said before a tool was called is a sentence of its own.
      yield* show(sentences.end(), false)
    } else {
      log.attempts = part.attempts
      log.outputTokens = part.usage.outputTokens
    }
  }
  const last = sentences.end()
  const isCutShort = log.outputTokens >= maxTokens
  // A sentence that ran into the limit says half of something.
  yield* show(isCutShort ? last.filter((sentence) => /[.!?…:)\]]\s*$/.test(sentence)) : last, true)
}

function* ended(
  question: Question,
  ground: Ground,
  draft: Draft,
  log: Log,
  about: Omit<Origin, 'engine'>,
): Iterable<Part> {
  const wish = log.wish ? { wish: log.wish } : {}
  const closed = draft.close()
  if (closed.kind === 'grounded')
    return yield { ...endOf('answered', draft, about), ...confidenceOf(ground, draft), ...wish }
  if (closed.kind === 'talk') {
    yield { type: 'text', text: closed.text }
    return yield { ...endOf(closed.text.includes('?') ? 'suggested' : 'small_talk', draft, about), ...wish }
  }
  if (closed.kind === 'partly') {
    yield {
      type: 'text',
      text: `\n\n${m.assistant_partly({ business: question.business }, { locale: question.language })}`,
    }
    return yield { ...endOf('unknown', draft, about), ...wish }
  }
  for (const part of answerFrom(question, ground.searched, {
    ...about,
    ...(draft.cuts.length > 0 ? { degraded: 'refused' } : {}),
  })) {
    yield part.type === 'end' ? { ...part, ...wish } : part
  }
}

/** Says that this is not spoken about, and offers a person: whatever was found. */
const refuse = (question: Question, about: Omit<Origin, 'engine'>): Iterable<Part> =>
  answerFrom(question, { confidence: 0, found: [] }, about)

type End = Extract<Part, { type: 'end' }>

const endOf = (outcome: End['outcome'], draft: Draft, about: Omit<Origin, 'engine'>): End => ({
  type: 'end',
  outcome,
  sources: [...draft.sources],
  suggestions: [],
  confidence: null,
  origin: { ...about, engine: 'model' },
})

/** The calibrated probability is about the passage that fits best: it is told only where the answer rests on that one. */
const confidenceOf = ({ searched }: Ground, { sources }: Draft): Pick<End, 'confidence'> => ({
  confidence: sources[0] && sources[0].id === searched.found[0]?.source.id ? searched.confidence : null,
})

const readerOf = ({ memory }: Question): Reader => ({
  isExpert: memory?.technicalLevel === 'advanced',
  style: memory?.communicationStyle ?? null,
})

function originOf(question: Question, ground: Ground, analysis: Analysis, log: Log): Omit<Origin, 'engine'> {
  const { agent } = question
  return {
    latencyMs: Math.round(performance.now() - log.started),
    retrieved: retrievedOf(ground.searched),
    language: ground.language,
    ...(agent ? { agent: { id: agent.id, name: agent.name, type: agent.type } } : {}),
    analysis,
    firstTokenMs: log.firstTokenMs,
    attempts: [...log.attempts],
    tools: log.tools,
  }
}
