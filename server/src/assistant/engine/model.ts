import type { ToolSet } from 'ai'
import * as m from '#i18n/messages.js'
import { createDraft, type Draft } from '#server/assistant/grounding/draft.ts'
import { createGroundingCheck, type GroundingCheck, isAbout } from '#server/assistant/grounding/grounding-check.ts'
import { createMask, type Mask } from '#server/assistant/grounding/masking.ts'
import { buildPrompt, type Prompt } from '#server/assistant/grounding/prompt.ts'
import { createSentences } from '#server/assistant/grounding/sentences.ts'
import { limitsOf, type Reader } from '#server/assistant/signals/answer-limits.ts'
import type { Engine, Origin, Part, Question, ToolRequest } from '#server/assistant/types.ts'
import type { KnowledgeSearchResult } from '#server/knowledge/service.ts'
import { analyseMessage, type MessageAnalysis } from '#server/language/service.ts'
import type { Tenant } from '#server/platform/platform.ts'
import {
  AnswerCutError,
  askInTime,
  hasModel,
  type LiveAnswer,
  type ModelPart,
  type ModelRequest,
  NoModelError,
  type RequestRecord,
} from '#server/provider/service.ts'
import { buildTools } from './action-tools.ts'
import { type AnswerContext, loadAnswerContext } from './answer-context.ts'
import { answerFromKnowledge, answerWithoutModel, retrievedSources } from './no-key.ts'
import { searchInContext } from './search-in-context.ts'
import { answerTalk, type Reading, readMessage } from './talk.ts'
import type { ToolContext } from './tools.ts'

/**
 * The engine with keys: retrieves passages, lets a model write the answer, and shows a sentence only after its grounding check.
 * Without a model, or where no sentence passes, the no-key engine answers from the same search result.
 */
export const modelEngine: Engine = async function* (tenant, question, signal): AsyncIterable<Part> {
  const reading = readMessage(question.text)
  const talk = answerTalk(question, reading)
  if (talk) return yield* talk
  // Both engines need the search result.
  const searching = searchInContext(tenant, question)
  searching.catch(() => undefined)
  if (await hasModel(tenant)) yield* answerWithModel(tenant, question, reading, searching, signal)
  else yield* answerWithoutModel(tenant, question, reading, searching)
}

/** What is recorded during a turn. */
type TurnLog = {
  started: number
  firstTokenMs: number | null
  calls: RequestRecord
  tools: { name: string }[]
  toolRequest: ToolRequest | null
}

/** The state of a turn. */
type ModelTurn = {
  question: Question
  context: AnswerContext
  analysis: MessageAnalysis
  reader: Reader
  prompt: Prompt
  mask: Mask
  /** The draft of the provider that answers. Providers that are asked at the same time have one each. */
  draft: Draft
  newDraft(): Draft
  log: TurnLog
}

async function* answerWithModel(
  tenant: Tenant,
  question: Question,
  reading: Reading,
  searching: Promise<KnowledgeSearchResult>,
  signal: AbortSignal,
): AsyncIterable<Part> {
  const { turn, tools } = await prepareTurn(tenant, question, searching)
  const { context, log } = turn
  if (context.avoidTopics.some((topic) => isAbout(question.text, topic, context.languages))) {
    // A question about an avoided topic is not sent to a model, whatever was found.
    const nothing = { confidence: 0, found: [], languages: [] }
    return yield* answerFromKnowledge(question, nothing, { ...originOf(turn), degraded: 'refused' })
  }
  const request = buildModelRequest(turn, tools)
  await question.leaseAcquired
  try {
    for await (const { draft, part } of askInTime(tenant, request, signal, liveAnswerOf(turn, request))) {
      turn.draft = draft
      if (part) yield part
    }
  } catch (error) {
    if (!(error instanceof NoModelError || error instanceof AnswerCutError)) throw error
    log.calls = error.record
    if (turn.draft.isShown) return yield { ...answerEnd('unknown', turn), isCut: true }
    for await (const part of answerWithoutModel(tenant, question, reading, searching)) {
      yield part.type === 'end'
        ? { ...part, origin: { ...originOf(turn), ...degradedBy(error), ...engineOf(part) } }
        : part
    }
    return
  }
  yield* finishAnswer(turn)
}

