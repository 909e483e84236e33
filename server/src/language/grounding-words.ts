import type { Language } from '#contracts/languages.ts'
import { allWords, anyOf, LEXICONS } from './lexicons.ts'
import type { GroundingWords } from './types.ts'

/*
 * How sentences depend on their question and on each other, by which a source's sentence is said whole, and the words that a judged
 * sentence must keep.
 */

/** Patterns of one language for the beginning of a sentence: short words of one mean something else in another. */
const startsOf = (pick: (words: GroundingWords) => string) =>
  Object.fromEntries(
    Object.entries(LEXICONS).map(([language, { grounding }]) => [
      language,
      pick(grounding) === '' ? /$^/ : new RegExp(`^(?:${pick(grounding)})(?![\\p{L}])`, 'iu'),
    ]),
  ) as Record<Language, RegExp>

const FRAGMENT = startsOf(({ fragmentOpening }) => fragmentOpening)
const LEANING = startsOf(({ leaning }) => leaning)
const EXCEPTION = startsOf(({ exception }) => exception)
/** A verb of the first clause. */
const FINITE = startsOf(({ finiteVerb }) => finiteVerb && String.raw`[^,.;:–—]*?(?<![\p{L}])(?:${finiteVerb})`)
const FIGURE = /^[\d€$£]/

const POLARITY = new RegExp(
  `^(?:${anyOf(({ grounding }) => grounding.polarity)})(?=\\s*[,.;:!–—-]|$)[\\s,.;:!–—-]*`,
  'iu',
)
const AFFIX = new RegExp(`^(?:${anyOf(({ grounding }) => grounding.affix)})(?![\\p{L}])[\\s,.:;!–—-]*`, 'iu')
const DENIALS = new RegExp(
  `(?<![\\p{L}])(?:${anyOf(({ grounding }) => grounding.denial)})(?![\\p{L}])|(?:${anyOf(({ grounding }) => grounding.attachedDenial)})(?![\\p{L}])`,
  'giu',
)
const POSSESSIVE_YOUR_AT_END = new RegExp(
  `\\b(?:${anyOf(({ grounding }) => grounding.possessiveYour)})\\b[^.!?{]{0,30}$`,
  'i',
)
const PROMPT_MENTION = new RegExp(`\\b(?:${anyOf(({ grounding }) => grounding.promptMention)})\\b`, 'i')
const UNKNOWING = new RegExp(`\\b(${anyOf(({ grounding }) => grounding.unknowing)})\\b`, 'i')
const POSSESSIVE = new RegExp(`(?:${anyOf(({ grounding }) => grounding.possessive)})$`)
const ABBREVIATIONS = allWords(({ grounding }) => grounding.abbreviations)
const EVERYDAY_NAMES = allWords(({ grounding }) => grounding.everydayNames)
const MONTH_AFTER_STOP = new RegExp(
  `^(${anyOf(({ dates }) => (dates.dayEndsWithStop ? dates.months.flatMap((names) => names.split(/\s+/)).join('|') : null))})`,
  'i',
)

/** The text after a bare yes or no at its beginning; null where it begins with none. */
export function withoutPolarity(text: string): string | null {
  const found = POLARITY.exec(text)
  return found ? text.slice(found[0].length) : null
}

/** Whether a text begins with a whole clause, not with a part of one that needs the question ("until 6 pm"). */
export const beginsWithClause = (text: string, language: Language): boolean => FINITE[language].test(text)

/** Whether the first sentence of an answer needs its question ("Not in this chat."). */
export const isFragment = (text: string, language: Language): boolean =>
  (FIGURE.test(text) || FRAGMENT[language].test(text)) && !beginsWithClause(text, language)

/** Whether a sentence refers to the one before it by its first words. */
export const leansOnSentenceBefore = (text: string, language: Language): boolean => LEANING[language].test(text)

/** Whether a sentence limits the one before it. */
export const limitsSentenceBefore = (text: string, language: Language): boolean => EXCEPTION[language].test(text)

/** A sentence without polite words before it ("Of course, "). */
export const withoutAffix = (text: string): string => {
  const rest = text.replace(AFFIX, '')
  return rest === text || rest === '' ? text : withoutAffix(rest)
}

/** Whole words of one language that deny something, and the endings that do. */
const denialsBy = (pick: (words: GroundingWords) => string, frame: (pattern: string) => string) =>
  Object.fromEntries(
    Object.entries(LEXICONS).map(([language, { grounding }]) => [
      language,
      pick(grounding) === '' ? /$^/ : new RegExp(frame(pick(grounding)), 'iu'),
    ]),
  ) as Record<Language, RegExp>

const DENIAL_WORD = denialsBy(
  ({ denial }) => denial,
  (pattern) => `^(?:${pattern})$`,
)
const DENIAL_ENDING = denialsBy(
  ({ attachedDenial }) => attachedDenial,
  (pattern) => `(?:${pattern})$`,
)

/** Whether a word, in lower case, denies something in a language. */
export const isDenial = (word: string, language: Language): boolean => DENIAL_WORD[language].test(word)

/** Whether a word ends in a denial ("isn't"). */
export const isAttachedDenial = (word: string, language: Language): boolean => DENIAL_ENDING[language].test(word)

/** How often a text denies something. */
export const countDenials = (text: string): number => text.match(DENIALS)?.filter((one) => one !== '').length ?? 0

export const capitalisesNouns = (language: Language): boolean => LEXICONS[language].grounding.capitalisesNouns

/** Whether a word, in lower case, is no name although it is written with capital letters. */
export const isEverydayName = (word: string): boolean => EVERYDAY_NAMES.has(word)

/** Whether a text ends with something of the reader's: "write to your e-mail". */
export const endsWithPossessiveYour = (text: string): boolean => POSSESSIVE_YOUR_AT_END.test(text)

/** Whether a text mentions a prompt or instructions of the assistant. `text` has no invisible characters. */
export const mentionsPrompt = (text: string): boolean => PROMPT_MENTION.test(text)

/** Whether a text states that it has no answer. */
export const admitsUnknowing = (text: string): boolean => UNKNOWING.test(text)

/** Whether a word, in lower case, ends in a full stop within a sentence. */
export const isAbbreviation = (word: string): boolean => ABBREVIATIONS.has(word)

/** Whether a text begins with a month of a language that writes "3. Mai". */
export const isMonthAfterStop = (text: string): boolean => MONTH_AFTER_STOP.test(text)

export const withoutPossessive = (word: string): string => word.replace(POSSESSIVE, '')
