import type { Language } from '#contracts/languages.ts'
import {
  capitalisesNouns,
  denialIndex,
  deniesOrLacks,
  deniesOrLimits,
  detectLanguage,
  figuresOf,
  oppositesOf,
  type Quantity,
  splitClauses,
  visible,
  withoutCondition,
  withoutNoCost,
} from '#server/language/service.ts'
import type { IndexedEvidence } from './evidence.ts'
import { CACHED_PASSAGES, memoize } from './memoize.ts'
import { isKnown, statedStems } from './support.ts'

/**
 * Whether a claim in the evidence's words contradicts the evidence: it affirms what is denied there, or gives one thing the price or
 * quality of another. Compares words only, so that it finds the usual contradictions and not all of them.
 */
export function contradicts(claim: string, language: Language, support: readonly IndexedEvidence[]): boolean {
  const stated = statedStems(claim, language)
  if (stated.length === 0 || /\?\s*$/.test(claim)) return false
  const passages = support.map((one) => partsOf(one.evidence.text))
  return (
    reversesDenial(claim, stated, language, passages) ||
    deniesWithoutEvidence(claim, support) ||
    affirmsDenied(claim, stated, language, support, passages) ||
    usesOpposite(claim, support) ||
    mixesNames(claim, stated, language, support, passages) ||
    mixesFigures(claim, language, passages)
  )
}

type Parts = { sentences: string[]; clauses: string[] }

const partsOf = memoize((text): Parts => {
  const sentences = text.split(/(?<=[.!?;])\s+|\n+/).filter((one) => one.trim() !== '')
  return { sentences, clauses: sentences.flatMap(splitClauses) }
}, CACHED_PASSAGES)

const denies = (text: string) => denialIndex(text) !== null

const overlap = (of: ReadonlySet<string>, within: ReadonlySet<string>) =>
  [...of].filter((one) => isKnown(one, within)).length / of.size

/** The claim affirms where the nearest sentence of the evidence denies, or the reverse. */
function reversesDenial(claim: string, stated: readonly string[], language: Language, passages: Parts[]): boolean {
  const claimedStems = new Set(stated)
  if (claimedStems.size < 2) return false
  const near = passages
    .flatMap(({ sentences, clauses }) => [...sentences, ...clauses])
    .map((one) => ({ one, stems: new Set(statedStems(one, language)) }))
    .filter(({ stems }) => stems.size > 1 && overlap(claimedStems, stems) >= 0.8 && overlap(stems, claimedStems) >= 0.8)
  return near.length > 0 && near.every(({ one }) => denies(one) !== denies(withoutCondition(claim)))
}

/** The claim denies, and nothing in the evidence denies anything. */
const deniesWithoutEvidence = (claim: string, support: readonly IndexedEvidence[]): boolean =>
  deniesOrLacks(withoutCondition(withoutNoCost(visible(claim)))) && !support.some(({ whole }) => deniesOrLimits(whole))

/** The claim affirms a word that the evidence contains only behind a denial. */
function affirmsDenied(
  claim: string,
  stated: readonly string[],
  language: Language,
  support: readonly IndexedEvidence[],
  passages: Parts[],
): boolean {
  if (deniesOrLimits(claim)) return false
  const affirmed = new Set(support.flatMap(({ evidence }) => statedStems(evidence.title, language)))
  const denied = new Set<string>()
  for (const clause of passages.flatMap(({ clauses }) => clauses)) {
    const at = denialIndex(clause) ?? clause.length
    for (const stem of statedStems(clause.slice(0, at), language)) affirmed.add(stem)
    for (const stem of statedStems(clause.slice(at), language)) denied.add(stem)
  }
  return stated.some((stem) => denied.has(stem) && !affirmed.has(stem))
}

/** The claim contains "used" where the evidence contains "unused" and never "used". */
function usesOpposite(claim: string, support: readonly IndexedEvidence[]): boolean {
  const words = new Set(support.flatMap(({ whole }) => whole.toLowerCase().match(/\p{L}+/gu) ?? []))
  const claimed = claim.toLowerCase().match(/\p{L}{3,}/gu) ?? []
  return claimed.some((word) => !words.has(word) && oppositesOf(word).some((opposite) => words.has(opposite)))
}

/** The claim connects a name with words that the evidence connects with other names only. */
function mixesNames(
  claim: string,
  stated: readonly string[],
  language: Language,
  support: readonly IndexedEvidence[],
  passages: Parts[],
): boolean {
  if (capitalisesNouns(language) || capitalisesNouns(detectLanguage(claim) ?? language)) return false
  const titles = support.map(({ evidence }) => evidence.title).join('\n')
  const sentences = passages.flatMap((one) => one.sentences)
  const names = namesIn(claim, sentences).filter((name) => !titles.includes(name))
  const ofNames = new Set(names.flatMap((name) => statedStems(name, language)))
  const others = stated.filter((stem) => !ofNames.has(stem))
  const general = new Set(statedStems(titles, language))
  if (others.length === 0 || others.some((stem) => isKnown(stem, general))) return false
  const figures = figuresOf(claim).quantities
  return names.some((name) => {
    const about = sentences.filter((one) => one.includes(name))
    return !about.some((one) => {
      const stems = new Set(statedStems(one, language))
      const held = figuresOf(one).quantities
      const sharesFigure = figures.some(({ value }) => held.some((quantity) => quantity.value === value))
      // "Settings, Team, Remove": names that also occur together in the evidence.
      const sharesName = names.some((other) => other !== name && one.includes(other))
      return sharesFigure || sharesName || others.some((stem) => isKnown(stem, stems))
    })
  })
}

/** The names in a claim: capitalised words that the evidence never writes in lower case. The first word counts only if the evidence capitalises it within a sentence. */
function namesIn(claim: string, sentences: readonly string[]): string[] {
  return [...claim.matchAll(/\p{Lu}\p{Ll}{2,}/gu)].flatMap(({ 0: name, index }) => {
    const isKnownName = sentences.some((one) => (index === 0 ? one.indexOf(name) > 0 : one.includes(name)))
    return isKnownName && !sentences.some((one) => one.includes(name.toLowerCase())) ? [name] : []
  })
}

const isMeasure = ({ unit }: Quantity) => unit !== 'thing' && unit !== 'bare' && unit !== 'clock'

/** The claim connects the figure of one thing with the name of another: "Solo costs $39" where Solo is $14 and Studio $39. */
function mixesFigures(claim: string, language: Language, passages: Parts[]): boolean {
  const clauses = passages.flatMap((one) => one.clauses)
  const held = clauses.map((clause) => ({
    stems: new Set(statedStems(clause, language)),
    quantities: figuresOf(clause).quantities.filter(isMeasure),
  }))
  return splitClauses(claim).some((part) => {
    const anchors = statedStems(part, language)
    return figuresOf(part)
      .quantities.filter(isMeasure)
      .some(({ value, unit }) => {
        const alike = held.filter(({ quantities }) => quantities.some((one) => one.unit === unit))
        const shared = (some: typeof held) =>
          Math.max(0, ...some.map(({ stems }) => anchors.filter((stem) => isKnown(stem, stems)).length))
        const right = alike.filter(({ quantities }) =>
          quantities.some((one) => one.unit === unit && one.value === value),
        )
        const wrong = alike.filter((one) => !right.includes(one))
        return right.length > 0 && shared(wrong) > shared(right)
      })
  })
}
