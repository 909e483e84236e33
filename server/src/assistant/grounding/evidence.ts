import type { Source } from '#contracts/conversation/message.ts'

/** A text that a model is told of, whose sentences an answer may say. */
export type Evidence = {
  /** The number by which it is cited; 0: it has none (the business's profile, a tool's result). */
  id: number
  /** `background`: a model is told of it, and no sentence of it is said. */
  kind: 'passage' | 'profile' | 'tool' | 'background'
  title: string
  text: string
  source: Source | null
}

/** Evidence as one text. */
export const wholeOf = ({ title, text }: Evidence): string => `${title}\n${text}`
