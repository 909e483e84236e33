import type { FastifyRequest } from 'fastify'
import { acceptedLanguages, LANGUAGE_COOKIE, LANGUAGES, type Language } from '#contracts/languages.ts'

/** The language of the texts in a reply: the preferred supported one of the request's Accept-Language, English by default. */
export const languageOf = (request: FastifyRequest): Language =>
  acceptedLanguages(request.headers['accept-language'])[0] ?? 'en'

/**
 * The language of a page: the one in its address (`?lang=`), else the one that was chosen in this browser, else by Accept-Language. A
 * signed-in person's own language becomes the chosen one when the page has read their account (web/src/lib/locale.ts).
 */
export function pageLanguageOf(request: FastifyRequest): Language {
  const known = (value: unknown) => LANGUAGES.find((language) => language === value)
  const { lang } = (request.query ?? {}) as Record<string, unknown>
  return known(lang) ?? known(request.cookies?.[LANGUAGE_COOKIE]) ?? languageOf(request)
}
