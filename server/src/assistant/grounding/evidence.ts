import type { Source } from '#contracts/conversation/message.ts'
import type { Language } from '#contracts/languages.ts'
import { type Days, daysOf, type Figures, figuresOf } from '#server/language/service.ts'
import { type Links, linksOf } from './links.ts'
import { CACHED_PASSAGES, memoize } from './memoize.ts'
import { knownStems } from './support.ts'

/** A text that may support an answer. */
export type Evidence = {
  /** The number by which it is cited; 0: it has none (the business's profile, a tool's result). */
  id: number
  kind: 'passage' | 'profile' | 'tool'
  title: string
  text: string
  source: Source | null
  /** A tool carried out an action: the answer may state that it is done. */
  confirmsAction?: boolean
}

/** The words, figures, days and links of a text. */
type Content = {
  whole: string
  stems: Map<Language, Set<string>>
  figures: Figures
  days: Days
  links: Links
}

/** Evidence with its index, as the grounding check searches it. */
export type IndexedEvidence = Content & { evidence: Evidence }

const contentOf = memoize(
  (whole): Content => ({
    whole,
    stems: new Map(),
    figures: figuresOf(whole),
    days: daysOf(whole),
    links: linksOf(whole),
  }),
  CACHED_PASSAGES,
)

export const indexEvidence = (evidence: Evidence): IndexedEvidence => ({
  ...contentOf(`${evidence.title}\n${evidence.text}`),
  evidence,
})

/** The stems of its words in a language. */
export function stemsOf(one: IndexedEvidence, language: Language): Set<string> {
  const held = one.stems.get(language) ?? knownStems(one.whole, language)
  one.stems.set(language, held)
  return held
}
