import { LANGUAGES, type Language } from '#contracts/languages.ts'
import * as m from '#i18n/messages.js'
import type { TenantRow } from './schema.ts'
import { topicsOf } from './topics.ts'

/** The welcome message that every business begins with. Who kept it shows the product's translation of it. */
export const DEFAULT_WELCOME = 'How can we help you today?'

type Texts = Pick<TenantRow, 'branding' | 'portalTexts'>

/**
 * A business's welcome message for a customer of this language: its own in that language, else the one for all, which is taken for
 * English. Null where the business has removed it.
 */
export function welcomeIn(
  { branding, portalTexts }: Texts,
  language: Language,
): { text: string; language: Language } | null {
  const own = portalTexts[language]?.welcomeMessage
  if (own) return { text: own, language }
  if (branding.welcomeMessage === DEFAULT_WELCOME) {
    return { text: m.settings_welcome_default({}, { locale: language }), language }
  }
  return branding.welcomeMessage ? { text: branding.welcomeMessage, language: 'en' } : null
}

/** The questions that a business lets its customers begin with: those in their language, else in the first that has some; null for none. */
export function starterQuestionsIn({ portalTexts }: Pick<TenantRow, 'portalTexts'>, language: Language) {
  const written = [language, ...LANGUAGES].map((one) => portalTexts[one]?.questions ?? [])
  const questions = written.find((some) => some.length > 0)
  return questions ? [...new Set(questions)] : null
}

/** What the portal's start page says to a customer of this language. An empty heading is the product's own. */
export const portalTextsIn = (row: TenantRow, language: Language) => ({
  heading: row.portalTexts[language]?.heading ?? '',
  welcomeMessage: welcomeIn(row, language)?.text ?? '',
  topics: topicsOf(row).map(({ translations, title, text, ...topic }) => ({
    ...topic,
    ...(translations[language] ?? { title, text }),
  })),
})