/** Why no model answered, where there are keys. */
const degradedBy = (error: NoModelError | AnswerCutError): Pick<Origin, 'degraded'> =>
  error instanceof NoModelError && error.reason !== 'no_key' ? { degraded: error.reason } : {}

const engineOf = ({ origin: { engine } }: End): Pick<Origin, 'engine'> => ({ engine })

/** What is shown of a draft; `part` is null at its end. */
type Shown = { draft: Draft; part: Part | null }

const CITATIONS = /[ \t]*\[\d{1,3}\]/g

/** How the providers' answers become drafts. A provider that goes on with another's answer gets what stands of it, masked again. */
const liveAnswerOf = (turn: ModelTurn, { maxTokens }: ModelRequest): LiveAnswer<Shown> => ({
  startedAt: turn.log.started,
  hasReadyAnswer: turn.context.searched.confidence >= turn.question.confidenceThreshold,
  said: () => turn.mask.hide(turn.draft.text.replace(CITATIONS, '')),
  read: async function* (parts, goesOn) {
    const draft = goesOn ? turn.draft : turn.newDraft()
    for await (const part of streamDraft(parts, draft, turn.log, maxTokens)) yield { draft, part }
    yield { draft, part: null }
  },
})

/** Loads knowledge, business and tools concurrently, and builds the prompt. */
async function prepareTurn(
  tenant: Tenant,
  question: Question,
  searching: Promise<KnowledgeSearchResult>,
): Promise<{ turn: ModelTurn; tools: ToolSet }> {
  const log: TurnLog = {
    started: performance.now(),
    firstTokenMs: null,
    calls: { attempts: [], choice: null },
    tools: [],
    toolRequest: null,
  }
  const mask = createMask()
  let groundingCheck: GroundingCheck | null = null
  const toolContext: ToolContext = {
    tenant,
    question,
    mask,
    passages: 0,
    addEvidence: (evidence) => groundingCheck?.add(evidence),
    recordUse: (name) => log.tools.push({ name }),
    request: (toolRequest) => {
      log.toolRequest = toolRequest
    },
  }
  const [context, tools] = await Promise.all([loadAnswerContext(tenant, question, searching), buildTools(toolContext)])
  toolContext.passages = context.searched.found.length
  const analysis = analyseMessage(question.text)
  const remembered = question.memory?.lines ?? []
  const prompt = buildPrompt({ ...context, question, tone: analysis.tone, remembered, mask })
  const { business, history } = question
  const asked = [question.text, ...history.filter(({ author }) => author === 'customer').map(({ body }) => body)]
  const secret = { secret: prompt.secret, asked: asked.join('\n') }
  const check = createGroundingCheck({ ...context, business, ...secret, mask })
  groundingCheck = check
  const newDraft = () => createDraft(check, mask)
  const reader = readerOf(question)
  const turn = { question, context, analysis, reader, prompt, mask, draft: newDraft(), newDraft, log }
  return { turn, tools }
}

function buildModelRequest({ question, analysis, reader, prompt }: ModelTurn, tools: ToolSet): ModelRequest {
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
    ...limitsOf(analysis, reader),
    ...(question.only ? { only: question.only } : {}),
  }
}

