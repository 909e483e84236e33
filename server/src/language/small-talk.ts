import { LEXICONS } from './lexicons.ts'
import type { SmallTalk } from './types.ts'

const END = String.raw`[\s!?.,:;)…🙂👍❤️]*$`
const KINDS: readonly SmallTalk[] = ['greeting', 'thanks', 'goodbye']
const PATTERNS = KINDS.map((kind) => {
  const patterns = Object.values(LEXICONS).map(({ smallTalk }) => smallTalk[kind])
  return [kind, new RegExp(`^[\\s¡¿]*(?:${patterns.join('|')})${END}`, 'iu')] as const
})

/** The kind of a message that is nothing but a greeting, thanks or a goodbye; null for every other message. */
export const smallTalkIn = (text: string): SmallTalk | null =>
  PATTERNS.find(([, pattern]) => pattern.test(text.trim()))?.[0] ?? null
