import type { ToolSet } from 'ai'
import * as m from '#i18n/messages.js'
import { createDraft, type Draft } from '#server/assistant/grounding/draft.ts'
import { createGate, type Gate, isAbout } from '#server/assistant/grounding/gate.ts'
import { createMask } from '#server/assistant/grounding/masking.ts'
import { buildPrompt, type Prompt } from '#server/assistant/grounding/prompt.ts'
import { createSentences } from '#server/assistant/grounding/sentences.ts'
import { limitsOf, type Reader } from '#server/assistant/signals/answer-limits.ts'
import type { Engine, Origin, Part, Question, Wish } from '#server/assistant/types.ts'
import { type KnowledgeSearchResult, searchKnowledge } from '#server/knowledge/service.ts'
import { type Analysis, analyse } from '#server/language/service.ts'
import type { Tenant } from '#server/platform/platform.ts'
import {
  AnswerCutError,
  type Attempt,
  askModel,
  hasModel,
  type ModelPart,
  type ModelRequest,
  NoModelError,
} from '#server/provider/service.ts'
import { allTools } from './action-tools.ts'
import { type Ground, PASSAGES, readGround } from './ground.ts'
import { answerFrom, answerWithout, retrievedOf, smallTalk } from './no-key.ts'
import type { ToolContext } from './tools.ts'

/**
 * The engine with keys (R9, R10): what the knowledge says is found first, a model words it, and every sentence passes the gate before
 * a customer sees it. Without a model, or where nothing it said may stand, the no-key engine answers from the same findings.
 */
