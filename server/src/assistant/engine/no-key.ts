import * as m from '#i18n/messages.js'
import type { Origin, Part, Question } from '#server/assistant/types.ts'
import type { KnowledgeSearchResult } from '#server/knowledge/service.ts'
import { smallTalkKind } from '#server/language/service.ts'
import { SUGGEST_FROM, withoutInstructions } from './ground.ts'

const OFFERED = 3

const SMALL_TALK = { greeting: m.assistant_hello, thanks: m.assistant_thanks, goodbye: m.assistant_goodbye }

/** What is answered without looking anything up: a greeting, thanks, a goodbye. Null for everything else. */
export function smallTalk(question: Question): Part[] | null {
  const kind = smallTalkKind(question.text)
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
 * The engine without any key (R10), once the search is under way: answers with the passage and its source when the calibrated
 * confidence reaches the tenant's threshold, else asks "Did you mean", else says so. It never words anything the business has not written.
 */
export async function* answerWithout(
  question: Question,
  searching: Promise<KnowledgeSearchResult>,
): AsyncIterable<Part> {
  const started = performance.now()
  const searched = withoutInstructions(await searching)
  const latencyMs = Math.round(performance.now() - started)
  yield* answerFrom(question, searched, { retrieved: retrievedOf(searched), latencyMs })
}

/** What was found, as it is kept with the message. */
export const retrievedOf = ({ found }: KnowledgeSearchResult): Origin['retrieved'] =>
  found.map(({ source, score }) => ({ kind: source.kind, id: source.id, score }))

/** The answer without a model from what was found, with why no model gave it. */
export function* answerFrom(
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
  if (best && confidence >= SUGGEST_FROM) {
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
