import type { LetterWords } from '#server/language/types.ts'

export const letters: LetterWords = {
  greeting: 'hola|buenos días|buenas tardes|estimad[oa]s?',
  closing: String.raw`(?:saludos|un saludo|atentamente|gracias)\b.{0,20}$`,
  salutation: 'hola',
}
