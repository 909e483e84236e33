import type { LetterWords } from '#server/language/types.ts'

export const letters: LetterWords = {
  greeting: 'hi|hello|hey|dear|good (?:morning|afternoon|evening)',
  closing: String.raw`(?:best|kind|warm)?\s*(?:regards|wishes)\b|(?:best|cheers|thanks|thank you|many thanks|sincerely|yours)[\s,!.]*$`,
  salutation: 'hi|hello|hey|dear',
}
