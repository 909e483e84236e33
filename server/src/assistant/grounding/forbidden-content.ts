import type { Language } from '#contracts/languages.ts'
import type { CutReason } from '#server/assistant/types.ts'
import { endsWithPossessiveYour, mentionsPrompt } from '#server/language/service.ts'
import { type Evidence, wholeOf } from './evidence.ts'
import { hostOf, isUnder, type Links, linksOf } from './links.ts'
import { holdsToken, type Mask } from './masking.ts'
import { CACHED_PASSAGES, memoize } from './memoize.ts'
import { createLeakCheck } from './prompt-leak.ts'
import { statedStems } from './stems.ts'

/** What a tenant forbids, and what no customer may read. */
export type Limits = {
  languages: readonly Language[]
  /** The instructions of the prompt, which no customer may read, without the knowledge. */
  secret: string
  /** Allowed link hosts: those of the tenant. */
  hosts: ReadonlySet<string>
  avoidTopics: readonly string[]
  mask: Mask
}

/** A longer run without a blank is no word: a key, or encoded text. */
const LONGEST_WORD = 32

/** Why a model's sentence is not read at all: links, personal data, the prompt, avoided topics, encoded text. Null where it may be. */
export function forbiddenIn(text: string, limits: Limits, evidence: readonly Evidence[]): CutReason | null {
  const unsafe = unsafeLinkIn(text, limits.hosts, evidence)
  if (unsafe) return unsafe
  if (hasUnknownToken(text, limits.mask)) return 'personal_data'
  const known = evidence.map(wholeOf).join('\n')
  if (createLeakCheck(limits.secret)(text, known) || mentionsPrompt(text)) return 'prompt_leak'
  if (isAvoided(text, limits)) return 'avoided_topic'
  return hasLongWord(text, known) ? 'unsupported' : null
}

/** Whether a sentence of a source may be said: sources may hold links of others, and topics the business avoids. */
export const maySay = (text: string, limits: Limits, evidence: Evidence): boolean =>
  unsafeLinkIn(text, limits.hosts, [evidence]) === null && !isAvoided(text, limits)

const isAvoided = (text: string, { avoidTopics, languages }: Limits): boolean =>
  avoidTopics.some((topic) => isAbout(text, topic, languages))

const linksIn = memoize(linksOf, CACHED_PASSAGES)

function unsafeLinkIn(text: string, hosts: ReadonlySet<string>, evidence: readonly Evidence[]): CutReason | null {
  const links = linksOf(text)
  if (links.hasImage) return 'image'
  if (links.hasMarkup || links.hasScheme) return 'link'
  if (links.urls.length + links.emails.length === 0) return null
  const held = evidence.map((one): [Evidence, Links] => [one, linksIn(wholeOf(one))])
  if (links.urls.some((url) => !isAllowedLink(url, hosts, held))) return 'link'
  return links.emails.some((email) => !held.some(([, { emails }]) => emails.includes(email))) ? 'link' : null
}

/**
 * A link is allowed if the evidence contains it unchanged, so that it cannot carry data to another server, and if it leads to a host of
 * the tenant, or is in the profile, a FAQ or an article, which the tenant's team wrote. Documents and tool results may contain others' texts.
 */
function isAllowedLink(url: string, hosts: ReadonlySet<string>, held: readonly [Evidence, Links][]): boolean {
  const holders = held.filter(([, { urls }]) => urls.includes(url)).map(([one]) => one)
  if (holders.length === 0) return false
  if (isUnder(hostOf(url), hosts)) return true
  return holders.some(({ kind, source }) => kind === 'profile' || (source && source.kind !== 'document'))
}

const hasLongWord = (text: string, known: string) =>
  text
    .split(/[\s()[\]{}<>"']+/)
    .some((word) => word.length > LONGEST_WORD && !known.includes(word.replace(/[.,;:!?]+$/, '')))

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
    const wanted = statedStems(topic, language)
    if (wanted.length === 0) return false
    const stems = new Set(statedStems(text, language))
    return wanted.every((stem) => stems.has(stem))
  })
}
