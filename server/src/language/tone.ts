import { allPhrases } from './lexicons.ts'
import type { ToneWords } from './types.ts'

export type Urgency = 'low' | 'medium' | 'high'
export type Complexity = 'low' | 'medium' | 'high'
export type Tone = 'neutral' | 'positive' | 'frustrated' | 'confused'

/** Whole words only: "down" is not found in "download". */
const pattern = (pick: (words: ToneWords) => string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${allPhrases(({ tone }) => pick(tone)).join('|')})(?![\\p{L}\\p{N}])`, 'iu')

const URGENT = pattern((words) => words.urgent)
const PRESSING = pattern((words) => words.pressing)
const COMPLEX = pattern((words) => words.complex)
const POSITIVE = pattern((words) => words.positive)
const CONFUSED = pattern((words) => words.confused)
const DETAILED = pattern((words) => words.detailed)
const QUICK = pattern((words) => words.quick)

const LONG_WORDS = 60
const SHORT_WORDS = 8
const MANY_QUESTIONS = 3

export const urgencyOf = (text: string, isUrgent: boolean): Urgency =>
  isUrgent || URGENT.test(text) ? 'high' : PRESSING.test(text) ? 'medium' : 'low'

/** By keywords, length and number of questions. */
export function complexityOf(text: string): Complexity {
  const words = text.trim().split(/\s+/).length
  const questions = (text.match(/\?/g) ?? []).length
  if (COMPLEX.test(text) || words > LONG_WORDS || questions >= MANY_QUESTIONS) return 'high'
  return words <= SHORT_WORDS && questions <= 1 ? 'low' : 'medium'
}

export const toneOf = (text: string, isFrustrated: boolean): Tone =>
  isFrustrated ? 'frustrated' : CONFUSED.test(text) ? 'confused' : POSITIVE.test(text) ? 'positive' : 'neutral'

/** Whether a message asks for a detailed answer. */
export const wantsDetail = (text: string): boolean => DETAILED.test(text)

/** Whether a message asks for a short answer. */
export const wantsBrevity = (text: string): boolean => QUICK.test(text)
