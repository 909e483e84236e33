import * as m from '#i18n/messages.js'
import type { Draft } from '#server/assistant/grounding/draft.ts'
import type { Evidence } from '#server/assistant/grounding/evidence.ts'
import type { Mask } from '#server/assistant/grounding/masking.ts'
import type { Prompt } from '#server/assistant/grounding/prompt.ts'
import type { Reader } from '#server/assistant/signals/answer-limits.ts'
import type { Origin, Part, Question, ToolRequest } from '#server/assistant/types.ts'
import type { MessageAnalysis } from '#server/language/service.ts'
import type { RequestRecord } from '#server/provider/service.ts'
import { type AnswerContext, relevant, SUGGESTION_THRESHOLD } from './answer-context.ts'
import { answerFromKnowledge, retrievedSources } from './no-key.ts'

/** What is recorded during a turn. */
export type TurnLog = {
  started: number
  firstTokenMs: number | null
  calls: RequestRecord
  tools: { name: string }[]
  /** What tools found or did, as the customer is told of it. */
  results: Evidence[]
  toolRequest: ToolRequest | null
}

/** The state of a turn. */
export type ModelTurn = {
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

/** Ends the turn by the kind of its draft: answered, small talk, a question back, partly cut, or replaced by a source or a no-key answer. */
export function* finishAnswer(turn: ModelTurn): Iterable<Part> {
  const { question, context, draft, log } = turn
  const toolRequest = log.toolRequest ? { toolRequest: log.toolRequest } : {}
  const isSure = context.searched.confidence >= question.confidenceThreshold
  const result = draft.finish()
  const isAnswer = result.kind === 'grounded' || result.kind === 'partly'
  // What a tool did is told, whatever the model wrote of it; what it found is told where the model says nothing of it.
  const untold = isAnswer && !log.toolRequest ? undefined : log.results.at(-1)
  const told = untold ? draft.addWhole(untold) : ''
  if (told !== '') yield { type: 'text', text: told }
  if (isAnswer || told !== '') {
    if (result.kind !== 'partly') return yield { ...answerEnd('answered', turn), ...confidenceOf(turn), ...toolRequest }
    const name = { business: question.business }
    yield { type: 'text', text: `\n\n${m.assistant_partly(name, { locale: question.language })}` }
    return yield { ...answerEnd('unknown', turn), ...toolRequest }
  }
  const [best] = context.evidence
  if (
    result.kind === 'unsupported' &&
    best?.kind === 'passage' &&
    context.searched.confidence >= SUGGESTION_THRESHOLD
  ) {
    yield { type: 'text', text: draft.addWhole(best) }
    return yield { ...answerEnd(isSure ? 'answered' : 'suggested', turn), ...confidenceOf(turn), ...toolRequest }
  }
  // Small talk and questions do not replace an answer that the knowledge has.
  if (result.kind === 'talk' && (draft.asks || !isSure)) {
    yield { type: 'text', text: result.text }
    return yield { ...answerEnd(draft.asks ? 'suggested' : 'small_talk', turn), ...toolRequest }
  }
  if (result.kind === 'asks' && !isSure) return yield* askBack(turn)
  const isRefused = draft.decisions.some(({ decision }) => decision === 'cut')
  const about = { ...originOf(turn), ...(isRefused ? { degraded: 'refused' as const } : {}) }
  for (const part of answerFromKnowledge(question, context.searched, about)) {
    yield part.type === 'end' ? { ...part, ...toolRequest } : part
  }
}

const MAX_CHOICES = 3

/** Instead of a model's own question to the customer: the entries that may be meant, or a request to say more. */
function* askBack(turn: ModelTurn): Iterable<Part> {
  const { context, question } = turn
  const locale = { locale: question.language }
  const questions = relevant(context.searched).flatMap((one) => (one.source.kind === 'faq' ? [one.question] : []))
  const suggestions = [...new Set(questions)].slice(0, MAX_CHOICES)
  yield {
    type: 'text',
    text:
      suggestions.length > 0
        ? m.assistant_which({}, locale)
        : m.assistant_line_say_more({ style: question.style ?? 'professional' }, locale),
  }
  yield { ...answerEnd('suggested', turn), suggestions }
}

export type End = Extract<Part, { type: 'end' }>

export const answerEnd = (outcome: End['outcome'], turn: ModelTurn): End => ({
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

/** The origin that is stored with the message. */
export const originOf = ({
  question: { agent, language },
  context,
  analysis,
  prompt,
  draft,
  log,
}: ModelTurn): Omit<Origin, 'engine'> => ({
  latencyMs: Math.round(performance.now() - log.started),
  retrieved: retrievedSources(context.searched),
  language,
  ...(agent ? { agent: { id: agent.id, name: agent.name, type: agent.type } } : {}),
  analysis,
  promptHash: prompt.hash,
  firstTokenMs: log.firstTokenMs,
  attempts: [...log.calls.attempts],
  ...(log.calls.choice ? { providerChoice: log.calls.choice } : {}),
  groundingDecisions: draft.decisions,
  tools: log.tools,
})
