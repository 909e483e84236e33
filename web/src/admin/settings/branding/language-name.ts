import type { Language } from '#contracts/languages.ts'
import { pageLocale } from '#web/lib/format.ts'

/** A language's name in the page's language. */
export const nameOf = (language: Language): string =>
  new Intl.DisplayNames(pageLocale(), { type: 'language' }).of(language) ?? language
