import type { Language } from '#contracts/languages.ts'
import { LANGUAGES } from '#contracts/languages.ts'
import type { PortalTopic } from '#contracts/tenant/portal-content.ts'
import * as m from '#i18n/messages.js'
import type { TenantRow } from './schema.ts'

type Words = (inputs: object, options: { locale: Language }) => string
type TopicDefault = Pick<PortalTopic, 'key' | 'icon' | 'opens' | 'category'> & { title: Words; text: Words }

const TECHNICAL: TopicDefault = {
  key: 'technical',
  icon: 'tool',
  opens: 'technical',
  category: 'technical',
  title: m.settings_topic_technical,
  text: m.settings_topic_technical_text,
}
const BILLING: TopicDefault = {
  key: 'billing',
  icon: 'card',
  opens: 'billing',
  category: 'billing',
  title: m.settings_topic_billing,
  text: m.settings_topic_billing_text,
}
const GUIDES: TopicDefault = {
  key: 'guides',
  icon: 'book',
  opens: 'help-center',
  category: 'guides',
  title: m.settings_topic_guides,
  text: m.settings_topic_guides_text,
}
const ISSUE: TopicDefault = {
  key: 'issue',
  icon: 'bug',
  opens: 'issue',
  category: 'issue',
  title: m.settings_topic_issue,
  text: m.settings_topic_issue_text,
}
const FOUR = [TECHNICAL, BILLING, GUIDES, ISSUE]

const ORDERS: TopicDefault = {
  key: 'orders',
  icon: 'truck',
  opens: 'general',
  category: 'orders',
  title: m.settings_topic_orders,
  text: m.settings_topic_orders_text,
}
const APPOINTMENTS: TopicDefault = {
  key: 'appointments',
  icon: 'calendar',
  opens: 'general',
  category: 'appointments',
  title: m.settings_topic_appointments,
  text: m.settings_topic_appointments_text,
}
const ACCOUNT: TopicDefault = {
  key: 'account',
  icon: 'shield',
  opens: 'general',
  category: 'account',
  title: m.settings_topic_account,
  text: m.settings_topic_account_text,
}
const COURSES: TopicDefault = {
  key: 'courses',
  icon: 'school',
  opens: 'general',
  category: 'courses',
  title: m.settings_topic_courses,
  text: m.settings_topic_courses_text,
}
const VIEWINGS: TopicDefault = {
  key: 'viewings',
  icon: 'home',
  opens: 'general',
  category: 'viewings',
  title: m.settings_topic_viewings,
  text: m.settings_topic_viewings_text,
}

/** What customers of an industry ask about first, in place of Technical Support. */
const FIRST_BY_INDUSTRY: Record<string, TopicDefault> = {
  retail: ORDERS,
  ecommerce: ORDERS,
  manufacturing: ORDERS,
  healthcare: APPOINTMENTS,
  services: APPOINTMENTS,
  consulting: APPOINTMENTS,
  finance: ACCOUNT,
  education: COURSES,
  'real-estate': VIEWINGS,
}

/** The four cards of a business that has chosen none, by its industry, in every language. */
export function defaultTopics(industry: string): PortalTopic[] {
  const first = FIRST_BY_INDUSTRY[industry.trim().toLowerCase().replaceAll(' ', '-')]
  return (first ? [first, BILLING, GUIDES, ISSUE] : FOUR).map(({ title, text, ...topic }) => {
    const wordsIn = (locale: Language) => ({ title: title({}, { locale }), text: text({}, { locale }) })
    const [base, ...others] = LANGUAGES
    return {
      ...topic,
      ...wordsIn(base),
      translations: Object.fromEntries(others.map((language) => [language, wordsIn(language)])),
    }
  })
}

type Chosen = Pick<TenantRow, 'portalTopics'> & { businessInfo: { industry: string } }

/** The cards of a business's portal: its own, else those of its industry. */
export const topicsOf = ({ portalTopics, businessInfo }: Chosen): PortalTopic[] =>
  portalTopics ?? defaultTopics(businessInfo.industry)
