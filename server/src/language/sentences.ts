import { plainText } from './escalation-phrases.ts'
import { kindOfSentence, type SentenceKind } from './sentence-kinds.ts'
import { smallTalkIn } from './small-talk.ts'

export type Sentence = { text: string; kind: SentenceKind }

/** Further sentences are ordinary ones: nobody greets in the twentieth. */
const MAX_CLASSIFIED = 12
/** A longer run of letters is no word. */
const MAX_WORD = 40
const ENDS = /(?<=[.!?…])\s+|\n+/u

/** The sentences of a message, each with what it is. */
export function sentencesOf(text: string): Sentence[] {
  const parts = text.split(ENDS).map((part) => part.trim())
  return parts
    .filter((part) => part !== '')
    .map((part, position) => ({
      text: part,
      kind: smallTalkIn(part) ?? (position < MAX_CLASSIFIED ? kindOf(part) : 'none'),
    }))
}

function kindOf(sentence: string): SentenceKind {
  const plain = plainText(sentence).replaceAll(' . ', ' ').replace(/ ?\.$/, '').trim()
  // Nothing but signs and emoji: a friendly nod.
  if (!/[\p{L}\p{N}]/u.test(plain)) return /\p{Extended_Pictographic}/u.test(sentence) ? 'praise' : 'none'
  // The classifier knows words in Latin letters; to anything else it would give the kind that it knows least about.
  if (!/\p{Script=Latin}/u.test(plain) || plain.split(' ').some((word) => word.length > MAX_WORD)) return 'none'
  return kindOfSentence(plain)
}
