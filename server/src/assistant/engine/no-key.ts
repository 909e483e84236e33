import * as m from '#i18n/messages.js'
import type { Origin, Part, Question } from '#server/assistant/types.ts'
import type { KnowledgeSearchResult } from '#server/knowledge/service.ts'
import { analyseMessage } from '#server/language/service.ts'
import { SUGGESTION_THRESHOLD, withoutInstructions } from './answer-context.ts'

const OFFERED = 3

const SMALL_TALK = { greeting: m.assistant_hello, thanks: m.assistant_thanks, goodbye: m.assistant_goodbye }

/** The answer to a greeting, thanks or a goodbye, without retrieval. Null for everything else. */
export function answerSmallTalk(question: Question): Part[] | null {
  const kind = analyseMessage(question.text).smallTalk
  if (!kind) return null
  return [
    { type: 'text', text: SMALL_TALK[kind]({ business: question.business }, { locale: question.language }) },
    {
      type: 'end',
      outcome: 'small_talk',
      sources: [],
      suggestions: [],
      confidence: null,
      origin: { engine: 'canned', retrieved: [], latencyMs: 0 },
    },
  ]
}

/**
 * The engine without keys, on a search that is already running: quotes the best passage with its source when the calibrated
 * confidence reaches the tenant's threshold, else asks "Did you mean", else states that it does not know. It generates no text.
 */
export async function* answerWithoutModel(
  question: Question,
  searching: Promise<KnowledgeSearchResult>,
): AsyncIterable<Part> {
  const started = performance.now()
  const searched = withoutInstructions(await searching)
  const latencyMs = Math.round(performance.now() - started)
  yield* answerFromKnowledge(question, searched, { retrieved: retrievedSources(searched), latencyMs })
}

/** The search result as it is stored with the message. */
export const retrievedSources = ({ found }: KnowledgeSearchResult): Origin['retrieved'] =>
  found.map(({ source, score }) => ({ kind: source.kind, id: source.id, score }))

/** The no-key answer from a search result; `about` states why no model answered. */
export function* answerFromKnowledge(
  question: Question,
  { confidence, found }: KnowledgeSearchResult,
  about: Omit<Origin, 'engine'>,
): Iterable<Part> {
  const origin: Origin = { ...about, engine: 'no-key' }
  const [best] = found
  const locale = { locale: question.language }
  if (best && confidence >= question.confidenceThreshold) {
    yield { type: 'text', text: best.answer }
    yield { type: 'end', outcome: 'answered', sources: [best.source], suggestions: [], confidence, origin }
    return
  }
  if (best && confidence >= SUGGESTION_THRESHOLD) {
    const suggestions = [...new Set(found.slice(0, OFFERED).map((one) => one.question))]
    yield { type: 'text', text: m.assistant_did_you_mean({}, locale) }
    yield { type: 'end', outcome: 'suggested', sources: [], suggestions, confidence, origin }
    return
  }
  const name = { business: question.business }
  const text = question.failedAttempts > 0 ? m.assistant_unknown_again(name, locale) : m.assistant_unknown(name, locale)
  yield { type: 'text', text }
  yield {
    type: 'end',
    outcome: 'unknown',
    sources: [],
    suggestions: [],
    confidence,
    origin: { ...origin, engine: 'canned' },
  }
}
