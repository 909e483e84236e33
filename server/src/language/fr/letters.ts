import type { LetterWords } from '#server/language/types.ts'

export const letters: LetterWords = {
  greeting: 'bonjour|bonsoir|cher|chère|salut',
  closing: String.raw`(?:cordialement|bien à vous|merci)\b.{0,20}$`,
  salutation: 'bonjour',
}
