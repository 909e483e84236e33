import type { Language } from '#contracts/languages.ts'
import type { GroundingDecision } from '#server/assistant/types.ts'
import { endsWithPossessiveYour, figuresOf, mentionsPrompt, visible } from '#server/language/service.ts'
import { type Evidence, type IndexedEvidence, indexEvidence } from './evidence.ts'
import { supportFault } from './fault.ts'
import { hostOf, isUnder, linksOf } from './links.ts'
import { holdsToken, type Mask } from './masking.ts'
import { createLeakCheck, createWithheldCheck } from './prompt-leak.ts'
import { statedStems } from './support.ts'

export type { Evidence } from './evidence.ts'

export type GroundingCheckSetup = {
  /** The question's language and those of the evidence: a sentence is checked in each, and one language that supports it suffices. */
  languages: readonly Language[]
  evidence: readonly Evidence[]
  business: string
  /** The instructions of the prompt, which no customer may read, without the knowledge. */
  secret: string
  /** What of the business profile the model is told and no customer may read. */
  withheld?: string
  /** What the customer has written: their own words reveal nothing to them. */
  asked?: string
  /** Allowed link hosts: those of the tenant. */
  hosts: ReadonlySet<string>
  avoidTopics: readonly string[]
  mask: Mask
}

/** The result for one sentence. `isFact`: it states something, which `support` supports; a courtesy or question states nothing. */
export type SentenceCheckResult =
  | { isKept: true; text: string; isFact: boolean; support: Evidence[] }
  | { isKept: false; reason: GroundingDecision['reason'] }

export type GroundingCheck = {
  check(sentence: string): SentenceCheckResult
  /** Adds evidence: the result of a tool. */
  add(evidence: Evidence): void
}

type IsLeak = (text: string, evidence: readonly IndexedEvidence[]) => boolean

const CITATIONS = /[ \t]*\[(\d{1,3})\]/g
const LIST_MARK = /^\s*(?:\d{1,2}[.)]|[-*•–])\s+/
/** A longer run without a blank is no word: a key, or encoded text. */
const LONGEST_WORD = 32

/** Checks the sentences of a model against the evidence: only supported sentences and courtesies pass. */
export function createGroundingCheck(setup: GroundingCheckSetup): GroundingCheck {
  const indexed: IndexedEvidence[] = setup.evidence.map(indexEvidence)
  const isLeakOf = createLeakCheck(setup.secret)
  const isWithheld = createWithheldCheck(setup.withheld ?? '', setup.asked ?? '', setup.languages)
  const isLeak: IsLeak = (text, evidence) =>
    isLeakOf(text, evidence.map(({ whole }) => whole).join('\n')) || isWithheld(text, evidence)
  return {
    add: (evidence) => {
      indexed.push(indexEvidence(evidence))
    },
    check(sentence) {
      const text = visible(sentence)
      const reason = forbiddenContent(text, setup, isLeak, indexed)
      if (reason) return { isKept: false, reason }
      return checkSupport(text, setup, indexed)
    },
  }
}

/** Why a sentence is cut whatever the evidence: links, personal data, the prompt, avoided topics, encoded text. Null where it is not. */
function forbiddenContent(
  text: string,
  setup: GroundingCheckSetup,
  isLeak: IsLeak,
  indexed: IndexedEvidence[],
): GroundingDecision['reason'] | null {
  const links = linksOf(text)
  if (links.hasImage) return 'image'
  if (links.hasMarkup || links.hasScheme) return 'link'
  if (links.urls.some((url) => !isAllowedLink(url, setup.hosts, indexed))) return 'link'
  if (links.emails.some((email) => !indexed.some((one) => one.links.emails.includes(email)))) return 'link'
  if (hasUnknownToken(text, setup.mask)) return 'personal_data'
  const known = indexed.map(({ whole }) => whole).join('\n')
  if (isLeak(text, indexed) || mentionsPrompt(text)) return 'prompt_leak'
  if (setup.avoidTopics.some((topic) => isAbout(text, topic, setup.languages))) return 'avoided_topic'
  return hasLongWord(text, known) ? 'unsupported' : null
}

