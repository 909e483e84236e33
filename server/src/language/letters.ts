import { anyOf } from './lexicons.ts'

const GREETING = new RegExp(`^(?:${anyOf(({ letters }) => letters.greeting)})\\b[^.!?\\n]{0,40}[,!.:]?$`, 'iu')
const CLOSING = new RegExp(`^(?:${anyOf(({ letters }) => letters.closing)})`, 'iu')
const SALUTATION = new RegExp(
  `^(?:${anyOf(({ letters }) => letters.salutation)})(?:\\s+\\p{Lu}[\\p{L}-]+){1,2}\\s*[,!]\\s*(\\p{L})`,
  'iu',
)

/** Whether a line is nothing but the greeting of a letter: "Hi Anna,". */
export const isLetterGreeting = (line: string): boolean => GREETING.test(line)

/** Whether a line begins the end of a letter: "Best regards". */
export const isLetterClosing = (line: string): boolean => CLOSING.test(line)

/** The text without the greeting by name it begins with: "Hi Anna, you can …" becomes "You can …". */
export const withoutSalutation = (text: string): string =>
  text.replace(SALUTATION, (_, letter: string) => letter.toUpperCase())
