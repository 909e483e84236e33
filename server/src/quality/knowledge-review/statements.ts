import type { Language } from '#contracts/languages.ts'
import { createSentences } from '#server/assistant/service.ts'
import {
  isFragment,
  leansOnSentenceBefore,
  readStatement,
  readSubject,
  type Term,
  withoutPolarity,
} from '#server/language/service.ts'
import type { PlacedStatement } from './compare.ts'

/** What of an entry is compared: a FAQ's answer, or the passages of an article or a document. */
export type ReadEntry = {
  language: Language
  /** A FAQ's question, or the title. */
  title: string
  isQuestion: boolean
  passages: readonly { heading: string | null; text: string }[]
}

/** A statement of an entry, with the passage it stands in and where in its text. */
export type EntryStatement = PlacedStatement & { passage: number; start: number }

/** A longer sentence is a list or a table without full stops, which states too many things at once. */
const MAX_SENTENCE = 400
/** A step of instructions is no rule, and its number counts nothing. */
const STEP = /^\d{1,2}[.)]\s/
/** Of a longer entry only so many statements are compared. */
export const MAX_STATEMENTS = 1500

/** Of a title or a heading so much names the subject: it may be as long as its text. */
const MAX_HEADING = 200

/** The statements of an entry in their order. Of those that state no value only what they affirm or deny can be compared. */
export function statementsOf(entry: ReadEntry): EntryStatement[] {
  const subjects = new Map<string, Term[]>()
  const subjectOf = (given: string): Term[] => {
    const text = given.slice(0, MAX_HEADING)
    const subject = subjects.get(text) ?? readSubject(text, entry.language)
    subjects.set(text, subject)
    return subject
  }
  const title = subjectOf(entry.title)
  const found: EntryStatement[] = []
  for (const [passage, { heading, text }] of entry.passages.entries()) {
    if (found.length >= MAX_STATEMENTS) break
    const around = heading ? [...title, ...subjectOf(heading)] : title
    found.push(...statementsIn(text, around, passage, entry))
  }
  return found.slice(0, MAX_STATEMENTS)
}

function statementsIn(
  text: string,
  around: readonly Term[],
  passage: number,
  { language, title, isQuestion }: ReadEntry,
): EntryStatement[] {
  const found: EntryStatement[] = []
  let before: EntryStatement | null = null
  for (const { sentence, start } of sentencesIn(text)) {
    const rest = withoutPolarity(sentence)
    const isFirst = passage === 0 && found.length === 0
    if (isQuestion && isFirst && rest !== null && (rest === '' || isFragment(rest, language)))
      found.push(answeredQuestion(title, sentence, start, language))
    else {
      // As many blanks as the yes or no had letters, so that places count from the beginning.
      const read = readStatement(rest === null ? sentence : rest.padStart(sentence.length), language)
      const isSubject = ({ kind }: Term) => kind === 'thing' || kind === 'topic'
      const leans: boolean = before !== null && !read.terms.some(isSubject) && leansOnSentenceBefore(sentence, language)
      const things: readonly Term[] = leans && before ? before.terms.filter(isSubject) : []
      const statement: EntryStatement = { ...read, text: sentence, around: [...around, ...things], passage, start }
      found.push(statement)
      before = statement
    }
  }
  return found
}

/** "No." says the opposite of what is asked. */
function answeredQuestion(question: string, answer: string, start: number, language: Language): EntryStatement {
  const asked = readStatement(question.slice(0, MAX_SENTENCE), language)
  const said = readStatement(answer, language)
  const isNo = said.signs.some(({ of, sign }) => of === 'done' && sign < 0)
  const whole = [{ start: 0, end: answer.length }]
  const signs = asked.signs.map(({ of, sign }) => ({ of, sign: isNo ? (-sign as 1 | -1) : sign, places: whole }))
  return { ...asked, text: answer, facts: said.facts, signs, around: said.terms, passage: 0, start }
}

/** The sentences of a text with where each begins. */
export function sentencesIn(text: string): { sentence: string; start: number }[] {
  const splitter = createSentences()
  const parts = [...splitter.push(text), ...splitter.end()]
  let at = 0
  return parts.flatMap((part) => {
    const start = at + (part.length - part.trimStart().length)
    at += part.length
    const sentence = part.trim()
    return sentence === '' || sentence.length > MAX_SENTENCE || STEP.test(sentence) ? [] : [{ sentence, start }]
  })
}
