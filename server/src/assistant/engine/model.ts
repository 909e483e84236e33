import type { ToolSet } from 'ai'
import { createDraft, type Draft } from '#server/assistant/grounding/draft.ts'
import { isAbout } from '#server/assistant/grounding/forbidden-content.ts'
import { createGroundingCheck, type GroundingCheck } from '#server/assistant/grounding/grounding-check.ts'
import { createMask } from '#server/assistant/grounding/masking.ts'
import { buildPrompt } from '#server/assistant/grounding/prompt.ts'
import { createSentences } from '#server/assistant/grounding/sentences.ts'
import { limitsOf, type Reader } from '#server/assistant/signals/answer-limits.ts'
import type { Engine, Origin, Part, Question } from '#server/assistant/types.ts'
import { countAiInteraction } from '#server/billing/service.ts'
import { type KnowledgeSearchResult, searchKnowledge } from '#server/knowledge/service.ts'
import { analyseMessage } from '#server/language/service.ts'
import type { Tenant } from '#server/platform/platform.ts'
import {
  AnswerCutError,
  askInTime,
  hasModel,
  type LiveAnswer,
  type ModelPart,
  type ModelRequest,
  NoModelError,
} from '#server/provider/service.ts'
import { actionFieldsOf, requestFor } from './action-fields.ts'
import { buildTools } from './action-tools.ts'
import { loadAnswerContext, MAX_PASSAGES, SUGGESTION_THRESHOLD } from './answer-context.ts'
import { contradictionIn } from './contradiction.ts'
import { answerEnd, type End, finishAnswer, type ModelTurn, originOf, type TurnLog } from './finish-answer.ts'
import { createJudge } from './judge-sentence.ts'
import { answerFacts, answerFromKnowledge, answerWithoutModel } from './no-key.ts'
import { searchInContext } from './search-in-context.ts'
import { answerTalk, factsAnswer, type Reading, readMessage } from './talk.ts'
import type { ToolContext } from './tools.ts'

/**
 * The engine with keys: retrieves passages, lets a model choose the answer, and shows whole sentences of the sources only.
 * Without a model, or where it chooses nothing, the no-key engine answers from the same search result.
 */
export const modelEngine: Engine = async function* (tenant, question, signal): AsyncIterable<Part> {
  const reading = readMessage(question)
  const talk = answerTalk(question, reading)
  if (talk) return yield* talk
  const facts = reading.questions.length === 0 ? factsAnswer(question, reading) : ''
  if (facts) return yield* answerFacts(question, facts, searchKnowledge(tenant, question.text, MAX_PASSAGES))
  // Both engines need the search result.
  const searching = searchInContext(tenant, question)
  searching.catch(() => undefined)
  if (await hasModel(tenant)) yield* answerWithModel(tenant, question, reading, searching, signal)
  else yield* answerWithoutModel(tenant, question, reading, searching)
}

async function* answerWithModel(
  tenant: Tenant,
  question: Question,
  reading: Reading,
  searching: Promise<KnowledgeSearchResult>,
  signal: AbortSignal,
): AsyncIterable<Part> {
  const { turn, tools } = await prepareTurn(tenant, question, searching, signal)
  const { context, log } = turn
  if (context.avoidTopics.some((topic) => isAbout(question.text, topic, context.languages))) {
    // A question about an avoided topic is not sent to a model, whatever was found.
    const nothing = { confidence: 0, found: [], languages: [] }
    return yield* answerFromKnowledge(question, nothing, { ...originOf(turn), degraded: 'refused' })
  }
  // Which of two entries holds that contradict each other is not for a model to choose.
  if (context.searched.confidence >= SUGGESTION_THRESHOLD && contradictionIn(context.searched.found))
    return yield* answerFromKnowledge(question, context.searched, originOf(turn))
  // Over the plan's limit the customer gets the answer of the knowledge, and the owner was told.
  if (question.conversationId !== null && !(await countAiInteraction(tenant)))
    return yield* answerWithoutModel(tenant, question, reading, searching)
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
  signal: AbortSignal,
): Promise<{ turn: ModelTurn; tools: ToolSet }> {
  const log: TurnLog = {
    started: performance.now(),
    firstTokenMs: null,
    calls: { attempts: [], choice: null },
    tools: [],
    results: [],
    toolRequest: null,
  }
  const mask = createMask()
  let groundingCheck: GroundingCheck | null = null
  const toolContext: ToolContext = {
    tenant,
    question,
    mask,
    passages: 0,
    addEvidence: (evidence) => {
      groundingCheck?.add(evidence)
      if (evidence.kind === 'tool') log.results.push(evidence)
    },
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
  const { business, agent, text, style = 'professional' } = question
  const created = createGroundingCheck({
    ...context,
    secret: prompt.secret,
    names: [business, agent?.name ?? ''],
    mask,
  })
  groundingCheck = created
  const setup = { groundingCheck: created, mask, language: question.language, style, question: text }
  const requests = { requestFor: requestFor(actionFieldsOf(tools), question) }
  const judge = createJudge(tenant, question, context, signal)
  const newDraft = () => createDraft({ ...setup, ...requests, judge, mayReword: context.writing === 'reworded' })
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

/** Streams what the sources say of a model's sentences. */
async function* streamDraft(
  parts: AsyncIterable<ModelPart>,
  draft: Draft,
  log: TurnLog,
  maxTokens: number,
): AsyncIterable<Part> {
  const sentences = createSentences()
  let outputTokens = 0
  const show = async function* (found: string[], isLast: boolean): AsyncIterable<Part> {
    for (const sentence of found) {
      const text = await draft.add(sentence)
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

const readerOf = ({ memory }: Question): Reader => ({
  isExpert: memory?.technicalLevel === 'advanced',
  style: memory?.communicationStyle ?? null,
})
