import type { MessageView } from '#contracts/conversation/message.ts'
import * as m from '#i18n/messages.js'
import { isExplicitRequest } from '#server/assistant/escalation/decide.ts'
import { createSentences } from '#server/assistant/grounding/sentences.ts'
import { statedStems } from '#server/assistant/grounding/stems.ts'
import type { Language } from '#server/language/service.ts'
import { clipLine } from '#server/platform/text/clip.ts'

/** A ticket with its conversation, as input for the summary. */
export type TicketCase = {
  subject: string
  description: string
  customerName: string
  messages: readonly MessageView[]
  language: Language
}

const LOCALE = { locale: 'en' } as const
const KEY_SENTENCES = 3
const KEY_SENTENCES_CHARACTERS = 420
const QUOTE_CHARACTERS = 220
const DETAILS = 6
/** The first sentence usually states the request. */
const FIRST_BONUS = 1.5

const textsOfCustomer = (messages: readonly MessageView[]): string[] =>
  messages.filter(({ author }) => author === 'customer').map(({ body }) => body)

type ScoredSentence = { text: string; position: number; score: number }

/**
 * The customer's most informative sentences, in their order: those whose words recur most in the customer's text. Requests for a
 * person are left out.
 */
export function keySentences({ description, messages, language }: TicketCase): string[] {
  const texts = [...new Set([...textsOfCustomer(messages), description])].flatMap(splitSentences)
  const sentences = [...new Map(texts.map((text) => [text.toLowerCase(), text])).values()]
  const stems = sentences.map((text) => [...new Set(statedStems(text, language))])
  const weight = new Map<string, number>()
  for (const stem of stems.flat()) weight.set(stem, (weight.get(stem) ?? 0) + 1)
  const scored = sentences.map((text, position): ScoredSentence => {
    const words = stems[position] ?? []
    const sum = words.reduce((total, stem) => total + Math.log1p(weight.get(stem) ?? 0), 0)
    return { text, position, score: (sum / Math.sqrt(words.length + 2)) * (position === 0 ? FIRST_BONUS : 1) }
  })
  const best = scored
    .filter(({ text, score }) => score > 0 && !isExplicitRequest(text))
    .sort((a, b) => b.score - a.score)
  let remaining = KEY_SENTENCES_CHARACTERS
  const chosen = best.slice(0, KEY_SENTENCES).filter(({ text }, index) => {
    remaining -= text.length
    return index === 0 || remaining > 0
  })
  return chosen.sort((a, b) => a.position - b.position).map(({ text }) => clipLine(text, KEY_SENTENCES_CHARACTERS))
}

/** Order numbers, amounts and e-mail addresses. */
const DETAIL =
  /[\w.+-]+@[\w-]+(?:\.[\w-]+)+|(?:[€$£]\s?\d[\d.,]*\d|\d[\d.,]*\s?(?:€|\$|£|euros?|dollars?|pounds?|EUR|USD|GBP)(?![\p{L}\d]))|\b(?=[A-Z0-9-]*\d)(?=[A-Z0-9-]*[A-Z])[A-Z0-9]+(?:-[A-Z0-9]+)*\b|#\d{3,}|\b\d{5,}\b/gu

export function detailsOf({ description, messages }: TicketCase): string[] {
  const found = [...textsOfCustomer(messages), description].flatMap((text) => text.match(DETAIL) ?? [])
  return [...new Set(found.map((one) => one.trim()))].slice(0, DETAILS)
}

/** The summary without a model: quotes and counts, one fact per line. */
export function extractSummary(given: TicketCase): string {
  const answers = given.messages.filter(isAnswer)
  const helpful = answers.filter(({ helpful }) => helpful === true).length
  const unhelpful = answers.filter(({ helpful }) => helpful === false).length
  const last = answers.findLast(({ sources }) => sources.length > 0)
  const sentences = keySentences(given)
  const details = detailsOf(given)
  const lines = [
    m.brief_asks({ text: sentences.map(withFullStop).join(' ') || given.subject }, LOCALE),
    details.length > 0 && m.brief_details({ list: details.join(', ') }, LOCALE),
    last
      ? m.brief_answered({ title: last.sources[0]?.title ?? '', text: clipLine(last.body, QUOTE_CHARACTERS) }, LOCALE)
      : answers.length > 0 && m.brief_unanswered({}, LOCALE),
    (helpful > 0 || unhelpful > 0) && m.brief_rated({ helpful, unhelpful }, LOCALE),
  ]
  return lines.filter(Boolean).join('\n')
}

/** Quotes are separated by punctuation. */
const withFullStop = (text: string): string => (/[.!?…:]$/.test(text) ? text : `${text}.`)

const isAnswer = ({ author, kind }: MessageView): boolean =>
  author === 'assistant' && (kind === 'text' || kind === 'fallback')

/** What is left to answer: the part after the last reply of a member. The whole case where no member has replied. */
export function unansweredPart(given: TicketCase): TicketCase & { hasReply: boolean } {
  const last = given.messages.findLastIndex(isReply)
  if (last < 0) return { ...given, hasReply: false }
  return { ...given, description: '', messages: given.messages.slice(last + 1), hasReply: true }
}

export const isReply = ({ author, kind, visibility }: MessageView): boolean =>
  author === 'member' && kind === 'text' && visibility === 'public'

/**
 * The reply draft without a model, in the customer's language: the knowledge's answer if there is a new one, else that the team looks
 * into it. Only the first reply begins with a greeting.
 */
export function extractReply(
  given: Pick<TicketCase, 'customerName' | 'language'>,
  answer: string | null,
  isFirst = true,
): string {
  const locale = { locale: given.language }
  const name = firstNameOf(given.customerName)
  const hello = name ? m.brief_reply_hello({ name }, locale) : m.brief_reply_hello_unnamed({}, locale)
  const body = answer ? [withoutHeadings(answer), m.brief_reply_more({}, locale)] : [m.brief_reply_soon({}, locale)]
  return [...(isFirst ? [hello] : []), ...body].join('\n\n')
}

/** A line without a full stop at the start of a paragraph, before a line that begins like a sentence or a list. */
const HEADING = /(^|\n\n)[^\n.!?:;,]{1,60}\n(?=[\p{Lu}\d•*-])/gu

/** A passage may hold headings of its sections; in a letter to a customer they would stand alone. */
const withoutHeadings = (passage: string): string => passage.replace(HEADING, '$1').trim()

/** Placeholder names such as "Anonymous Customer" are not used. */
function firstNameOf(name: string): string {
  const first = name.trim().split(/\s+/)[0] ?? ''
  return /^(anonymous|customer|guest)$/i.test(first) || !/^\p{L}/u.test(first) ? '' : first
}

function splitSentences(text: string): string[] {
  const cut = createSentences()
  return [...cut.push(text), ...cut.end()].map((one) => one.replace(/\s+/g, ' ').trim()).filter(Boolean)
}
