import * as m from '#i18n/messages.js'
import type { Origin, Part, Question } from '#server/assistant/types.ts'
import type { KnowledgeMatch, KnowledgeSearchResult } from '#server/knowledge/service.ts'
import { analyseMessage } from '#server/language/service.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { SUGGESTION_THRESHOLD, withoutInstructions } from './answer-context.ts'
import { contradictionIn } from './contradiction.ts'
import { searchInContext } from './search-in-context.ts'
import { wordingOf } from './style.ts'
import { emergencyText, factsAnswer, type Reading } from './talk.ts'

const OFFERED = 3
/**
 * From this confidence on the nearest questions are offered beside "I do not know". Measured on conversations with four businesses: of
 * the questions that the knowledge answers 96 % reach it, of those about other things 25 %.
 */
const NEAR_THRESHOLD = 0.05
/** Of several questions in one message so many are answered. */
const MAX_QUESTIONS = 3

/**
 * The engine without keys, on a search that is already running: quotes the best passage with its source when the calibrated
 * confidence reaches the tenant's threshold, else asks "Did you mean", else states that it does not know. It generates no text.
 */
export async function* answerWithoutModel(
  tenant: Tenant,
  question: Question,
  reading: Reading,
  searching: Promise<KnowledgeSearchResult>,
): AsyncIterable<Part> {
  const started = performance.now()
  const searched = withoutInstructions(await searching)
  const several = await answersOfSeveral(tenant, question, reading, searched)
  const origin = { retrieved: retrievedSources(searched), latencyMs: Math.round(performance.now() - started) }
  const opening = [reading.isEmergency ? emergencyText(question) : '', factsAnswer(question, reading)]
    .filter(Boolean)
    .join('\n')
  // Of messages sent one after the other the one with a sure answer gets it, although together they are about too many things.
  const isSure = several.length === 1 && question.isBurst && searched.confidence < question.confidenceThreshold
  if (several.length > 1 || isSure) {
    yield { type: 'text', text: [opening, ...several.map(({ answer }) => answer)].filter(Boolean).join('\n\n') }
    const confidence = Math.min(...several.map(({ score }) => score))
    const sources = several.map(({ source }) => source)
    yield {
      type: 'end',
      outcome: 'answered',
      sources,
      suggestions: [],
      confidence,
      origin: { ...origin, engine: 'no-key' },
    }
    return
  }
  if (opening && searched.confidence < question.confidenceThreshold) {
    return yield* withNearQuestions(question, opening, searched, origin)
  }
  if (opening) yield { type: 'text', text: `${opening}\n\n` }
  yield* answerFromKnowledge(question, searched, origin)
}

/**
 * The facts of the business that a message asks for. Words may mislead ("where is the frame number?" asks for no telephone number):
 * where an entry is near as well, it is offered beside them.
 */
export async function* answerFacts(
  question: Question,
  facts: string,
  searching: Promise<KnowledgeSearchResult>,
): AsyncIterable<Part> {
  const started = performance.now()
  const searched = withoutInstructions(await searching)
  const latencyMs = Math.round(performance.now() - started)
  yield* withNearQuestions(question, facts, searched, { retrieved: retrievedSources(searched), latencyMs })
}

/** A reply from the business's record, with the nearest questions where there are any. */
function* withNearQuestions(
  { language }: Question,
  text: string,
  { confidence, found, languages }: KnowledgeSearchResult,
  about: Omit<Origin, 'engine'>,
): Iterable<Part> {
  const isNear = confidence >= SUGGESTION_THRESHOLD && languages.includes(language)
  const suggestions = isNear ? questionsOf(found) : []
  const more = suggestions.length > 0 ? `\n\n${m.assistant_or_one_of_these({}, { locale: language })}` : ''
  yield { type: 'text', text: `${text}${more}` }
  const origin: Origin = { ...about, engine: 'canned' }
  yield { type: 'end', outcome: 'answered', sources: [], suggestions, confidence: null, origin }
}

/** The questions to offer, the nearest first. */
const questionsOf = (found: readonly KnowledgeMatch[]): string[] => {
  const faqs = found.filter(({ source }) => source.kind === 'faq')
  return [...new Set(faqs.map(({ question }) => question))].slice(0, OFFERED)
}

/**
 * The best match of each question of a message, where several have a sure answer of their own. A part that is less sure than the whole
 * message is no question of its own: "My parcel is lost. What now?" asks one thing.
 */
