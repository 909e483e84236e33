import type { Language } from '#contracts/languages.ts'
import type { GroundingDecision } from '#server/assistant/types.ts'
import {
  apologises,
  capitalisesNouns,
  claimsAction,
  type Days,
  daysOf,
  detectLanguage,
  figuresOf,
  hasQuantity,
  isEverydayName,
  isWithin,
  namesDays,
  overPromises,
  type Quantity,
  splitListItems,
  withoutPossessive,
} from '#server/language/service.ts'
import { contradicts } from './contradiction.ts'
import { type IndexedEvidence, stemsOf } from './evidence.ts'
import { everydayStems, isKnown, statedStems } from './support.ts'

/** The share of a sentence's content words that its evidence must contain. */
const SUPPORT = 0.6
/** The same for a question to the customer, which may contain more words that the evidence lacks. */
const SUPPORT_OF_QUESTION = 0.4
/** This many content words in a row that the evidence lacks make the sentence unsupported. */
const UNKNOWN_IN_A_ROW = 4

/** Why this evidence does not support a claim (a sentence without citations, list mark and known names); null where it does. */
export function supportFault(
  claim: string,
  languages: readonly Language[],
  support: IndexedEvidence[],
): GroundingDecision['reason'] | null {
  if (!areFiguresSupported(claim, support)) return 'number'
  const whole = support.map((one) => one.whole).join('\n')
  if (overPromises(claim, whole)) return 'unsupported'
  if (claimsAction(claim) && !support.some(({ evidence }) => evidence.confirmsAction)) return 'unsupported'
  if (hasUnknownName(claim, whole)) return 'unsupported'
  if (isSympathy(claim, languages, support)) return null
  const figures = countFigures(claim)
  const least = /\?\s*$/.test(claim) ? SUPPORT_OF_QUESTION : SUPPORT
  const isSupported = languages.some(
    (language) => isSupportedIn(claim, figures, language, support, least) && !contradicts(claim, language, support),
  )
  return isSupported ? null : 'unsupported'
}

/** "I am sorry you are in pain": a short apology that states nothing about the business. */
const SYMPATHY_WORDS = 14

function isSympathy(claim: string, languages: readonly Language[], support: IndexedEvidence[]): boolean {
  if (!apologises(claim) || claim.trim().split(/\s+/).length > SYMPATHY_WORDS || /\d/.test(claim)) return false
  return languages.some(
    (language) =>
      statedStems(claim, language).filter((stem) => !support.some((one) => isKnown(stem, stemsOf(one, language))))
        .length <= 1,
  )
}

function areFiguresSupported(claim: string, support: IndexedEvidence[]): boolean {
  const claimed = figuresOf(claim)
  const held = support.flatMap(({ figures }) => [...figures.quantities, ...figures.also])
  const runs = new Set(support.flatMap(({ figures }) => [...figures.runs]))
  const codes = new Set(support.flatMap(({ figures }) => [...figures.codes]))
  const days = support.map((one) => one.days)
  const all: Days = {
    weekdays: new Set(days.flatMap((one) => [...one.weekdays])),
    months: new Set(days.flatMap((one) => [...one.months])),
    nearDays: new Set(days.flatMap((one) => [...one.nearDays])),
  }
  return (
    claimed.quantities.every((one) => hasQuantity(held, one) || countsListedItems(claim, one)) &&
    isWithin(claimed.runs, runs) &&
    isWithin(claimed.codes, codes) &&
    namesDays(all, daysOf(claim))
  )
}

/** "There are three roles: owner, staff and bookkeeper": the sentence names what it counts. */
function countsListedItems(claim: string, { value, unit }: Quantity): boolean {
  if (unit !== 'thing') return false
  const [, listed] = claim.split(/:\s(?=\S)/)
  const items = splitListItems(listed ?? '').filter((item) => /\p{L}/u.test(item))
  return items.length > 1 && String(items.length) === value
}

/** Whether a claim has a name or code that the evidence lacks: a capital within a sentence, or capitals throughout. German capitalises every noun; there only codes count. */
function hasUnknownName(claim: string, whole: string): boolean {
  const known = whole.toLowerCase()
  const tokens = [...claim.matchAll(/[\p{L}\p{N}][\p{L}\p{N}'’_-]*/gu)]
  return tokens.some(({ 0: token, index }) => {
    const isCode = /^\p{Lu}[\p{Lu}\p{N}_-]{2,}$/u.test(token) || /_|\p{Ll}\p{Lu}/u.test(token)
    const isInside = index > 0 && !/[.!?:"'“„«(\n*-]\s*$/.test(claim.slice(0, index))
    const isName = isInside && /^\p{Lu}\p{Ll}/u.test(token) && !hasNounCapitals(claim)
    if (!isCode && !isName) return false
    const base = withoutPossessive(token.toLowerCase())
    return !known.includes(base) && !isEverydayName(base) && !isCalendarWord(token)
  })
}

const hasNounCapitals = (text: string) => {
  const language = detectLanguage(text)
  return language !== null && capitalisesNouns(language)
}

/** Weekdays and months are checked as dates, not as names. */
const isCalendarWord = (token: string) => {
  const { weekdays, months } = daysOf(`on ${token}`)
  return weekdays.size + months.size > 0
}

function isSupportedIn(
  claim: string,
  figures: number,
  language: Language,
  support: IndexedEvidence[],
  needed: number,
): boolean {
  const stated = statedStems(claim, language)
  if (stated.length === 0) return true
  const known = stated.map((stem) => support.some((one) => isKnown(stem, stemsOf(one, language))))
  const everyday = everydayStems(language)
  // Each figure was found in the evidence before, so it counts as a supported word.
  const held = known.filter(Boolean).length + figures
  const lacking = stated.reduce((sum, stem, at) => sum + (known[at] ? 0 : everyday.has(stem) ? 0.5 : 1), 0)
  return held / (held + lacking) >= needed && longestUnknown(known) < UNKNOWN_IN_A_ROW
}

/** How many figures a claim states: measures, telephone numbers, days. */
function countFigures(claim: string): number {
  const { quantities, runs } = figuresOf(claim)
  const { weekdays, months } = daysOf(claim)
  return (
    quantities.filter(({ unit }) => unit !== 'bare' && unit !== 'thing').length +
    runs.size +
    Math.min(1, weekdays.size + months.size)
  )
}

function longestUnknown(known: boolean[]): number {
  let longest = 0
  let run = 0
  for (const one of known) {
    run = one ? 0 : run + 1
    longest = Math.max(longest, run)
  }
  return longest
}
