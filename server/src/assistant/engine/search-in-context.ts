import type { Question } from '#server/assistant/types.ts'
import { type KnowledgeMatch, type KnowledgeSearchResult, searchKnowledge } from '#server/knowledge/service.ts'
import { termsOf, wordsInEnglish } from '#server/language/service.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { MAX_PASSAGES, SUGGESTION_THRESHOLD } from './answer-context.ts'

/** Earlier messages of the customer that a follow-up is searched together with. */
const EARLIER_MESSAGES = 2
/** Only so much of them. */
const MAX_EARLIER_CHARACTERS = 300
/** So much of a follow-up's own words must occur in the entry that its context finds; else it is about something else. */
const ANSWERING_SHARE = 0.5
/**
 * Words of earlier messages make an entry look surer than it is: of the matches above 0.7 that a question found with its context 82 %
 * were right, of those it found alone 95 %. So much less in log-odds puts them level.
 */
const CONTEXT_CAUTION = 0.6
/** A longer question that shares no word with the entry of its context is about something else. */
const FOLLOW_UP_WORDS = 7
/** How far below the threshold a match is put that must not be given as the answer. */
const UNSURE = 0.01

/**
 * Finds what the knowledge answers to a question, with what was asked before where the question alone is unsure: "and how much is
 * that?". Of the searches the surest one is taken. A question that brings words of its own which the context's entry does not have
 * begins a new subject and is not drawn back to the old one.
 */
export async function searchInContext(tenant: Tenant, question: Question): Promise<KnowledgeSearchResult> {
  const alone = inLanguage(question, await searchKnowledge(tenant, question.text, MAX_PASSAGES))
  if (alone.confidence >= question.confidenceThreshold) return alone
  if (!alone.languages.includes(question.language) && alone.languages.includes('en'))
    return nearestInEnglish(tenant, question, alone)
  const contexts = contextsOf(question)
  if (contexts.length === 0) return alone
  const searched = await Promise.all(
    contexts.map(async (context) =>
      inLanguage(question, await searchKnowledge(tenant, `${context}\n${question.text}`, MAX_PASSAGES)),
    ),
  )
  const [best] = searched.sort((a, b) => b.confidence - a.confidence)
  if (!best?.found[0]) return alone
  const withContext = lessSure(best.confidence)
  if (withContext <= alone.confidence) return { ...alone, found: interleaved(alone.found, best.found) }
  const found = interleaved(best.found, alone.found)
  const share = ownWordsShare(question, best.found[0])
  // The entry that has just answered is always near to its own title.
  const isRepeated = best.found[0].question === question.subject
  // A passage has many words, some of which every message shares.
  const isFaq = best.found[0].source.kind === 'faq'
  if (isFaq && share >= (isRepeated ? 1 : ANSWERING_SHARE)) return { ...best, confidence: withContext, found }
  const isFollowUp = share > 0 || question.text.split(/\s+/).length <= FOLLOW_UP_WORDS
  if (!isFollowUp) return { ...alone, found: interleaved(alone.found, best.found) }
  // Perhaps a new subject: the entry of the old one is offered, not given.
  return { ...alone, confidence: Math.min(withContext, question.confidenceThreshold - UNSURE), found }
}

/** A confidence with CONTEXT_CAUTION taken from its log-odds. */
function lessSure(confidence: number): number {
  if (confidence <= 0) return 0
  const odds = (confidence / (1 - confidence)) * Math.exp(-CONTEXT_CAUTION)
  return odds / (1 + odds)
}

/** What is near in English knowledge to a question in another language: entries to offer, never an answer. */
async function nearestInEnglish(
  tenant: Tenant,
  question: Question,
  alone: KnowledgeSearchResult,
): Promise<KnowledgeSearchResult> {
  const english = wordsInEnglish(question.text, question.language)
  if (english === '') return alone
  const near = await searchKnowledge(tenant, english, MAX_PASSAGES)
  return {
    ...near,
    confidence: Math.min(near.confidence, question.confidenceThreshold - UNSURE),
    found: interleaved(near.found, alone.found),
  }
}

/** Where there is knowledge in the customer's language, what is in others counts only behind it, as a suggestion. */
function inLanguage({ language }: Question, result: KnowledgeSearchResult): KnowledgeSearchResult {
  if (!result.languages.includes(language) || result.languages.length === 1) return result
  const own = result.found.filter((one) => one.language === language)
  const others = result.found.filter((one) => one.language !== language)
  const confidence =
    own[0] === result.found[0]
      ? result.confidence
      : (own[0]?.score ?? Math.min(result.confidence, SUGGESTION_THRESHOLD))
  return { ...result, confidence, found: [...own, ...others] }
}

/** What the question may refer to: the entry that answered last, and the customer's messages before. */
function contextsOf(question: Question): string[] {
  const asked = askedBefore(question).slice(-EARLIER_MESSAGES).join('\n').slice(-MAX_EARLIER_CHARACTERS)
  return [asked, question.subject ?? ''].filter((context) => context.trim() !== '')
}

/** What the customer wrote before the last reply, the oldest message first. */
export function askedBefore({ history }: Question): string[] {
  const lastReply = history.findLastIndex(({ author }) => author !== 'customer')
  const earlier = history.slice(0, lastReply + 1).filter(({ author }) => author === 'customer')
  return earlier.map(({ body }) => body)
}

/** The matches of two searches in turn, each once, those of the surer search first. */
function interleaved(first: KnowledgeMatch[], second: KnowledgeMatch[]): KnowledgeMatch[] {
  const inTurn = first.flatMap((one, position) => [one, ...second.slice(position, position + 1)])
  const all = [...inTurn, ...second.slice(first.length)]
  return [...new Map(all.map((one) => [one.source.id, one])).values()].slice(0, MAX_PASSAGES)
}

/** The share of the content words that the question brings which occur in the entry; 1 where it brings none. */
function ownWordsShare({ text, language }: Question, { question, answer, source }: KnowledgeMatch): number {
  const contentOf = (given: string) => termsOf(given.toLowerCase(), language).filter(({ weak }) => !weak)
  const own = [...new Set(contentOf(text).map(({ stem }) => stem))]
  if (own.length === 0) return 1
  const entry = new Set(contentOf(`${question} ${answer} ${source.heading ?? ''}`).map(({ stem }) => stem))
  return own.filter((stem) => entry.has(stem)).length / own.length
}
