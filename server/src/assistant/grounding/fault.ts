import type { Language } from '#contracts/languages.ts'
import type { GroundingDecision } from '#server/assistant/types.ts'
import {
  apologises,
  capitalisesNouns,
  claimsDeed,
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
import { type Read, stemsOf } from './evidence.ts'
import { everydayStems, isKnown, statedStems } from './support.ts'

/** The share of a sentence's content words that its evidence must contain. */
const SUPPORT = 0.6
/** A question back may bring some words of its own. */
const SUPPORT_OF_QUESTION = 0.4
/** As many unknown stating words in a row are something of the model's own. */
const UNKNOWN_IN_A_ROW = 4

/** Why a sentence cannot rest on this evidence; null where it can. */
export function supportFault(
  bare: string,
  languages: readonly Language[],
  rests: Read[],
): GroundingDecision['reason'] | null {
  if (!hasFigures(bare, rests)) return 'number'
  const whole = rests.map((one) => one.whole).join('\n')
  if (overPromises(bare, whole)) return 'unsupported'
  if (claimsDeed(bare) && !rests.some(({ evidence }) => evidence.isDeed)) return 'unsupported'
  if (hasStrangeName(bare, whole)) return 'unsupported'
  if (isSympathy(bare, languages, rests)) return null
  const figures = countFigures(bare)
  const least = /\?\s*$/.test(bare) ? SUPPORT_OF_QUESTION : SUPPORT
  const isSupported = languages.some(
    (language) => isSupportedIn(bare, figures, language, rests, least) && !contradicts(bare, language, rests),
  )
  return isSupported ? null : 'unsupported'
}

/** "I am sorry you are in pain": a short sentence that states nothing. */
const SYMPATHY_WORDS = 14

function isSympathy(bare: string, languages: readonly Language[], rests: Read[]): boolean {
  if (!apologises(bare) || bare.trim().split(/\s+/).length > SYMPATHY_WORDS || /\d/.test(bare)) return false
  return languages.some(
    (language) =>
      statedStems(bare, language).filter((stem) => !rests.some((one) => isKnown(stem, stemsOf(one, language))))
        .length <= 1,
  )
}

function hasFigures(bare: string, rests: Read[]): boolean {
  const claimed = figuresOf(bare)
  const held = rests.flatMap(({ figures }) => [...figures.quantities, ...figures.also])
  const runs = new Set(rests.flatMap(({ figures }) => [...figures.runs]))
  const codes = new Set(rests.flatMap(({ figures }) => [...figures.codes]))
  const days = rests.map((one) => one.days)
  const all: Days = {
    weekdays: new Set(days.flatMap((one) => [...one.weekdays])),
    months: new Set(days.flatMap((one) => [...one.months])),
    nearDays: new Set(days.flatMap((one) => [...one.nearDays])),
  }
  return (
    claimed.quantities.every((one) => hasQuantity(held, one) || countsItself(bare, one)) &&
    isWithin(claimed.runs, runs) &&
    isWithin(claimed.codes, codes) &&
    namesDays(all, daysOf(bare))
  )
}

/** "There are three roles: owner, staff and bookkeeper": the sentence names what it counts. */
function countsItself(bare: string, { value, unit }: Quantity): boolean {
  if (unit !== 'thing') return false
  const [, listed] = bare.split(/:\s(?=\S)/)
  const items = splitListItems(listed ?? '').filter((item) => /\p{L}/u.test(item))
  return items.length > 1 && String(items.length) === value
}

/** Names and codes: a capital within a sentence, or capitals throughout. German writes every noun so; there only codes count. */
function hasStrangeName(bare: string, whole: string): boolean {
  const known = whole.toLowerCase()
  const tokens = [...bare.matchAll(/[\p{L}\p{N}][\p{L}\p{N}'’_-]*/gu)]
  return tokens.some(({ 0: token, index }) => {
    const isCode = /^\p{Lu}[\p{Lu}\p{N}_-]{2,}$/u.test(token) || /_|\p{Ll}\p{Lu}/u.test(token)
    const isInside = index > 0 && !/[.!?:"'“„«(\n*-]\s*$/.test(bare.slice(0, index))
    const isName = isInside && /^\p{Lu}\p{Ll}/u.test(token) && !hasNounCapitals(bare)
    if (!isCode && !isName) return false
    const base = withoutPossessive(token.toLowerCase())
    return !known.includes(base) && !isEverydayName(base) && !isCalendarWord(token)
  })
}

const hasNounCapitals = (text: string) => {
  const language = detectLanguage(text)
  return language !== null && capitalisesNouns(language)
}

/** Judged as dates. */
const isCalendarWord = (token: string) => {
  const { weekdays, months } = daysOf(`on ${token}`)
  return weekdays.size + months.size > 0
}

function isSupportedIn(bare: string, figures: number, language: Language, rests: Read[], needed: number): boolean {
  const stated = statedStems(bare, language)
  if (stated.length === 0) return true
  const known = stated.map((stem) => rests.some((one) => isKnown(stem, stemsOf(one, language))))
  const everyday = everydayStems(language)
  // Figures were looked up one by one already: each states something that is there.
  const held = known.filter(Boolean).length + figures
  const lacking = stated.reduce((sum, stem, at) => sum + (known[at] ? 0 : everyday.has(stem) ? 0.5 : 1), 0)
  return held / (held + lacking) >= needed && longestUnknown(known) < UNKNOWN_IN_A_ROW
}

/** How many things a sentence states in figures: measures, telephones, days. */
function countFigures(bare: string): number {
  const { quantities, runs } = figuresOf(bare)
  const { weekdays, months } = daysOf(bare)
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
