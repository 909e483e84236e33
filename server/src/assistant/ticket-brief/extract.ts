import type { MessageView } from '#contracts/conversation/message.ts'
import * as m from '#i18n/messages.js'
import { isExplicitRequest } from '#server/assistant/escalation/decide.ts'
import { createSentences } from '#server/assistant/grounding/sentences.ts'
import { statedStems } from '#server/assistant/grounding/support.ts'
import type { Language } from '#server/language/service.ts'
import { clipLine } from '#server/platform/text/clip.ts'

/** What there is to sum up. */
export type Case = {
  subject: string
  description: string
  customerName: string
  messages: readonly MessageView[]
  language: Language
}

const LOCALE = { locale: 'en' } as const
const ASKS = 3
const ASKS_CHARACTERS = 420
const QUOTE_CHARACTERS = 220
const DETAILS = 6
/** What comes first is what somebody came for. */
const FIRST_BONUS = 1.5

type Told = { text: string; position: number; score: number }

/**
 * The customer's own sentences that say most, in their order: those whose words come back in all that was written. A request for a
 * person, greetings and thanks say nothing of the matter.
 */
export function asksOf({ description, messages, language }: Case): string[] {
  const own = messages.filter(({ author }) => author === 'customer').map(({ body }) => body)
  const texts = [...new Set([...own, description])].flatMap(sentencesOf)
  const sentences = [...new Map(texts.map((text) => [text.toLowerCase(), text])).values()]
  const stems = sentences.map((text) => [...new Set(statedStems(text, language))])
  const weight = new Map<string, number>()
  for (const stem of stems.flat()) weight.set(stem, (weight.get(stem) ?? 0) + 1)
  const told = sentences.map((text, position): Told => {
    const words = stems[position] ?? []
    const sum = words.reduce((total, stem) => total + Math.log1p(weight.get(stem) ?? 0), 0)
    return { text, position, score: (sum / Math.sqrt(words.length + 2)) * (position === 0 ? FIRST_BONUS : 1) }
  })
  const best = told.filter(({ text, score }) => score > 0 && !isExplicitRequest(text)).sort((a, b) => b.score - a.score)
  let room = ASKS_CHARACTERS
  const chosen = best.slice(0, ASKS).filter(({ text }, index) => {
    room -= text.length
    return index === 0 || room > 0
  })
  return chosen.sort((a, b) => a.position - b.position).map(({ text }) => clipLine(text, ASKS_CHARACTERS))
}

/** Order numbers, amounts, addresses: what one would look for in the whole chat. */
const DETAIL =
  /[\w.+-]+@[\w-]+(?:\.[\w-]+)+|(?:[€$£]\s?\d[\d.,]*\d|\d[\d.,]*\s?(?:€|\$|£|euros?|dollars?|pounds?|EUR|USD|GBP)(?![\p{L}\d]))|\b(?=[A-Z0-9-]*\d)(?=[A-Z0-9-]*[A-Z])[A-Z0-9]+(?:-[A-Z0-9]+)*\b|#\d{3,}|\b\d{5,}\b/gu

export function detailsOf({ description, messages }: Case): string[] {
  const own = messages.filter(({ author }) => author === 'customer').map(({ body }) => body)
  const found = [...own, description].flatMap((text) => text.match(DETAIL) ?? [])
  return [...new Set(found.map((one) => one.trim()))].slice(0, DETAILS)
}

/** The summary without any model: quotes and counts, nothing worded anew. One fact a line. */
export function extractSummary(given: Case): string {
  const answers = given.messages.filter(isAnswer)
  const helpful = answers.filter(({ helpful: said }) => said === true).length
  const unhelpful = answers.filter(({ helpful: said }) => said === false).length
  const last = answers.findLast(({ sources }) => sources.length > 0)
  const asks = asksOf(given)
  const details = detailsOf(given)
  const lines = [
    m.brief_asks({ text: asks.map(ended).join(' ') || given.subject }, LOCALE),
    details.length > 0 && m.brief_details({ list: details.join(', ') }, LOCALE),
    last
      ? m.brief_answered({ title: last.sources[0]?.title ?? '', text: clipLine(last.body, QUOTE_CHARACTERS) }, LOCALE)
      : answers.length > 0 && m.brief_unanswered({}, LOCALE),
    (helpful > 0 || unhelpful > 0) && m.brief_rated({ helpful, unhelpful }, LOCALE),
  ]
  return lines.filter(Boolean).join('\n')
}

/** Quotes stand apart, whether or not their writer ended them. */
const ended = (text: string): string => (/[.!?…:]$/.test(text) ? text : `${text}.`)

const isAnswer = ({ author, kind }: MessageView): boolean =>
  author === 'assistant' && (kind === 'text' || kind === 'fallback')

/** A reply to begin with, in the customer's language and without any model: what the knowledge says and was not said yet, else that somebody looks at it. */
export function extractReply(given: Case, answer: string | null): string {
  const locale = { locale: given.language }
  const name = firstNameOf(given.customerName)
  const hello = name ? m.brief_reply_hello({ name }, locale) : m.brief_reply_hello_unnamed({}, locale)
  const body =
    answer ?? m.brief_reply_looking({ subject: clipLine(asksOf(given)[0] ?? given.subject, QUOTE_CHARACTERS) }, locale)
  const end = answer ? m.brief_reply_more({}, locale) : m.brief_reply_soon({}, locale)
  return `${hello}\n\n${body}\n\n${end}`
}

/** "Anonymous Customer" is nobody's name. */
function firstNameOf(name: string): string {
  const first = name.trim().split(/\s+/)[0] ?? ''
  return /^(anonymous|customer|guest)$/i.test(first) || !/^\p{L}/u.test(first) ? '' : first
}

function sentencesOf(text: string): string[] {
  const cut = createSentences()
  return [...cut.push(text), ...cut.end()].map((one) => one.replace(/\s+/g, ' ').trim()).filter(Boolean)
}
