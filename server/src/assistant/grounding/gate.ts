import type { Source } from '#contracts/conversation.ts'
import type { GateDecision } from '#server/assistant/engine.ts'
import type { Language } from '#server/knowledge/schema.ts'
import { type Days, daysOf, isWithin, namesDays } from './calendar.ts'
import { visible } from './injection.ts'
import { createLeakCheck, speaksOfPrompt } from './leak.ts'
import { hostOf, isUnder, type Links, linksOf } from './links.ts'
import { holdsToken, type Mask } from './masking.ts'
import { type Figures, figuresOf, hasQuantity } from './numbers.ts'
import { claimsDeed, overPromises } from './promises.ts'
import { isKnown, isNegated, knownStems, statedStems } from './support.ts'

/** Something an answer may rest on. */
export type Evidence = {
  /** What it is cited by; 0: it has no number (the business's profile, a tool's result). */
  id: number
  kind: 'passage' | 'profile' | 'tool'
  title: string
  text: string
  source: Source | null
  /** A tool did what it was asked for: the answer may say so. */
  isDeed?: boolean
}

export type GateSetup = {
  /** The question's language and those of the evidence: a sentence is read in each, and the best reading counts. */
  languages: readonly Language[]
  evidence: readonly Evidence[]
  business: string
  /** What no customer may read: the instructions, not the knowledge in them. */
  secret: string
  /** Where links may lead: the tenant's own hosts. */
  hosts: ReadonlySet<string>
  avoidTopics: readonly string[]
  mask: Mask
}

/** What becomes of one sentence. A `fact` is supported; courtesy states nothing. */
export type Verdict =
  | { isKept: true; text: string; isFact: boolean; rests: Evidence[] }
  | { isKept: false; reason: GateDecision['reason'] }

export type Gate = {
  judge(sentence: string): Verdict
  /** More to rest on: what a tool found. */
  add(evidence: Evidence): void
}

/** Share of a sentence's stating words that its evidence must hold (ai.md: Grounding). */
const SUPPORT = 0.6
/** A question back may bring some words of its own. */
const SUPPORT_OF_QUESTION = 0.4
/** As many unknown stating words in a row are something of the model's own. */
const UNKNOWN_IN_A_ROW = 4
const CITATIONS = /[ \t]*\[(\d{1,3})\]/g
const LIST_MARK = /^\s*(?:\d{1,2}[.)]|[-*•–])\s+/
/** Longer runs without a blank are no words: keys, encoded text. */
const LONGEST_WORD = 32

type Read = {
  evidence: Evidence
  stems: Map<Language, Set<string>>
  figures: Figures
  days: Days
  links: Links
  whole: string
}

/** Judges a model's sentences against what was found: whatever the model does, only what is supported passes. */
export function createGate(setup: GateSetup): Gate {
  const reads: Read[] = setup.evidence.map(read)
  const isLeak = createLeakCheck(setup.secret)
  return {
    add: (evidence) => {
      reads.push(read(evidence))
    },
    judge(sentence) {
      const said = visible(sentence)
      const reason = formFault(said, setup, isLeak, reads)
      if (reason) return { isKept: false, reason }
      return contentVerdict(said, setup, reads)
    },
  }
}

function read(evidence: Evidence): Read {
  const whole = `${evidence.title}\n${evidence.text}`
  return {
    evidence,
    whole,
    stems: new Map(),
    figures: figuresOf(whole),
    days: daysOf(whole),
    links: linksOf(whole),
  }
}

/** Faults that no support mends. */
function formFault(
  said: string,
  setup: GateSetup,
  isLeak: ReturnType<typeof createLeakCheck>,
  reads: Read[],
): GateDecision['reason'] | null {
  const links = linksOf(said)
  if (links.hasImage) return 'image'
  if (links.hasMarkup || links.hasScheme) return 'link'
  if (links.urls.some((url) => !isAllowedLink(url, setup.hosts, reads))) return 'link'
  if (links.emails.some((email) => !reads.some((one) => one.links.emails.includes(email)))) return 'link'
  if (hasUnknownToken(said, setup.mask)) return 'personal_data'
  const known = reads.map(({ whole }) => whole).join('\n')
  if (isLeak(said, known) || speaksOfPrompt(said)) return 'prompt_leak'
  if (setup.avoidTopics.some((topic) => isAbout(said, topic, setup.languages))) return 'avoided_topic'
  return hasLongWord(said, known) ? 'unsupported' : null
}

