import type { FaqCategory, KnowledgeLanguage } from '#contracts/knowledge/faq.ts'
import { LANGUAGE_NAMES, LANGUAGES } from '#contracts/languages.ts'
import * as m from '#i18n/messages.js'

const categories: Record<FaqCategory, () => string> = {
  General: m.knowledge_category_general,
  Account: m.knowledge_category_account,
  Technical: m.knowledge_category_technical,
  Features: m.knowledge_category_features,
  AI: m.knowledge_category_ai,
  Integration: m.knowledge_category_integration,
}

export const faqCategories = Object.keys(categories) as FaqCategory[]
export const faqPriorities = ['low', 'medium', 'high'] as const

/** Label of a FAQ category; an unknown one (a document's) is shown as it is. */
export const faqCategoryLabel = (category: string): string => categories[category as FaqCategory]?.() ?? category

export const faqLanguages: readonly KnowledgeLanguage[] = LANGUAGES
export const languageLabel = (language: KnowledgeLanguage): string => LANGUAGE_NAMES[language]
