import type { Language } from '#contracts/languages.ts'
import { reader as de } from './de/reader.ts'
import { reader as en } from './en/reader.ts'
import { reader as es } from './es/reader.ts'
import { reader as fr } from './fr/reader.ts'
import type { Reader } from './types.ts'

/** Apart from the lexicons, so that the worker threads of the search do not load those. */
export const READERS: Record<Language, Reader> = { en, es, fr, de }

/** The words of a list separated by blanks. */
export const splitWords = (words: string): ReadonlySet<string> =>
  new Set(words.split(/\s+/).filter((word) => word !== ''))
