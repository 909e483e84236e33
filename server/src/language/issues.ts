import type { IssueCategory, IssueTopic } from '#contracts/memory/memory.ts'
import { foldAccents } from '#server/platform/text/fold.ts'
import { anyOf } from './lexicons.ts'

export type Issue = { category: IssueCategory; topic: IssueTopic }

/** The most specific first. */
const TOPICS: readonly [IssueCategory, IssueTopic][] = [
  ['billing', 'refund'],
  ['billing', 'double_charge'],
  ['billing', 'invoice'],
  ['billing', 'subscription'],
  ['billing', 'payment'],
  ['authentication', 'password'],
  ['authentication', 'second_factor'],
  ['authentication', 'locked_account'],
  ['authentication', 'sign_in'],
  ['technical', 'integration'],
  ['technical', 'installation'],
  ['technical', 'slow'],
  ['technical', 'connection'],
  ['technical', 'error'],
  ['technical', 'broken'],
]

const patterns = TOPICS.map(([category, topic]) => ({
  category,
  topic,
  words: new RegExp(`\\b(?:${anyOf(({ topics }) => topics[topic])})\\b`),
}))

/** The maximum number of topics of one message. */
const MAX_TOPICS = 3
const MAX_CHARACTERS = 2000

/** In lower case, without accents and apostrophes: the form all word lists of this domain are written in. */
export const plain = (text: string): string =>
  foldAccents(text.slice(0, MAX_CHARACTERS).normalize('NFKC').toLowerCase()).replace(/['’ʼ]/g, '')

/** The known issues in a message (authentication, billing, technical), the most specific first. */
export function issuesOf(text: string): Issue[] {
  const words = plain(text)
  const found = patterns.filter((one) => one.words.test(words)).map(({ category, topic }) => ({ category, topic }))
  // "My payment was refunded": the more specific topic replaces `payment`.
  const isCovered = ({ topic }: Issue) =>
    topic === 'payment' && found.some((one) => one.category === 'billing' && one.topic !== 'payment')
  return found.filter((one) => !isCovered(one)).slice(0, MAX_TOPICS)
}
