import type { Source } from '#contracts/conversation/message.ts'
import type { Language } from '#contracts/languages.ts'
import type { ReplyStyle } from '#contracts/tenant/tenant.ts'
import * as m from '#i18n/messages.js'
import { type CourtesyLine, withoutPolarity } from '#server/language/service.ts'
import type { Evidence } from './evidence.ts'
import { isSameSentence } from './grounding-check.ts'
import type { Mask } from './masking.ts'
import { type Located, languageOf } from './match-sentence.ts'
import { sentenceKey } from './source-sentences.ts'

export type AnswerTextSetup = {
  mask: Mask
  /** The customer's. */
  language: Language
  style: ReplyStyle
  /** The customer's question: a source's own yes may stand where it is the source's question too. */
  question: string
}

/** The text of an answer while it grows: sentences of sources, each once and with its citation, and lines of politeness. */
export type AnswerText = {
  /** Says sentences behind a spacing and, in a list of the model's, its mark. `ready`: the text to show now; `text`: the sentences alone. */
  say(located: readonly Located[], spacing: string, mark: string): { ready: string; text: string }
  /** Says a model's own sentence in place of these, once a second model has found it in them. Returns the text to show now. */
  sayJudged(claim: string, located: readonly Located[], spacing: string, mark: string): string
  /** Says a line once. Before the first sentence of a source it waits. Returns the text to show now. */
  sayLine(line: CourtesyLine, spacing: string): string
  /** Asks the customer for a value, as a line. */
  ask(request: string, spacing: string): string
  readonly sources: Source[]
  /** The lines that still wait. */
  readonly pending: string
  /** What was shown to the customer so far. */
  readonly shown: string
}

/** A model that chooses everything gets no more words than this said. */
const MAX_WORDS = 160
export const LIST_MARK = /^\s*((?:\d{1,2}[.)]|[-*•–])\s+)/
const LIST_AT_END = /(?:^|\n)\s*(?:\d{1,2}[.)]|[-*•–])\s[^\n]*$/

const LINES: Record<CourtesyLine, (wording: { style: ReplyStyle }, locale: { locale: Language }) => string> = {
  greeting: m.assistant_line_greeting,
  welcome: m.assistant_line_welcome,
  thanks: m.assistant_line_thanks,
  sorry: m.assistant_line_sorry,
  gladly: m.assistant_line_gladly,
  summary: m.assistant_line_summary,
  anything_else: m.assistant_line_anything_else,
  offer_person: m.assistant_line_offer_person,
  say_more: m.assistant_line_say_more,
  goodbye: m.assistant_line_goodbye,
}

/** Begins the text of an answer. */
export function createAnswerText({ mask, language, style, question }: AnswerTextSetup): AnswerText {
  const citations = createCitations()
  const said = new Set<string>()
  const lines = new Set<string>()
  let pending = ''
  let shown = ''
  let words = 0
  let isMarked = false
  /** The first sentence in another language than the customer's says in which it is. */
  const marked = ({ evidence }: Located, text: string): string => {
    const written = languageOf(evidence)
    if (written === language || evidence.kind !== 'passage' || isMarked) return text
    isMarked = true
    const name = new Intl.DisplayNames(language, { type: 'language' }).of(written) ?? written
    return `${m.assistant_in_original({ language: name }, { locale: language })} ${text}`
  }
  const append = (text: string): string => {
    const ready = joined(shown, pending + text)
    pending = ''
    shown += ready
    return ready
  }
  const sayOnce = (line: string, spacing: string): string => {
    if (lines.has(line)) return ''
    lines.add(line)
    if (shown !== '') return append(spacing + line)
    pending += spacing + line
    return ''
  }
  return {
    sources: citations.sources,
    get pending() {
      return pending
    },
    get shown() {
      return shown
    },
    say(located, spacing, mark) {
      const fresh = located.filter((one) => !said.has(keyOf(one)) && words + wordCount(one) <= MAX_WORDS)
      const texts = fresh.map((one, position) => {
        said.add(keyOf(one))
        words += wordCount(one)
        const text = marked(one, withQuestion(one, question, language))
        return separated(position === 0 ? spacing : ' ', text, position === 0 ? mark : '')
      })
      const [first, ...rest] = texts
      if (first === undefined) return { ready: '', text: '' }
      const cited = citations.mark(first, fresh[0]!.evidence, `${spacing}${pending}`.includes('\n'))
      return { ready: append(mask.show(cited + rest.join(''))), text: texts.join('').trim() }
    },
    sayJudged(claim, located, spacing, mark) {
      const key = sentenceKey(claim)
      const [first] = located
      if (!first || said.has(key)) return ''
      for (const one of [key, ...located.map(keyOf)]) said.add(one)
      const text = spacing + mark + claim.replace(LIST_MARK, '')
      return append(mask.show(citations.mark(text, first.evidence, `${spacing}${pending}`.includes('\n'))))
    },
    sayLine: (line, spacing) => sayOnce(LINES[line]({ style }, { locale: language }), spacing),
    ask: sayOnce,
  }
}

const keyOf = ({ sentence }: Located): string => sentence.key
const wordCount = ({ sentence }: Located): number => sentence.text.split(/\s+/).length

/** A sentence behind the one before it; a list, or a sentence of one, has its own lines. */
function separated(before: string, text: string, mark: string): string {
  if (LIST_MARK.test(text)) return `\n${text}`
  return (text.includes('\n') ? '\n' : before) + mark + text
}

/** A sentence that answers its source's question only, below that question, unless the customer asked just that. */
function withQuestion({ evidence: { title }, sentence }: Located, question: string, language: Language): string {
  if (!sentence.needsQuestion || isSameSentence(title, question)) return sentence.text
  if (!/\?\s*$/.test(title)) return withoutPolarity(sentence.text) || sentence.text
  return `${m.assistant_quoted_question({ question: title }, { locale: language })} ${sentence.text}`
}

/** Citation numbers in the order in which sources are cited first. */
function createCitations() {
  const sources: Source[] = []
  const numbers = new Map<number, number>()
  let last: number | null = null
  return {
    sources,
    /** A text with the mark of its source behind its first sentence. Sentences of one paragraph from one source get one mark. */
    mark(text: string, { id, source }: Evidence, isNewParagraph: boolean): string {
      if (!source) {
        last = null
        return text
      }
      const number = numbers.get(id) ?? sources.push(source)
      numbers.set(id, number)
      const isSame = number === last && !isNewParagraph
      last = number
      return isSame ? text : text.replace(/(?<=[^\s.!?…:"”»)])([.!?…:]*["”»)]*)(?=\n|$)/, ` [${number}]$1`)
    },
  }
}

/** A text to append: one blank or its line break separates it from what was shown before; the first has none before it. */
const joined = (before: string, text: string): string => {
  if (before === '') return text.trimStart()
  // What follows a list does not belong to its last item.
  if (LIST_AT_END.test(before) && !LIST_MARK.test(text)) return `\n\n${text.trimStart()}`
  return /^\s/.test(text) ? text : ` ${text}`
}
