import * as m from '#i18n/messages.js'
import type { Origin, Part, Question } from '#server/assistant/types.ts'
import { namedDay, type Sentence, type SentenceKind, sentencesOf } from '#server/language/service.ts'
import { type Fact, factText, isFact } from './business-facts.ts'
import { askedBefore } from './search-in-context.ts'
import { type Wording, wordingOf } from './style.ts'

/** What a message is apart from questions for the knowledge. */
export type Reading = {
  /** Asks about the business itself. */
  facts: Fact[]
  talk: Talk | null
  isEmergency: boolean
  /** The sentences for the knowledge. */
  questions: string[]
}

/** Polite sentences, the one that most needs a reply first. */
const TALK = ['help', 'praise', 'thanks', 'goodbye', 'apology', 'ok', 'greeting'] as const
type Talk = (typeof TALK)[number]

const TEXT_OF: Record<Talk, (wording: Wording, locale: { locale: Question['language'] }) => string> = {
  help: m.assistant_help,
  praise: m.assistant_praise,
  thanks: m.assistant_thanks,
  goodbye: m.assistant_goodbye,
  apology: m.assistant_apology,
  ok: m.assistant_ok,
  greeting: m.assistant_hello,
}

const isTalk = (kind: SentenceKind): kind is Talk => (TALK as readonly string[]).includes(kind)

/** Reads a message sentence by sentence, a short one with what the customer wrote before. */
export function readMessage(question: Question): Reading {
  const sentences = sentencesOf(question.text)
  const kinds = new Set(sentences.map(({ kind }) => kind))
  const facts = [...kinds].filter(isFact)
  const talk = TALK.find((kind) => kinds.has(kind)) ?? null
  const isEmergency = kinds.has('emergency')
  if (asksForAnotherDay(question, sentences)) return { facts: ['hours'], talk, isEmergency, questions: [] }
  const ordinary = sentences.filter(({ kind }) => !isFact(kind) && !isTalk(kind))
  return { facts, talk, isEmergency, questions: ordinary.map(({ text }) => text) }
}

/** "And on Sunday?" after a question about the opening hours has this many words at most. */
const ANOTHER_DAY_WORDS = 4

/** Whether a message only names a day, after a question about the opening hours, with other such messages between. */
function asksForAnotherDay(question: Question, sentences: Sentence[]): boolean {
  if (!isDayAlone(sentences)) return false
  const before = askedBefore(question)
    .map((text) => sentencesOf(text))
    .findLast((one) => !isDayAlone(one))
  return before?.some(({ kind }) => kind === 'hours' || kind === 'open_now') ?? false
}

const isDayAlone = ([sentence, ...others]: Sentence[]): boolean =>
  sentence !== undefined &&
  others.length === 0 &&
  sentence.kind === 'none' &&
  sentence.text.split(/\s+/).length <= ANOTHER_DAY_WORDS &&
  namedDay(sentence.text, 0) !== null

const CANNED: Origin = { engine: 'canned', retrieved: [], latencyMs: 0 }

/** The facts of the business that a message asks for, in the customer's language; empty where it asks for none that is recorded. */
export const factsAnswer = (question: Question, { facts }: Reading): string =>
  [...new Set(facts.flatMap((fact) => factText(fact, question) ?? []))].join('\n')

/** The reply to a message of nothing but polite words. Null for every other message. */
export function answerTalk(question: Question, { questions, facts, talk }: Reading): Part[] | null {
  if (!talk || questions.length > 0 || facts.length > 0) return null
  const text = TEXT_OF[talk](wordingOf(question), { locale: question.language })
  return [
    { type: 'text', text },
    { type: 'end', outcome: 'small_talk', sources: [], suggestions: [], confidence: null, origin: CANNED },
  ]
}

/** What is said first where somebody may be in danger. */
export function emergencyText({ business, record, language }: Question): string {
  const locale = { locale: language }
  const phone = record?.emergencyPhone
  return phone ? m.assistant_emergency_phone({ business, phone }, locale) : m.assistant_emergency({}, locale)
}