async function answersOfSeveral(
  tenant: Tenant,
  question: Question,
  { questions }: Reading,
  whole: KnowledgeSearchResult,
): Promise<KnowledgeMatch[]> {
  if (questions.length < 2 || questions.length > 2 * MAX_QUESTIONS) return []
  const searched = await Promise.all(questions.map((text) => searchInContext(tenant, { ...question, text })))
  const sure = searched.flatMap((one) => {
    const { confidence, found } = withoutInstructions(one)
    return found[0] && confidence >= Math.max(question.confidenceThreshold, whole.confidence) ? [found[0]] : []
  })
  const first = whole.found[0] && whole.confidence >= question.confidenceThreshold ? [whole.found[0]] : []
  const byId = new Map([...sure, ...first].map((match) => [match.source.id, match]))
  return [...byId.values()].slice(0, MAX_QUESTIONS)
}

/** The search result as it is stored with the message. */
export const retrievedSources = ({ found }: KnowledgeSearchResult): Origin['retrieved'] =>
  found.map(({ source, score }) => ({ kind: source.kind, id: source.id, score }))

/** The no-key answer from a search result; `about` states why no model answered. */
export function* answerFromKnowledge(
  question: Question,
  { confidence, found, languages }: KnowledgeSearchResult,
  about: Omit<Origin, 'engine'>,
): Iterable<Part> {
  const origin: Origin = { ...about, engine: 'no-key' }
  const contradiction = confidence >= SUGGESTION_THRESHOLD ? contradictionIn(found) : null
  if (contradiction) return yield* bothAnswers(question, contradiction, { confidence, origin })
  const [best] = found
  if (best && confidence >= question.confidenceThreshold) {
    yield { type: 'text', text: best.answer }
    yield { type: 'end', outcome: 'answered', sources: [best.source], suggestions: [], confidence, origin }
    return
  }
  yield* nearestEntries(question, { confidence, found, languages }, origin)
}

/** Two entries that contradict each other are both shown, each under its question, and a person is offered. */
function* bothAnswers(
  { business, language }: Question,
  entries: [KnowledgeMatch, KnowledgeMatch],
  about: { confidence: number; origin: Origin },
): Iterable<Part> {
  const quoted = entries.map(({ question, answer }) => `**${question}**\n${answer}`)
  const intro = m.assistant_contradiction({ business }, { locale: language })
  yield { type: 'text', text: [intro, ...quoted].join('\n\n') }
  const sources = entries.map(({ source }) => source)
  yield { type: 'end', outcome: 'suggested', sources, suggestions: [], ...about }
}

/** The reply without a sure answer: the nearest entries with an admission, else the admission alone. */
function* nearestEntries(
  question: Question,
  { confidence, found, languages }: KnowledgeSearchResult,
  origin: Origin,
): Iterable<Part> {
  const { business, language, failedAttempts } = question
  const locale = { locale: language }
  const isForeign = languages.length > 0 && !languages.includes(language)
  // Whoever complains is not asked whether they meant something else: a person is fetched.
  const { isComplaint, isFrustrated } = analyseMessage(question.text)
  const isNear = !isComplaint && !isFrustrated && (isForeign || confidence >= NEAR_THRESHOLD)
  const suggestions = isNear ? questionsOf(found) : []
  const end = { type: 'end' as const, suggestions, confidence, origin }
  if (isNear && isForeign && suggestions.length > 0) {
    yield { type: 'text', text: m.assistant_other_language({ business }, locale) }
    return yield { ...end, outcome: 'suggested', sources: [] }
  }
  const passage = isNear && !isForeign ? passageToQuote(found) : null
  if (confidence >= SUGGESTION_THRESHOLD && passage) {
    const more = suggestions.length > 0 ? `\n\n${m.assistant_or_one_of_these({}, locale)}` : ''
    yield { type: 'text', text: `${m.assistant_nearest_passage({}, locale)}\n\n${passage.answer}${more}` }
    return yield { ...end, outcome: 'suggested', sources: [passage.source] }
  }
  if (confidence >= SUGGESTION_THRESHOLD && suggestions.length > 0) {
    yield { type: 'text', text: m.assistant_did_you_mean({}, locale) }
    return yield { ...end, outcome: 'suggested', sources: [] }
  }
  const unknown = failedAttempts > 0 ? m.assistant_unknown_again : m.assistant_unknown
  const admission = (isForeign ? m.assistant_other_language_none : unknown)(wordingOf(question), locale)
  const more = suggestions.length > 0 ? ` ${m.assistant_or_one_of_these({}, locale)}` : ''
  yield { type: 'text', text: `${admission}${more}` }
  yield { ...end, outcome: 'unknown', sources: [], origin: { ...origin, engine: 'canned' } }
}

/**
 * The passage of a document or an article that is nearer than every FAQ. It is quoted, marked as unsure: it has no question that a
 * customer could press.
 */
const passageToQuote = ([best]: KnowledgeMatch[]): KnowledgeMatch | null =>
  best && best.source.kind !== 'faq' ? best : null
