import { plain } from './issues.ts'
import { anyOf } from './lexicons.ts'
import type { HelpPreference, TraitWords } from './types.ts'

const WORDS = /\p{L}[\p{L}\p{N}'’-]*/gu
/** At most this many words indicate a concise style, at least this many a detailed one. */
const BRIEF_WORDS = 7
const LONG_WORDS = 45

const pattern = (pick: (words: TraitWords) => string): RegExp =>
  new RegExp(`\\b(?:${anyOf(({ traits }) => pick(traits))})\\b`)

const wantsShort = pattern((words) => words.wantsShort)
const wantsLong = pattern((words) => words.wantsLong)
const expert = pattern((words) => words.expert)
const beginner = pattern((words) => words.beginner)
const angry = pattern((words) => words.angry)
const hurried = pattern((words) => words.hurried)
const happy = pattern((words) => words.happy)
const polite = pattern((words) => words.polite)

const LISTS = {
  steps: 'preferredSolutions',
  article: 'preferredSolutions',
  person: 'preferredSolutions',
  examples: 'learningPreferences',
  pictures: 'learningPreferences',
  videos: 'learningPreferences',
} as const
const preferences = (Object.keys(LISTS) as HelpPreference[]).map(
  (preference) => [LISTS[preference], preference, pattern((words) => words.preferences[preference])] as const,
)

export type Traits = {
  style: 'concise' | 'detailed' | null
  level: 'beginner' | 'advanced' | null
  mood: 'calm' | 'pleased' | 'frustrated' | 'hurried'
  isPolite: boolean
  isLong: boolean
  preferences: { list: 'preferredSolutions' | 'learningPreferences'; preference: string }[]
}

/** Infers style, level, mood and preferences of a message's author. */
export function inferTraits(text: string): Traits {
  const words = plain(text)
  const count = (text.match(WORDS) ?? []).length
  const asksShort = wantsShort.test(words)
  const asksLong = wantsLong.test(words)
  const style = () => {
    if (asksShort !== asksLong) return asksShort ? 'concise' : 'detailed'
    if (count > 0 && count <= BRIEF_WORDS) return 'concise'
    return count >= LONG_WORDS ? 'detailed' : null
  }
  const mood = () => {
    if (angry.test(words)) return 'frustrated'
    if (hurried.test(words)) return 'hurried'
    return happy.test(words) ? 'pleased' : 'calm'
  }
  return {
    style: style(),
    level: beginner.test(words) ? 'beginner' : expert.test(words) ? 'advanced' : null,
    mood: mood(),
    isPolite: polite.test(words),
    isLong: count >= LONG_WORDS,
    preferences: preferences
      .filter(([, , pattern]) => pattern.test(words))
      .map(([list, preference]) => ({ list, preference })),
  }
}
