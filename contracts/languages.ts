/** The supported languages by their code, with their English names: everything else derives from this or is checked against it. */
export const LANGUAGE_NAMES = {
  en: 'English',
  es: 'Spanish',
  fr: 'French',
  de: 'German',
} as const

export type Language = keyof typeof LANGUAGE_NAMES
/** The codes in the order of the declaration; the first is the default. */
export const LANGUAGES = Object.keys(LANGUAGE_NAMES) as [Language, ...Language[]]

/** The language that was chosen in a browser: what a page writes, and the server reads for the next one. */
export const LANGUAGE_COOKIE = 'segue_language'

/** The supported languages of an Accept-Language header, the most wanted first. */
export function acceptedLanguages(header: string | undefined): Language[] {
  const wanted = (header ?? '')
    .slice(0, 200)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
      const quality = parameters.map((parameter) => /^\s*q=([\d.]+)$/.exec(parameter)?.[1]).find(Boolean)
      return { language: tag.split('-')[0], quality: Number(quality ?? 1) }
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .flatMap(({ language }) => LANGUAGES.filter((known) => known === language))
  return [...new Set(wanted)]
}
