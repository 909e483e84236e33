import * as m from '#i18n/messages.js'
import type { Origin, Part, Question } from '#server/assistant/types.ts'
import type { KnowledgeFound } from '#server/knowledge/service.ts'
import type { Language } from '#server/platform/text/language.ts'
import { SUGGEST_FROM, withoutInstructions } from './ground.ts'

const OFFERED = 3

type Said = (name: { business: string }, options: { locale: Language }) => string
const END = String.raw`[\s!.,:;)…🙂👍❤️]*$`
const whole = (...patterns: string[]) => new RegExp(`^[\\s¡¿]*(?:${patterns.join('|')})${END}`, 'iu')

/** Messages that are nothing but a greeting, thanks or a goodbye, in the four languages. */
const SMALL_TALK: readonly [RegExp, Said][] = [
  [
    whole(
      '(?:hi|hello|hey|hiya|good (?:morning|afternoon|evening)|howdy)(?: there| all| everyone)?',
      '(?:hola|buenas|buenos d[ií]as|buenas (?:tardes|noches))(?:[ ,]+(?:buenas|buenos d[ií]as|buenas tardes|a todos|qu[eé] tal))?',
      '(?:bonjour|bonsoir|salut|coucou)(?: [àa] (?:tous|vous)|,? [çc]a va)?',
      '(?:hallo|guten (?:morgen|tag|abend)|moin(?: moin)?|servus|gr(?:ü|ue)(?:ß|ss) gott)(?: zusammen| liebes team)?',
    ),
    m.assistant_hello,
  ],
  [
    whole(
      '(?:ok(?:ay)?[\\s,]*)?(?:thanks?|thank you|thx|cheers|great|perfect|super)(?: (?:you|a lot|so much|very much|again|for .{1,40}))?',
      '(?:ok|vale|perfecto|genial)?[\\s,]*(?:muchas |mil )?gracias(?: por .{1,40})?',
      '(?:ok|d.accord|parfait|super)?[\\s,]*merci(?: (?:beaucoup|bien|[àa] vous|pour .{1,40}))?',
      '(?:ok|gut|super|perfekt|alles klar)?[\\s,]*(?:danke|vielen dank|herzlichen dank|dankesch(?:ö|oe)n)(?: (?:sch(?:ö|oe)n|sehr|dir|ihnen|euch|f(?:ü|ue)r .{1,40}))?',
    ),
    m.assistant_thanks,
  ],
  [
    whole(
      '(?:ok(?:ay)?[\\s,]*)?(?:bye|goodbye|see you|have a (?:nice|good) (?:day|one))',
      '(?:adi[oó]s|hasta (?:luego|pronto|ma[ñn]ana)|chao)',
      '(?:au revoir|[àa] bient[oô]t|bonne (?:journ[eé]e|soir[eé]e))',
      '(?:tsch(?:ü|ue)(?:ss|ß|s)|auf wiedersehen|bis (?:bald|dann)|sch(?:ö|oe)nen tag(?: noch)?)',
    ),
    m.assistant_goodbye,
  ],
]

/** What is answered without looking anything up: a greeting, thanks, a goodbye. Null for everything else. */
export function smallTalk(question: Question): Part[] | null {
  const talk = SMALL_TALK.find(([pattern]) => pattern.test(question.text.trim()))
  if (!talk) return null
  return [
    { type: 'text', text: talk[1]({ business: question.business }, { locale: question.language }) },
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
export async function* answerWithout(question: Question, searching: Promise<KnowledgeFound>): AsyncIterable<Part> {
  const started = performance.now()
  const searched = withoutInstructions(await searching)
  const latencyMs = Math.round(performance.now() - started)
  yield* answerFrom(question, searched, { retrieved: retrievedOf(searched), latencyMs })
}

/** What was found, as it is kept with the message. */
export const retrievedOf = ({ found }: KnowledgeFound): Origin['retrieved'] =>
  found.map(({ source, score }) => ({ kind: source.kind, id: source.id, score }))

/** The answer without a model from what was found, with why no model gave it. */
export function* answerFrom(
  question: Question,
  { confidence, found }: KnowledgeFound,
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
