import { foldAccents } from '#server/platform/text/fold.ts'
import { allWords } from './lexicons.ts'

/** Words without meaning for a subject in the descriptions of agents. */
const SUBJECT_FILLERS: ReadonlySet<string> = allWords(({ subjectFillers }) => subjectFillers)
/** Only the beginning of a longer text is read. */
const MAX_CHARACTERS = 4000
const MIN_LETTERS = 3

/** The words of a text that may name a subject: in lower case, without accents and apostrophes. */
export const subjectWordsOf = (text: string): string[] =>
  foldAccents(text.slice(0, MAX_CHARACTERS).toLowerCase())
    .replace(/['’`´]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= MIN_LETTERS && !SUBJECT_FILLERS.has(word))
