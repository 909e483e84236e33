import { baseLocale, isLocale, overwriteGetLocale } from '#i18n/runtime.js'
import { pageLocale } from './format.ts'

/** Texts follow `<html lang>`, which the server writes. Call once, before the first render. */
export function followPageLocale(): void {
  overwriteGetLocale(() => {
    const locale = pageLocale()
    return isLocale(locale) ? locale : baseLocale
  })
}
