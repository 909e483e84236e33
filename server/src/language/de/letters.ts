import type { LetterWords } from '#server/language/types.ts'

export const letters: LetterWords = {
  greeting: 'hallo|guten (?:tag|morgen|abend)|liebe[r]?|sehr geehrte[r]?',
  closing: String.raw`(?:viele|beste|liebe|freundliche|herzliche)n? grüße|mit freundlichen grüßen|(?:vielen )?danke\b.{0,20}$`,
  salutation: 'hallo',
}
