import {
  beginsWithClause,
  detectLanguage,
  isFragment,
  type Language,
  leansOnSentenceBefore,
  limitsSentenceBefore,
  visible,
  withoutAffix,
  withoutPolarity,
} from '#server/language/service.ts'
import { CACHED_PASSAGES, memoize } from './memoize.ts'
import { createSentences } from './sentences.ts'

/** A whole sentence of a source. A list is one sentence with its lead-in. */
export type SourceSentence = {
  /** Its number in its source, from 1. */
  number: number
  /** As it is said: without a yes or no where a whole clause is left. */
  text: string
  /** What two texts have in common that differ only in case, spaces, quotes, Markdown, list mark, citation or final stop. */
  key: string
  /** It is understood only behind the sentence before it. */
  needsBefore: boolean
  /** The sentence before it is true only with it. */
  limitsBefore: boolean
  /** It answers the question of its source and means nothing, or something else, without it. */
  needsQuestion: boolean
}

const LIST_LINE = /^\s*(?:\d{1,2}[.)]|[-*•–])\s+/
const ORDERED_LINE = /^\s*\d{1,2}[.)]\s+/
const CITATION = /[ \t]*\[\d{1,3}(?:\.\d{1,3})?\]/g
const MARKDOWN = /[*_`#~|]+/g
const QUOTES = /["“”„«»‹›'’‘ʼ`´]/g
/** A first sentence of so few words names the subject of its paragraph ("Courtesy bikes."). */
const LABEL_WORDS = 4

/** Reduces a text to its key. */
export const sentenceKey = (text: string): string =>
  withoutAffix(
    visible(text)
      .replace(CITATION, ' ')
      .replace(LIST_LINE, '')
      .replace(MARKDOWN, '')
      .replace(QUOTES, '')
      .toLowerCase()
      .replace(/\s+/g, ' ')
      .trim(),
  )
    .replace(/[\s.!?…:;,]+$/u, '')
    .trim()

/** The sentences of a source's text in order. */
export const splitSource = memoize((text: string): readonly SourceSentence[] => {
  const pieces = piecesOf(text)
  const language = detectLanguage(text) ?? 'en'
  return pieces.map(({ text: whole, startsParagraph, isUnderLabel }, at) => {
    const said = sayable(whole, language)
    const previous = pieces[at - 1]
    return {
      number: at + 1,
      text: said.text,
      key: sentenceKey(whole),
      needsBefore:
        previous !== undefined &&
        (isUnderLabel || leansOnSentenceBefore(said.text, language) || (!startsParagraph && /^\p{Ll}/u.test(whole))),
      limitsBefore: previous !== undefined && !startsParagraph && limitsSentenceBefore(said.text, language),
      needsQuestion: said.needsQuestion || (at === 0 && isFragment(said.text, language)),
    }
  })
}, CACHED_PASSAGES)

/** A source's own yes belongs to its own question: it goes where a whole clause is left without it. */
function sayable(text: string, language: Language): { text: string; needsQuestion: boolean } {
  const rest = withoutPolarity(text)
  if (rest === null) return { text, needsQuestion: false }
  if (rest !== '' && beginsWithClause(rest, language))
    return { text: rest[0]!.toUpperCase() + rest.slice(1), needsQuestion: false }
  return { text, needsQuestion: true }
}

type Piece = { text: string; startsParagraph: boolean; isUnderLabel: boolean }

function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  for (const paragraph of text.split(/\n\s*\n/)) {
    let startsParagraph = true
    let isUnderLabel = false
    for (const line of paragraph.split('\n')) {
      if (line.trim() === '') continue
      const open = pieces.at(-1)
      if (LIST_LINE.test(line) && open && joinsList(open.text, line)) {
        open.text += `\n${line.trim()}`
        continue
      }
      const sentences = LIST_LINE.test(line) ? [line.trim()] : sentencesOf(line)
      for (const sentence of sentences) {
        // A bare yes is no sentence to say: what follows stands for itself.
        if (withoutPolarity(sentence) === '') continue
        pieces.push({ text: sentence, startsParagraph, isUnderLabel })
        if (startsParagraph) isUnderLabel = sentences.length > 1 && isLabel(sentence)
        startsParagraph = false
      }
    }
  }
  return pieces
}

/** A list stands whole with its lead-in, and steps stand together. */
const joinsList = (before: string, line: string): boolean =>
  /:\s*$/.test(before.split('\n')[0]!) || (ORDERED_LINE.test(line) && ORDERED_LINE.test(before))

const isLabel = (sentence: string): boolean => sentence.split(/\s+/).length <= LABEL_WORDS && /\.$/.test(sentence)

function sentencesOf(text: string): string[] {
  const splitter = createSentences()
  return [...splitter.push(text), ...splitter.end()].map((one) => one.trim()).filter((one) => one !== '')
}
