import { LANGUAGE_COOKIE, type Language } from '#contracts/languages.ts'
import { baseLocale, isLocale, overwriteGetLocale } from '#i18n/runtime.js'
import { pageLocale } from './format.ts'

/** Each language by its own name. */
export const OWN_NAMES: Record<Language, string> = { en: 'English', es: 'Español', fr: 'Français', de: 'Deutsch' }

/**
 * Texts follow `<html lang>`, which the server writes. Call once, before the first render. A built page has the texts of one language in its
 * scripts (scripts/page-languages.ts); this is for the development server.
 */
export function followPageLocale(): void {
  overwriteGetLocale(() => {
    const locale = pageLocale()
    return isLocale(locale) ? locale : baseLocale
  })
}

const chosen = (): string | undefined => new RegExp(`(?:^|; )${LANGUAGE_COOKIE}=(\\w+)`).exec(document.cookie)?.[1]

/** Loads the page in another language, which this browser keeps. Where cookies are blocked the page's address keeps it. */
export function chooseLanguage(language: Language): void {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the server chooses the page by it, and the Cookie Store API is missing on plain http
  document.cookie = `${LANGUAGE_COOKIE}=${language}; path=/; max-age=31536000; samesite=lax${secure}`
  const address = new URL(location.href)
  if (chosen() === language) address.searchParams.delete('lang')
  else address.searchParams.set('lang', language)
  if (address.href === location.href) location.reload()
  else location.replace(address)
}

/** A signed-in person's own language becomes that of this browser. An address that names a language (`?lang=`) keeps it. */
export function followAccountLanguage(language: Language): void {
  const isNamed = new URLSearchParams(location.search).has('lang')
  if (language !== pageLocale() && language !== chosen() && !isNamed) chooseLanguage(language)
}