const hasLongWord = (text: string, known: string) =>
  text
    .split(/[\s()[\]{}<>"']+/)
    .some((word) => word.length > LONGEST_WORD && !known.includes(word.replace(/[.,;:!?]+$/, '')))

/**
 * A link is allowed if the evidence contains it unchanged, so that it cannot carry data to another server, and if it leads to a host of
 * the tenant, or is in the profile, a FAQ or an article, which the tenant's team wrote. Documents and tool results may contain others' texts.
 */
function isAllowedLink(url: string, hosts: ReadonlySet<string>, indexed: IndexedEvidence[]): boolean {
  const holders = indexed.filter(({ links }) => links.urls.includes(url))
  if (holders.length === 0) return false
  if (isUnder(hostOf(url), hosts)) return true
  return holders.some(
    ({ evidence }) => evidence.kind === 'profile' || (evidence.source && evidence.source.kind !== 'document'),
  )
}

/** Allowed is only "your e-mail {EMAIL_1}", the customer's data; "write to {EMAIL_1}" would present it as the business's. */
function hasUnknownToken(text: string, mask: Mask): boolean {
  if (!holdsToken(text)) return false
  const tokens = mask.tokensIn(text)
  const inText = text.match(/\{\s*(?:EMAIL|PHONE|CARD|IBAN)_/gi) ?? []
  if (tokens.length !== inText.length) return true
  return tokens.some((token) => !endsWithPossessiveYour(text.slice(0, text.indexOf(token))))
}

/** Whether a text contains all content words of a topic. */
export function isAbout(text: string, topic: string, languages: readonly Language[]): boolean {
  return languages.some((language) => {
    const wanted = [...knownTopic(topic, language)]
    if (wanted.length === 0) return false
    const stems = knownTopic(text, language)
    return wanted.every((stem) => stems.has(stem))
  })
}

const knownTopic = (text: string, language: Language) => new Set(statedStems(text, language))

/** Whether the evidence supports a sentence, cited or not. */
function checkSupport(text: string, setup: GroundingCheckSetup, indexed: IndexedEvidence[]): SentenceCheckResult {
  const cited = [...text.matchAll(CITATIONS)].map((found) => Number(found[1]))
  if (cited.some((id) => !indexed.some(({ evidence }) => evidence.id === id)))
    return { isKept: false, reason: 'citation' }
  const claim = withoutNames(text.replace(CITATIONS, ' ').replace(LIST_MARK, ''), setup).trim()
  if (!/\p{L}|\p{N}/u.test(claim)) return { isKept: true, text, isFact: false, support: [] }
  let reason: GroundingDecision['reason'] | null = null
  for (const support of possibleSupport(indexed, cited)) {
    const fault = supportFault(claim, setup.languages, support)
    if (fault === null) return passed(text, claim, setup.languages, support)
    // The first support is what the model cited: its fault is the one that is recorded.
    reason ??= fault
  }
  return { isKept: false, reason: reason ?? supportFault(claim, setup.languages, []) ?? 'unsupported' }
}

/**
 * The evidence that may support a sentence, the likeliest first: what it cites, with the rest of the same source, or any one passage.
 * Never several passages that it does not cite, because a number of one and a word of another would make a new statement.
 */
function possibleSupport(indexed: IndexedEvidence[], cited: number[]): IndexedEvidence[][] {
  const uncited = indexed.filter(({ evidence }) => evidence.id === 0)
  const named = indexed.filter(({ evidence }) => cited.includes(evidence.id))
  const sources = new Set(named.map(({ evidence }) => evidence.source?.id))
  const same = indexed.filter(({ evidence }) => evidence.source && sources.has(evidence.source.id))
  const alone = indexed.map((one) => [one])
  if (named.length === 0) return alone
  const whole = [...new Set([...named, ...same, ...uncited])]
  return [[...named, ...uncited], ...(same.length > named.length ? [whole] : []), ...alone]
}

const withoutNames = (text: string, { business }: GroundingCheckSetup) =>
  text.replaceAll(business, ' ').replace(/\{(?:EMAIL|PHONE|CARD|IBAN)_\d+\}/g, ' ')

/** The result for a supported sentence; without content words and figures it states nothing. */
function passed(
  text: string,
  claim: string,
  languages: readonly Language[],
  support: IndexedEvidence[],
): SentenceCheckResult {
  const states =
    languages.some((language) => statedStems(claim, language).length > 0) || figuresOf(claim).quantities.length > 0
  if (!states) return { isKept: true, text, isFact: false, support: [] }
  const isQuestion = /\?\s*$/.test(claim)
  return {
    isKept: true,
    text,
    isFact: !isQuestion,
    support: support.map(({ evidence }) => evidence).filter(({ id }) => id > 0),
  }
}