export const modelEngine: Engine = async function* (tenant, question, signal): AsyncIterable<Part> {
  const talk = smallTalk(question)
  if (talk) return yield* talk
  // Whoever answers needs it.
  const searching = searchKnowledge(tenant, question.text, PASSAGES)
  searching.catch(() => undefined)
  if (await hasModel(tenant)) yield* answerWith(tenant, question, searching, signal)
  else yield* answerWithout(question, searching)
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

/** Everything a turn is about. */
type Turn = {
  question: Question
  ground: Ground
  analysis: Analysis
  reader: Reader
  prompt: Prompt
  draft: Draft
  log: Log
}

async function* answerWith(
  tenant: Tenant,
  question: Question,
  searching: Promise<KnowledgeSearchResult>,
  signal: AbortSignal,
): AsyncIterable<Part> {
  const { turn, tools } = await prepare(tenant, question, searching)
  const { ground, draft, log } = turn
  if (ground.avoidTopics.some((topic) => isAbout(question.text, topic, ground.languages))) {
    // It is not spoken about, whatever was found.
    const nothing = { confidence: 0, found: [] }
    return yield* answerFrom(question, nothing, { ...aboutOf(turn), degraded: 'refused' })
  }
  const request = requestOf(turn, tools)
  await question.leaseAcquired
  try {
    yield* spoken(askModel(tenant, request, signal), draft, log, request.maxTokens)
  } catch (error) {
    const fault = faultOf(error)
    if (!fault) throw error
    log.attempts = fault.attempts
    if (draft.isShown) return yield { ...endOf('unknown', turn), isCut: true }
    return yield* answerFrom(question, ground.searched, { ...aboutOf(turn), ...fault.degraded })
  }
  yield* ended(turn)
}

/** Reads what the turn needs, knowledge, business and tools at once, and words the prompt. */
async function prepare(
  tenant: Tenant,
  question: Question,
  searching: Promise<KnowledgeSearchResult>,
): Promise<{ turn: Turn; tools: ToolSet }> {
  const log: Log = {
    started: performance.now(),
    firstTokenMs: null,
    attempts: [],
    tools: [],
    wish: null,
    outputTokens: 0,
  }
  const mask = createMask()
  let gate: Gate | null = null
  const bench: ToolContext = {
    tenant,
    question,
    mask,
    passages: 0,
    found: (evidence) => gate?.add(evidence),
    used: (name) => log.tools.push({ name }),
    wish: (wish) => {
      log.wish = wish
    },
  }
  const [ground, tools] = await Promise.all([readGround(tenant, question, searching), allTools(bench)])
  bench.passages = ground.searched.found.length
  const analysis = analyse(question.text)
  const remembered = question.memory?.lines ?? []
  const prompt = buildPrompt({ ...ground, question, tone: analysis.tone, remembered, mask })
  gate = createGate({ ...ground, business: question.business, secret: prompt.secret, mask })
  const turn = { question, ground, analysis, reader: readerOf(question), prompt, draft: createDraft(gate, mask), log }
  return { turn, tools }
}

function requestOf({ question, analysis, reader, prompt }: Turn, tools: ToolSet): ModelRequest {
  return {
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
    ...limitsOf(question.text, analysis, reader),
    ...(question.only ? { only: question.only } : {}),
  }
}

/** What a failure of the chain means; null for what is no matter of models. */
function faultOf(error: unknown): { attempts: readonly Attempt[]; degraded: Pick<Origin, 'degraded'> } | null {
  if (error instanceof AnswerCutError) return { attempts: error.attempts, degraded: { degraded: 'all_failed' } }
  if (!(error instanceof NoModelError)) return null
  return { attempts: error.attempts, degraded: error.reason === 'no_key' ? {} : { degraded: error.reason } }
}

/** Lets what passes the gate out, sentence by sentence, as it comes. */
async function* spoken(
  parts: AsyncIterable<ModelPart>,
  draft: Draft,
  log: Log,
  maxTokens: number,
): AsyncIterable<Part> {
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

/** How it turned out, with what the draft still held back. */
function* ended(turn: Turn): Iterable<Part> {
  const { question, ground, draft, log } = turn
  const wish = log.wish ? { wish: log.wish } : {}
  const closed = draft.close()
  switch (closed.kind) {
    case 'grounded':
      return yield { ...endOf('answered', turn), ...confidenceOf(turn), ...wish }
    case 'talk':
      // A question that the knowledge answers is not met by politeness.
      if (!closed.text.includes('?') && ground.searched.confidence >= question.confidenceThreshold) break
      yield { type: 'text', text: closed.text }
      return yield { ...endOf(closed.text.includes('?') ? 'suggested' : 'small_talk', turn), ...wish }
    case 'partly': {
      const name = { business: question.business }
      yield { type: 'text', text: `\n\n${m.assistant_partly(name, { locale: ground.language })}` }
      return yield { ...endOf('unknown', turn), ...wish }
    }
  }
  const about = { ...aboutOf(turn), ...(draft.cuts.length > 0 ? { degraded: 'refused' as const } : {}) }
  for (const part of answerFrom(question, ground.searched, about)) {
    yield part.type === 'end' ? { ...part, ...wish } : part
  }
}

type End = Extract<Part, { type: 'end' }>

const endOf = (outcome: End['outcome'], turn: Turn): End => ({
  type: 'end',
  outcome,
  sources: [...turn.draft.sources],
  suggestions: [],
  confidence: null,
  origin: { ...aboutOf(turn), engine: 'model' },
})

/** The calibrated probability is about the passage that fits best: it is told only where the answer rests on that one. */
const confidenceOf = ({ ground: { searched }, draft: { sources } }: Turn): Pick<End, 'confidence'> => ({
  confidence: sources[0] && sources[0].id === searched.found[0]?.source.id ? searched.confidence : null,
})

const readerOf = ({ memory }: Question): Reader => ({
  isExpert: memory?.technicalLevel === 'advanced',
  style: memory?.communicationStyle ?? null,
})

/** How the answer came about, as it is kept with the message. */
const aboutOf = ({ question: { agent }, ground, analysis, prompt, draft, log }: Turn): Omit<Origin, 'engine'> => ({
  latencyMs: Math.round(performance.now() - log.started),
  retrieved: retrievedOf(ground.searched),
  language: ground.language,
  ...(agent ? { agent: { id: agent.id, name: agent.name, type: agent.type } } : {}),
  analysis,
  promptHash: prompt.hash,
  firstTokenMs: log.firstTokenMs,
  attempts: [...log.attempts],
  gate: draft.cuts,
  tools: log.tools,
})
