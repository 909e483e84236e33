import {
  capitalisesNouns,
  countDenials,
  daysOf,
  detectLanguage,
  figuresOf,
  hasQuantity,
  isEverydayName,
  isWithin,
  type Language,
  namesDays,
  type Quantity,
  withoutPossessive,
} from '#server/language/service.ts'
import { statedStems } from './stems.ts'

/** Of the words that two sentences share, so many must come in the same order. */
const SAME_ORDER = 0.7

/**
 * Whether a sentence in other words keeps what code can compare with its source, whatever a second model says of it: numbers with
 * their units, codes, days and names are the source's, it denies where the source denies, and words they share keep their order.
 */
export function keepsFacts(claim: string, source: string): boolean {
  const language = detectLanguage(source) ?? 'en'
  const isTranslated = (detectLanguage(claim) ?? language) !== language
  return (
    keepsFigures(claim, source, isTranslated) &&
    countDenials(claim) > 0 === countDenials(source) > 0 &&
    !hasUnknownName(claim, source) &&
    (isTranslated || keepsOrder(statedStems(claim, language), statedStems(source, language)))
  )
}

function keepsFigures(claim: string, source: string, isTranslated: boolean): boolean {
  const claimed = figuresOf(claim)
  const held = figuresOf(source)
  return (
    claimed.quantities.every((one) => hasQuantity(held.quantities, one)) &&
    isWithin(claimed.runs, held.runs) &&
    isWithin(claimed.codes, held.codes) &&
    namesDays(daysOf(source), daysOf(claim)) &&
    // A translation leaves none out: there is no other way to see a dropped limit in another language.
    (!isTranslated || held.quantities.every((one) => hasQuantity(claimed.quantities, one))) &&
    (isTranslated || keepsOrder(claimed.quantities.map(numberOf), held.quantities.map(numberOf), 1))
  )
}

const numberOf = ({ value }: Quantity): string => value

/** Whether the items that both lists have come in the same order. */
function keepsOrder(claimed: readonly string[], held: readonly string[], share = SAME_ORDER): boolean {
  const positions = [...new Set(claimed)].map((one) => held.indexOf(one)).filter((position) => position >= 0)
  if (positions.length < 2) return true
  return longestRising(positions) / positions.length >= share
}

/** The length of the longest part of a list that rises, gaps allowed. */
function longestRising(positions: readonly number[]): number {
  const lengths = positions.map(() => 1)
  for (const [at, position] of positions.entries())
    for (let before = 0; before < at; before += 1)
      if (positions[before]! < position) lengths[at] = Math.max(lengths[at]!, lengths[before]! + 1)
  return Math.max(...lengths)
}

/** Whether a sentence has a name or code that the source lacks: a capital within it, or capitals throughout. German capitalises every noun; there only codes count. */
function hasUnknownName(claim: string, source: string): boolean {
  const known = source.toLowerCase()
  const areNounsCapital = nounsAreCapital(claim)
  return [...claim.matchAll(/[\p{L}\p{N}][\p{L}\p{N}'’_-]*/gu)].some(({ 0: token, index }) => {
    const isCode = /^\p{Lu}[\p{Lu}\p{N}_-]{2,}$/u.test(token) || /_|\p{Ll}\p{Lu}/u.test(token)
    const isInside = index > 0 && !/[.!?:"'“„«(\n*-]\s*$/.test(claim.slice(0, index))
    const isName = isInside && /^\p{Lu}\p{Ll}/u.test(token) && !areNounsCapital
    if (!isCode && !isName) return false
    const base = withoutPossessive(token.toLowerCase())
    return !known.includes(base) && !isEverydayName(base) && !isCalendarWord(token)
  })
}

const nounsAreCapital = (text: string): boolean => {
  const language: Language | null = detectLanguage(text)
  return language !== null && capitalisesNouns(language)
}

/** Weekdays and months are compared as dates, not as names. */
const isCalendarWord = (token: string): boolean => {
  const { weekdays, months } = daysOf(`on ${token}`)
  return weekdays.size + months.size > 0
}
