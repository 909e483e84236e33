import { isAbbreviation, isMonthAfterStop } from '#server/language/service.ts'

/** Splits a growing text into sentences. A returned sentence is final: later text does not change it. */
export type Sentences = {
  /** Appends a piece and returns the sentences that are complete now, each with the white space before it. */
  push(piece: string): string[]
  /** Returns the rest at the end of the text. */
  end(): string[]
}

/** A longer "sentence" is returned in parts: a model that never ends one must not fill the memory. */
const MAX_SENTENCE = 1_000

const CLOSERS = /["'”’»)\]*_]/
const CITATION = /^[ \t]*\[\d{1,3}(?:\.\d{1,3})?\]/
const HALF_CITATION = /^[ \t]*\[\d{0,3}(?:\.\d{0,3})?$/
/** An id alone is a whole sentence: what it stands for is said. */
const ID = /^\s*\[(?:\d{1,3}\.\d{1,3}|[a-z_]+)\]/

/** Splits a model's text into sentences and ids as it arrives; a citation behind the full stop is part of the sentence before it. */
export function createSentences(): Sentences {
  let rest = ''
  const splitComplete = (isLast: boolean): string[] => {
    const whole: string[] = []
    for (;;) {
      const end = endOfFirst(rest, isLast)
      if (end === null) break
      whole.push(rest.slice(0, end))
      rest = rest.slice(end)
    }
    return whole
  }
  return {
    push(piece) {
      rest += piece
      return splitComplete(false)
    },
    end() {
      const whole = splitComplete(true)
      const last = rest
      rest = ''
      return last.trim() === '' ? whole : [...whole, last]
    },
  }
}

/** Where the first sentence ends; null while that is not known. */
function endOfFirst(text: string, isLast: boolean): number | null {
  const start = text.length - text.trimStart().length
  const id = ID.exec(text)
  if (id) return id[0].length
  for (let at = start; at < text.length; at += 1) {
    const character = text[at]!
    if (character === '\n') return at
    if (!'.!?…'.includes(character)) continue
    const end = boundaryAt(text, start, at, isLast)
    if (end === 'unknown') return tooLong(text, start)
    if (end !== null) return end
  }
  return tooLong(text, start)
}

function tooLong(text: string, start: number): number | null {
  if (text.length - start <= MAX_SENTENCE) return null
  const space = text.lastIndexOf(' ', start + MAX_SENTENCE)
  return space > start ? space : start + MAX_SENTENCE
}

/** The end of the sentence whose stop is at `at`, with closing quotes and citations; null where it is no end. */
function boundaryAt(text: string, start: number, at: number, isLast: boolean): number | 'unknown' | null {
  let end = at + 1
  while (end < text.length && ('.!?…'.includes(text[end]!) || CLOSERS.test(text[end]!))) end += 1
  for (let cited = CITATION.exec(text.slice(end)); cited; cited = CITATION.exec(text.slice(end))) end += cited[0].length
  // There may be a full stop on both sides of a citation.
  if (end > at + 1 && '.!?'.includes(text[end] ?? ' ')) end += 1
  const after = text.slice(end)
  if (HALF_CITATION.test(after) && !isLast) return 'unknown'
  if (after === '') return isLast ? end : 'unknown'
  if (!/^\s/.test(after)) return null
  const next = after.trimStart()
  if (next === '') return isLast || /\n/.test(after) ? end : 'unknown'
  if (/^[ \t]*\n/.test(after)) return end
  // "3. M" may become a date.
  const isWordWhole = isLast || /\s/.test(next)
  if (text[at] === '.' && /\d$/.test(text.slice(start, at)) && !isWordWhole) return 'unknown'
  if (text[at] === '.' && isInside(text.slice(start, at), next)) return null
  return /^\p{Ll}/u.test(next) ? null : end
}

/** Whether the full stop after these words is part of an abbreviation, a list number or a German date. */
function isInside(before: string, next: string): boolean {
  const word =
    /(\S+)$/
      .exec(before)?.[1]
      ?.toLowerCase()
      .replace(/^[("'«„]+/, '') ?? ''
  if (isAbbreviation(word) || /^\p{L}$/u.test(word)) return true
  if (/^\d{1,2}$/.test(word)) return before.trim() === word || isMonthAfterStop(next)
  return false
}
