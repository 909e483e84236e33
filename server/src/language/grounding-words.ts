import type { Language } from '#contracts/languages.ts'
import { allWords, anyOf, LEXICONS } from './lexicons.ts'

/*
 * The words by which a sentence denies, limits, apologises and lists, of all languages together.
 */

const DENIAL_SOURCE = `\\b(${anyOf(({ grounding }) => grounding.denial)})\\b|(?:${anyOf(({ grounding }) => grounding.attachedDenial)})\\b`
const LACK = anyOf(({ grounding }) => grounding.lack)
const DENIAL = new RegExp(DENIAL_SOURCE, 'iu')
const DENIAL_OR_LACK = new RegExp(`${DENIAL_SOURCE}|\\b(${LACK})\\b`, 'iu')
const DENIAL_OR_LIMIT = new RegExp(
  `${DENIAL_SOURCE}|\\b(${LACK}|${anyOf(({ grounding }) => grounding.limit)})\\b`,
  'iu',
)
const NO_COST = new RegExp(
  `\\b(?:${anyOf(({ grounding }) => grounding.noCost.lack)})(?:${anyOf(({ grounding }) => grounding.noCost.extra)})? (?:${anyOf(({ grounding }) => grounding.noCost.cost)})s?\\b`,
  'giu',
)
const CONDITION = new RegExp(`^(?:${anyOf(({ grounding }) => grounding.condition)})\\b[^,;]*[,;]`, 'iu')
const CLAUSE_END = new RegExp(`,\\s+|\\s[–—]\\s|\\s(?:${anyOf(({ grounding }) => grounding.clauseJoins)})\\s`, 'i')
const LIST_SEPARATOR = new RegExp(`,|;|\\b(?:${anyOf(({ grounding }) => grounding.listJoins)})\\b`)
const APOLOGY = new RegExp(`\\b(${anyOf(({ grounding }) => grounding.apology)})\\b`, 'i')
const POSSESSIVE_YOUR_AT_END = new RegExp(
  `\\b(?:${anyOf(({ grounding }) => grounding.possessiveYour)})\\b[^.!?{]{0,30}$`,
  'i',
)
const PROMPT_MENTION = new RegExp(`\\b(?:${anyOf(({ grounding }) => grounding.promptMention)})\\b`, 'i')
const UNKNOWING = new RegExp(`\\b(${anyOf(({ grounding }) => grounding.unknowing)})\\b`, 'i')
const CONTRACTION = new RegExp(`(?:${anyOf(({ grounding }) => grounding.contractions)})\\b`, 'gi')
const POSSESSIVE = new RegExp(`(?:${anyOf(({ grounding }) => grounding.possessive)})$`)
const ABBREVIATIONS = allWords(({ grounding }) => grounding.abbreviations)
const EVERYDAY_NAMES = allWords(({ grounding }) => grounding.everydayNames)
const OPPOSITE_PREFIXES = [...allWords(({ grounding }) => grounding.oppositePrefixes)]
const MONTH_AFTER_STOP = new RegExp(
  `^(${anyOf(({ dates }) => (dates.dayEndsWithStop ? dates.months.flatMap((names) => names.split(/\s+/)).join('|') : null))})`,
  'i',
)

/** Where a text denies something: the index of the word; null where it does not. */
export const denialIndex = (text: string): number | null => DENIAL.exec(text)?.index ?? null

export const deniesOrLacks = (text: string): boolean => DENIAL_OR_LACK.test(text)

/** Whether a text denies or restricts something in any way. */
export const deniesOrLimits = (text: string): boolean => DENIAL_OR_LIMIT.test(text)

/** Removes "at no cost", which is a wording of free and no denial. */
export const withoutNoCost = (text: string): string => text.replace(NO_COST, ' ')

/** Removes the condition at the beginning: "if it has not moved" denies nothing. */
export const withoutCondition = (text: string): string => text.replace(CONDITION, ' ')

export const splitClauses = (sentence: string): string[] =>
  sentence.split(CLAUSE_END).filter((one) => one.trim() !== '')

export const splitListItems = (list: string): string[] => list.split(LIST_SEPARATOR)

/** The opposites of a word that a prefix makes: "unused" of "used". */
export const oppositesOf = (word: string): string[] => OPPOSITE_PREFIXES.map((prefix) => prefix + word)

export const capitalisesNouns = (language: Language): boolean => LEXICONS[language].grounding.capitalisesNouns

/** Whether a word, in lower case, is no name although it is written with capital letters. */
export const isEverydayName = (word: string): boolean => EVERYDAY_NAMES.has(word)

export const apologises = (text: string): boolean => APOLOGY.test(text)

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

/** Removes the verbs attached to the word before ("you've", "it's"). */
export const withoutContractions = (text: string): string => text.replace(CONTRACTION, ' ')

export const withoutPossessive = (word: string): string => word.replace(POSSESSIVE, '')
