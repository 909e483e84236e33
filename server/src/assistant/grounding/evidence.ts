import type { Source } from '#contracts/conversation/message.ts'
import type { Language } from '#contracts/languages.ts'
import { type Days, daysOf, type Figures, figuresOf } from '#server/language/service.ts'
import { type Links, linksOf } from './links.ts'
import { CACHED_PASSAGES, memoize } from './memoize.ts'
import { knownStems } from './support.ts'

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

/** What stands in a text, for looking up. */
type Content = {
  whole: string
  stems: Map<Language, Set<string>>
  figures: Figures
  days: Days
  links: Links
}

/** Evidence as the gate looks things up in it. */
export type Read = Content & { evidence: Evidence }

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

export const read = (evidence: Evidence): Read => ({ ...contentOf(`${evidence.title}\n${evidence.text}`), evidence })

/** Its words in a language, as stems. */
export function stemsOf(one: Read, language: Language): Set<string> {
  const held = one.stems.get(language) ?? knownStems(one.whole, language)
  one.stems.set(language, held)
  return held
}
