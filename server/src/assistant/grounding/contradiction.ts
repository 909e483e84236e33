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
import type { Read } from './evidence.ts'
import { CACHED_PASSAGES, memoize } from './memoize.ts'
import { isKnown, statedStems } from './support.ts'

/**
 * Whether a sentence made of the evidence's words says something else than the evidence: yes for no, another thing's price, another
 * thing's quality. Words alone are looked at, so this catches the usual turns and not all of them.
 */
export function contradicts(bare: string, language: Language, rests: readonly Read[]): boolean {
  const stated = statedStems(bare, language)
  if (stated.length === 0 || /\?\s*$/.test(bare)) return false
  const passages = rests.map((one) => partsOf(one.evidence.text))
  return (
    isTurned(bare, stated, language, passages) ||
    deniesAlone(bare, rests) ||
    affirmsDenied(bare, stated, language, rests, passages) ||
    hasOpposite(bare, rests) ||
    mixesNames(bare, stated, language, rests, passages) ||
    mixesFigures(bare, language, passages)
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

/** It says yes where what it repeats says no, or the other way round. */
function isTurned(bare: string, stated: readonly string[], language: Language, passages: Parts[]): boolean {
  const claim = new Set(stated)
  if (claim.size < 2) return false
  const near = passages
    .flatMap(({ sentences, clauses }) => [...sentences, ...clauses])
    .map((one) => ({ one, stems: new Set(statedStems(one, language)) }))
    .filter(({ stems }) => stems.size > 1 && overlap(claim, stems) >= 0.8 && overlap(stems, claim) >= 0.8)
  return near.length > 0 && near.every(({ one }) => denies(one) !== denies(withoutCondition(bare)))
}

/** It denies, and nothing in the evidence denies anything. */
const deniesAlone = (bare: string, rests: readonly Read[]): boolean =>
  deniesOrLacks(withoutCondition(withoutNoCost(visible(bare)))) && !rests.some(({ whole }) => deniesOrLimits(whole))

/** It affirms what the evidence speaks of only to deny it. */
function affirmsDenied(
  bare: string,
  stated: readonly string[],
  language: Language,
  rests: readonly Read[],
  passages: Parts[],
): boolean {
  if (deniesOrLimits(bare)) return false
  const affirmed = new Set(rests.flatMap(({ evidence }) => statedStems(evidence.title, language)))
  const denied = new Set<string>()
  for (const clause of passages.flatMap(({ clauses }) => clauses)) {
    const at = denialIndex(clause) ?? clause.length
    for (const stem of statedStems(clause.slice(0, at), language)) affirmed.add(stem)
    for (const stem of statedStems(clause.slice(at), language)) denied.add(stem)
  }
  return stated.some((stem) => denied.has(stem) && !affirmed.has(stem))
}

/** "Used" where the evidence says "unused" and never "used". */
function hasOpposite(bare: string, rests: readonly Read[]): boolean {
  const words = new Set(rests.flatMap(({ whole }) => whole.toLowerCase().match(/\p{L}+/gu) ?? []))
  const said = bare.toLowerCase().match(/\p{L}{3,}/gu) ?? []
  return said.some((word) => !words.has(word) && oppositesOf(word).some((opposite) => words.has(opposite)))
}

/** A name, with something the evidence says of other names only. */
function mixesNames(
  bare: string,
  stated: readonly string[],
  language: Language,
  rests: readonly Read[],
  passages: Parts[],
): boolean {
  if (capitalisesNouns(language) || capitalisesNouns(detectLanguage(bare) ?? language)) return false
  const titles = rests.map(({ evidence }) => evidence.title).join('\n')
  const sentences = passages.flatMap((one) => one.sentences)
  const names = namesIn(bare, sentences).filter((name) => !titles.includes(name))
  const ofNames = new Set(names.flatMap((name) => statedStems(name, language)))
  const others = stated.filter((stem) => !ofNames.has(stem))
  const general = new Set(statedStems(titles, language))
  if (others.length === 0 || others.some((stem) => isKnown(stem, general))) return false
  const figures = figuresOf(bare).quantities
  return names.some((name) => {
    const about = sentences.filter((one) => one.includes(name))
    return !about.some((one) => {
      const stems = new Set(statedStems(one, language))
      const held = figuresOf(one).quantities
      const sharesFigure = figures.some(({ value }) => held.some((quantity) => quantity.value === value))
      // "Settings, Team, Remove": names that stand together in the evidence, too.
      const sharesName = names.some((other) => other !== name && one.includes(other))
      return sharesFigure || sharesName || others.some((stem) => isKnown(stem, stems))
    })
  })
}

/** What a sentence writes with a capital and the evidence never small; at its beginning only what the evidence writes so within one. */
function namesIn(bare: string, sentences: readonly string[]): string[] {
  return [...bare.matchAll(/\p{Lu}\p{Ll}{2,}/gu)].flatMap(({ 0: name, index }) => {
    const isKnownName = sentences.some((one) => (index === 0 ? one.indexOf(name) > 0 : one.includes(name)))
    return isKnownName && !sentences.some((one) => one.includes(name.toLowerCase())) ? [name] : []
  })
}

const isMeasure = ({ unit }: Quantity) => unit !== 'thing' && unit !== 'bare' && unit !== 'clock'

/** A figure of one thing with the name of another: "Solo costs $39" where Solo is $14 and Studio $39. */
function mixesFigures(bare: string, language: Language, passages: Parts[]): boolean {
  const clauses = passages.flatMap((one) => one.clauses)
  const held = clauses.map((clause) => ({
    stems: new Set(statedStems(clause, language)),
    quantities: figuresOf(clause).quantities.filter(isMeasure),
  }))
  return splitClauses(bare).some((part) => {
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