/** Streams the sentences that pass the grounding check. */
async function* streamDraft(
  parts: AsyncIterable<ModelPart>,
  draft: Draft,
  log: TurnLog,
  maxTokens: number,
): AsyncIterable<Part> {
  const sentences = createSentences()
  const standing = draft.isShown ? wordsOf(draft.text) : ''
  let outputTokens = 0
  const show = function* (found: string[], isLast: boolean): Iterable<Part> {
    for (const sentence of found) {
      // A provider that goes on with another's answer may repeat it.
      if (standing.includes(wordsOf(sentence))) continue
      const text = draft.add(sentence)
      if (text) yield isLast ? { type: 'text', text } : { type: 'text', text, isGrowing: true }
    }
  }
  for await (const part of parts) {
    if (part.type === 'text') {
      log.firstTokenMs ??= Math.round(performance.now() - log.started)
      yield* show(sentences.push(part.text), false)
    } else if (part.type === 'tool') {
      // The text before a tool call ends as a sentence.
      yield* show(sentences.end(), false)
    } else {
      log.calls = part
      outputTokens = part.usage.outputTokens
    }
  }
  const last = sentences.end()
  const isCutShort = outputTokens >= maxTokens
  // The last sentence is incomplete when the token limit was reached.
  yield* show(isCutShort ? last.filter((sentence) => /[.!?…:)\]]\s*$/.test(sentence)) : last, true)
}

/** The words of a text without its citations, each between blanks, to compare sentences. */
const wordsOf = (text: string): string =>
  ` ${(
    text
      .replace(CITATIONS, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).join(' ')} `

/** Ends the turn by the kind of its draft: answered, small talk, partly cut, or replaced by a no-key answer. */
function* finishAnswer(turn: ModelTurn): Iterable<Part> {
  const { question, context, draft, log } = turn
  const toolRequest = log.toolRequest ? { toolRequest: log.toolRequest } : {}
  const result = draft.finish()
  switch (result.kind) {
    case 'grounded':
      return yield { ...answerEnd('answered', turn), ...confidenceOf(turn), ...toolRequest }
    case 'talk':
      // Small talk does not replace an answer that the knowledge has.
      if (!result.text.includes('?') && context.searched.confidence >= question.confidenceThreshold) break
      yield { type: 'text', text: result.text }
      return yield { ...answerEnd(result.text.includes('?') ? 'suggested' : 'small_talk', turn), ...toolRequest }
    case 'partly': {
      const name = { business: question.business }
      yield { type: 'text', text: `\n\n${m.assistant_partly(name, { locale: context.language })}` }
      return yield { ...answerEnd('unknown', turn), ...toolRequest }
    }
  }
  const about = { ...originOf(turn), ...(draft.cuts.length > 0 ? { degraded: 'refused' as const } : {}) }
  for (const part of answerFromKnowledge(question, context.searched, about)) {
    yield part.type === 'end' ? { ...part, ...toolRequest } : part
  }
}

type End = Extract<Part, { type: 'end' }>

const answerEnd = (outcome: End['outcome'], turn: ModelTurn): End => ({
  type: 'end',
  outcome,
  sources: [...turn.draft.sources],
  suggestions: [],
  confidence: null,
  origin: { ...originOf(turn), engine: 'model' },
})

/** The calibrated confidence belongs to the best passage: it is given only where the answer cites that passage first. */
const confidenceOf = ({ context: { searched }, draft: { sources } }: ModelTurn): Pick<End, 'confidence'> => ({
  confidence: sources[0] && sources[0].id === searched.found[0]?.source.id ? searched.confidence : null,
})

const readerOf = ({ memory }: Question): Reader => ({
  isExpert: memory?.technicalLevel === 'advanced',
  style: memory?.communicationStyle ?? null,
})

/** The origin that is stored with the message. */
const originOf = ({
  question: { agent },
  context,
  analysis,
  prompt,
  draft,
  log,
}: ModelTurn): Omit<Origin, 'engine'> => ({
  latencyMs: Math.round(performance.now() - log.started),
  retrieved: retrievedSources(context.searched),
  language: context.language,
  ...(agent ? { agent: { id: agent.id, name: agent.name, type: agent.type } } : {}),
  analysis,
  promptHash: prompt.hash,
  firstTokenMs: log.firstTokenMs,
  attempts: [...log.calls.attempts],
  ...(log.calls.choice ? { providerChoice: log.calls.choice } : {}),
  groundingDecisions: draft.cuts,
  tools: log.tools,
})
