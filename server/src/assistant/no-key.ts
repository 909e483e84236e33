import * as m from '#i18n/messages.js'
import { type KnowledgeFound, searchKnowledge } from '#server/knowledge/service.ts'
import type { Engine, Origin, Part, Question } from './engine.ts'
import { withoutInstructions } from './ground.ts'

/** Below the tenant's threshold and above this, the three best are offered as "Did you mean" (ai.md: No-key retrieval). */
const SUGGEST_FROM = 0.35
const OFFERED = 3

const LOCALE = { locale: 'en' } as const

const SMALL_TALK: readonly [RegExp, (name: { business: string }) => string][] = [
  [
    /^(hi|hello|hey|hiya|good (morning|afternoon|evening)|howdy)( there| all| everyone)?[\s!.,:)]*$/i,
    (name) => m.assistant_hello(name, LOCALE),
  ],
  [
    /^(ok(ay)?[\s,]*)?(thanks?|thank you|thx|cheers|great|perfect|super)( (you|a lot|so much|very much|again|for .{1,40}))?[\s!.,:)]*$/i,
    () => m.assistant_thanks({}, LOCALE),
  ],
  [
    /^(ok(ay)?[\s,]*)?(bye|goodbye|see you|have a (nice|good) (day|one))[\s!.,:)]*$/i,
    (name) => m.assistant_goodbye(name, LOCALE),
  ],
]

/** What is answered without looking anything up: a greeting, thanks, a goodbye. Null for everything else. */
export function smallTalk(question: Question): Part[] | null {
  const talk = SMALL_TALK.find(([pattern]) => pattern.test(question.text.trim()))
  if (!talk) return null
  return [
    { type: 'text', text: talk[1]({ business: question.business }) },
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
 * The engine without any key (R10): answers with the passage and its source when the calibrated confidence reaches the tenant's
 * threshold, else asks "Did you mean", else says so. It never words anything the business has not written.
 */
export const noKeyEngine: Engine = async function* (tenant, question): AsyncIterable<Part> {
  const started = performance.now()
  const talk = smallTalk(question)
  if (talk) return yield* talk
  const searched = withoutInstructions(await searchKnowledge(tenant, question.text, OFFERED))
  const latencyMs = Math.round(performance.now() - started)
  yield* answerFrom(question, searched, { retrieved: retrievedOf(searched), latencyMs })
}

/** What was found, as it is kept with the message. */
export const retrievedOf = ({ found }: KnowledgeFound): Origin['retrieved'] =>
  found.map(({ source }) => ({ kind: source.kind, id: source.id, score: null }))

/** The answer without a model from what was found, with why no model gave it. */
export function* answerFrom(
  question: Question,
  { confidence, found }: KnowledgeFound,
  about: Omit<Origin, 'engine'>,
): Iterable<Part> {
  const origin: Origin = { ...about, engine: 'no-key' }
  const [best] = found
  if (best && confidence >= question.confidenceThreshold) {
    yield { type: 'text', text: best.answer }
    yield { type: 'end', outcome: 'answered', sources: [best.source], suggestions: [], confidence, origin }
    return
  }
  if (best && confidence >= SUGGEST_FROM) {
    const suggestions = [...new Set(found.slice(0, OFFERED).map((one) => one.question))]
    yield { type: 'text', text: m.assistant_did_you_mean({}, LOCALE) }
    yield { type: 'end', outcome: 'suggested', sources: [], suggestions, confidence, origin }
    return
  }
  const name = { business: question.business }
  const text = question.failedAttempts > 0 ? m.assistant_unknown_again(name, LOCALE) : m.assistant_unknown(name, LOCALE)
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
