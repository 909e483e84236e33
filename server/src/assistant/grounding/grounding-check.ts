import type { Language } from '#contracts/languages.ts'
import type { GroundingDecision } from '#server/assistant/types.ts'
import { endsInYours, figuresOf, visible } from '#server/language/service.ts'
import { type Evidence, type Read, read } from './evidence.ts'
import { supportFault } from './fault.ts'
import { hostOf, isUnder, linksOf } from './links.ts'
import { holdsToken, type Mask } from './masking.ts'
import { createLeakCheck, speaksOfPrompt } from './prompt-leak.ts'
import { statedStems } from './support.ts'

export type { Evidence } from './evidence.ts'

export type GroundingCheckSetup = {
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
export type SentenceCheckResult =
  | { isKept: true; text: string; isFact: boolean; rests: Evidence[] }
  | { isKept: false; reason: GroundingDecision['reason'] }

export type GroundingCheck = {
  check(sentence: string): SentenceCheckResult
  /** More to rest on: what a tool found. */
  add(evidence: Evidence): void
}

const CITATIONS = /[ \t]*\[(\d{1,3})\]/g
const LIST_MARK = /^\s*(?:\d{1,2}[.)]|[-*•–])\s+/
/** Longer runs without a blank are no words: keys, encoded text. */
const LONGEST_WORD = 32

/** Judges a model's sentences against what was found: whatever the model does, only what is supported passes. */
export function createGroundingCheck(setup: GroundingCheckSetup): GroundingCheck {
  const reads: Read[] = setup.evidence.map(read)
  const isLeak = createLeakCheck(setup.secret)
  return {
    add: (evidence) => {
      reads.push(read(evidence))
    },
    check(sentence) {
      const said = visible(sentence)
      const reason = formFault(said, setup, isLeak, reads)
      if (reason) return { isKept: false, reason }
      return contentVerdict(said, setup, reads)
    },
  }
}

/** Faults that no support mends. */
function formFault(
  said: string,
  setup: GroundingCheckSetup,
  isLeak: ReturnType<typeof createLeakCheck>,
  reads: Read[],
): GroundingDecision['reason'] | null {
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
function hasUnknownToken(said: string, mask: Mask): boolean {
  if (!holdsToken(said)) return false
  const tokens = mask.tokensIn(said)
  const inText = said.match(/\{\s*(?:EMAIL|PHONE|CARD|IBAN)_/gi) ?? []
  if (tokens.length !== inText.length) return true
  return tokens.some((token) => !endsInYours(said.slice(0, said.indexOf(token))))
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

function contentVerdict(said: string, setup: GroundingCheckSetup, reads: Read[]): SentenceCheckResult {
  const cited = [...said.matchAll(CITATIONS)].map((found) => Number(found[1]))
  if (cited.some((id) => !reads.some(({ evidence }) => evidence.id === id)))
    return { isKept: false, reason: 'citation' }
  const bare = withoutNames(said.replace(CITATIONS, ' ').replace(LIST_MARK, ''), setup).trim()
  if (!/\p{L}|\p{N}/u.test(bare)) return { isKept: true, text: said, isFact: false, rests: [] }
  let reason: GroundingDecision['reason'] | null = null
  for (const rests of waysToRest(reads, cited)) {
    const fault = supportFault(bare, setup.languages, rests)
    if (fault === null) return keep(said, bare, setup.languages, rests)
    // The first try is the one the model meant: its fault is the one that is told.
    reason ??= fault
  }
  return { isKept: false, reason: reason ?? supportFault(bare, setup.languages, []) ?? 'unsupported' }
}

/**
 * What a sentence may rest on, the likeliest first: what it cites, with the rest of the same source, or any one passage. Not several that
 * it does not name: a number of one and a word of another make a new statement.
 */
function waysToRest(reads: Read[], cited: number[]): Read[][] {
  const uncited = reads.filter(({ evidence }) => evidence.id === 0)
  const named = reads.filter(({ evidence }) => cited.includes(evidence.id))
  const sources = new Set(named.map(({ evidence }) => evidence.source?.id))
  const same = reads.filter(({ evidence }) => evidence.source && sources.has(evidence.source.id))
  const alone = reads.map((one) => [one])
  if (named.length === 0) return alone
  const whole = [...new Set([...named, ...same, ...uncited])]
  return [[...named, ...uncited], ...(same.length > named.length ? [whole] : []), ...alone]
}

const withoutNames = (text: string, { business }: GroundingCheckSetup) =>
  text.replaceAll(business, ' ').replace(/\{(?:EMAIL|PHONE|CARD|IBAN)_\d+\}/g, ' ')

function keep(said: string, bare: string, languages: readonly Language[], rests: Read[]): SentenceCheckResult {
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