const hasLongWord = (said: string, known: string) =>
  said
    .split(/[\s()[\]{}<>"']+/)
    .some((word) => word.length > LONGEST_WORD && !known.includes(word.replace(/[.,;:!?]+$/, '')))

/**
 * An address must stand in the evidence as it is, so that nothing can be carried out by it, and lead to the tenant's own hosts, or
 * be written by the tenant's people in an answer or article. Documents and tools may hold what others wrote.
 */
function isAllowedLink(url: string, hosts: ReadonlySet<string>, reads: Read[]): boolean {
  const holders = reads.filter(({ links }) => links.urls.includes(url))
  if (holders.length === 0) return false
  if (isUnder(hostOf(url), hosts)) return true
  return holders.some(
    ({ evidence }) => evidence.kind === 'profile' || (evidence.source && evidence.source.kind !== 'document'),
  )
}

/** "your e-mail {EMAIL_1}" is the customer's own; "write to {EMAIL_1}" would make it the business's. */
const OWN = /\b(?:your|tu|su|vuestr[oa]|votre|ton|ta|deine?[nrms]?|ihre?[nrms]?)\b[^.!?{]{0,30}$/i

function hasUnknownToken(said: string, mask: Mask): boolean {
  if (!holdsToken(said)) return false
  const tokens = mask.tokensIn(said)
  const inText = said.match(/\{\s*(?:EMAIL|PHONE|CARD|IBAN)_/gi) ?? []
  if (tokens.length !== inText.length) return true
  return tokens.some((token) => !OWN.test(said.slice(0, said.indexOf(token))))
}

/** Whether all words of a topic stand in a text. */
export function isAbout(text: string, topic: string, languages: readonly Language[]): boolean {
  return languages.some((language) => {
    const wanted = [...knownTopic(topic, language)]
    if (wanted.length === 0) return false
    const stems = knownTopic(text, language)
    return wanted.every((stem) => stems.has(stem))
  })
}

const knownTopic = (text: string, language: Language) => new Set(statedStems(text, language))

function contentVerdict(said: string, setup: GateSetup, reads: Read[]): Verdict {
  const cited = [...said.matchAll(CITATIONS)].map((found) => Number(found[1]))
  if (cited.some((id) => !reads.some(({ evidence }) => evidence.id === id)))
    return { isKept: false, reason: 'citation' }
  const bare = withoutNames(said.replace(CITATIONS, ' ').replace(LIST_MARK, ''), setup)
  if (!/\p{L}|\p{N}/u.test(bare)) return { isKept: true, text: said, isFact: false, rests: [] }
  const uncited = reads.filter(({ evidence }) => evidence.id === 0)
  const named = reads.filter(({ evidence }) => cited.includes(evidence.id))
  const tries = named.length > 0 ? [[...named, ...uncited], ...alone(reads)] : [...alone(reads), reads]
  let reason: GateDecision['reason'] | null = null
  for (const rests of tries) {
    const fault = supportFault(bare, setup.languages, rests)
    if (fault === null) return keep(said, bare, setup.languages, rests)
    // The first try is the one the model meant: its fault is the one that is told.
    reason ??= fault
  }
  return { isKept: false, reason: reason ?? supportFault(bare, setup.languages, []) ?? 'unsupported' }
}

const alone = (reads: Read[]): Read[][] => reads.map((one) => [one])

const withoutNames = (text: string, { business }: GateSetup) =>
  text.replaceAll(business, ' ').replace(/\{(?:EMAIL|PHONE|CARD|IBAN)_\d+\}/g, ' ')

function keep(said: string, bare: string, languages: readonly Language[], rests: Read[]): Verdict {
  const states =
    languages.some((language) => statedStems(bare, language).length > 0) || figuresOf(bare).quantities.length > 0
  if (!states) return { isKept: true, text: said, isFact: false, rests: [] }
  const isQuestion = /\?\s*$/.test(bare)
  return {
    isKept: true,
    text: said,
    isFact: !isQuestion,
    rests: rests.map(({ evidence }) => evidence).filter(({ id }) => id > 0),
  }
}

/** Why a sentence cannot rest on this evidence; null where it can. */
function supportFault(bare: string, languages: readonly Language[], rests: Read[]): GateDecision['reason'] | null {
  if (!hasFigures(bare, rests)) return 'number'
  const whole = rests.map((one) => one.whole).join('\n')
  if (overPromises(bare, whole)) return 'unsupported'
  if (claimsDeed(bare) && !rests.some(({ evidence }) => evidence.isDeed)) return 'unsupported'
  if (hasStrangeName(bare, whole)) return 'unsupported'
  const isSupported = languages.some((language) => isSupportedIn(bare, language, rests))
  return isSupported && !isTurned(bare, languages, rests) ? null : 'unsupported'
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
    claimed.quantities.every((one) => hasQuantity(held, one)) &&
    isWithin(claimed.runs, runs) &&
    isWithin(claimed.codes, codes) &&
    namesDays(all, daysOf(bare))
  )
}

/** Names and codes: a capital within a sentence, or capitals throughout. German writes every noun so; there only codes count. */
function hasStrangeName(bare: string, whole: string): boolean {
  const known = whole.toLowerCase()
  const tokens = [...bare.matchAll(/[\p{L}\p{N}][\p{L}\p{N}'’_-]*/gu)]
  return tokens.some(({ 0: token, index }) => {
    const isCode = /^\p{Lu}[\p{Lu}\p{N}_-]{2,}$/u.test(token) || /_|\p{Ll}\p{Lu}/u.test(token)
    const isInside = index > 0 && !/[.!?:"'“„«(\n*-]\s*$/.test(bare.slice(0, index))
    const isName = isInside && /^\p{Lu}\p{Ll}/u.test(token) && !isGerman(bare)
    if (!isCode && !isName) return false
    const base = token.toLowerCase().replace(/['’]s$/, '')
    return !known.includes(base) && !EVERYDAY.has(base) && !isCalendarWord(token)
  })
}

/** Judged as dates. */
const isCalendarWord = (token: string) => {
  const { weekdays, months } = daysOf(`on ${token}`)
  return weekdays.size + months.size > 0
}

const EVERYDAY = new Set('ai faq ok please hello hi sorry thanks thank yes no email sms url pdf'.split(' '))
const isGerman = (text: string) =>
  (text.match(/\b(der|die|das|und|ist|sie|ihr|nicht|ein|eine|mit|für|auf|zu|wir|können)\b/gi) ?? []).length >= 2

function isSupportedIn(bare: string, language: Language, rests: Read[]): boolean {
  const stated = statedStems(bare, language)
  if (stated.length === 0) return true
  const known = stated.map((stem) => rests.some((one) => isKnown(stem, stemsOf(one, language))))
  const share = known.filter(Boolean).length / known.length
  const isQuestion = /\?\s*$/.test(bare)
  if (share < (isQuestion ? SUPPORT_OF_QUESTION : SUPPORT)) return false
  return longestUnknown(known) < UNKNOWN_IN_A_ROW
}

function stemsOf(one: Read, language: Language): Set<string> {
  const held = one.stems.get(language) ?? knownStems(one.whole, language)
  one.stems.set(language, held)
  return held
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

/** Whether a sentence says yes where the sentence it repeats says no, or the other way round. */
function isTurned(bare: string, languages: readonly Language[], rests: Read[]): boolean {
  const sentences = rests
    .flatMap(({ evidence }) => evidence.text.split(/(?<=[.!?;])\s+|\n+/))
    .filter((one) => one.trim())
  return languages.some((language) => {
    const stated = new Set(statedStems(bare, language))
    if (stated.size < 2) return false
    const near = sentences
      .map((one) => ({ one, stems: new Set(statedStems(one, language)) }))
      .filter(({ stems }) => stems.size > 0 && overlap(stated, stems) >= 0.8 && overlap(stems, stated) >= 0.8)
    return near.length > 0 && near.every(({ one }) => isNegated(one) !== isNegated(bare))
  })
}

const overlap = (of: Set<string>, within: Set<string>) => [...of].filter((one) => within.has(one)).length / of.size
