import type { BusinessProfile, ProfileStep } from '#contracts/knowledge/profile.ts'
import { PROFILE_STEP_FIELDS } from '#contracts/knowledge/profile-steps.ts'
import * as m from '#i18n/messages.js'

type Name = keyof BusinessProfile
type Option = { value: string; label: string }

/** A field of the profile and its control. */
export type Field = { name: Name } & FieldOf

type FieldOf = {
  label: () => string
  help?: () => string
  example?: () => string
  isRequired?: boolean
} & ({ kind: 'line' | 'prose' | 'list' } | { kind: 'choice' | 'checks'; options: () => Option[] })

export type Step = { step: ProfileStep; title: () => string; text: () => string; fields: Field[] }

/** The options of a field with their labels: a missing one does not compile. */
const options =
  <Value extends string>(words: Record<Exclude<Value, ''>, () => string>) =>
  (): Option[] =>
    Object.entries<() => string>(words).map(([value, label]) => ({ value, label: label() }))

const industries = options<BusinessProfile['industry']>({
  technology: m.profile_industry_technology,
  ecommerce: m.profile_industry_ecommerce,
  healthcare: m.profile_industry_healthcare,
  finance: m.profile_industry_finance,
  legal: m.profile_industry_legal,
  education: m.profile_industry_education,
  manufacturing: m.profile_industry_manufacturing,
  'real-estate': m.profile_industry_real_estate,
  consulting: m.profile_industry_consulting,
  other: m.profile_industry_other,
})
const businessTypes = options<BusinessProfile['businessType']>({
  b2b: m.profile_type_b2b,
  b2c: m.profile_type_b2c,
  b2b2c: m.profile_type_b2b2c,
  marketplace: m.profile_type_marketplace,
  saas: m.profile_type_saas,
  agency: m.profile_type_agency,
})
const pricingModels = options<BusinessProfile['pricingModel']>({
  subscription: m.profile_pricing_subscription,
  'one-time': m.profile_pricing_one_time,
  freemium: m.profile_pricing_freemium,
  'usage-based': m.profile_pricing_usage_based,
  tiered: m.profile_pricing_tiered,
  custom: m.profile_pricing_custom,
})
const billingCycles = options<BusinessProfile['billingCycle']>({
  monthly: m.profile_billing_monthly,
  quarterly: m.profile_billing_quarterly,
  yearly: m.profile_billing_yearly,
  'one-time': m.profile_billing_one_time,
  'on-demand': m.profile_billing_on_demand,
})
const channels = options<BusinessProfile['supportChannels'][number]>({
  chat: m.profile_channel_chat,
  email: m.profile_channel_email,
  phone: m.profile_channel_phone,
  social: m.profile_channel_social,
  'help-center': m.profile_channel_help_center,
  'in-person': m.profile_channel_in_person,
})
const tones = options<BusinessProfile['brandTone']>({
  friendly: m.profile_tone_friendly,
  professional: m.profile_tone_professional,
  casual: m.profile_tone_casual,
  empathetic: m.profile_tone_empathetic,
  enthusiastic: m.profile_tone_enthusiastic,
  neutral: m.profile_tone_neutral,
})
const formalities = options<BusinessProfile['formalityLevel']>({
  informal: m.profile_formality_informal,
  balanced: m.profile_formality_balanced,
  formal: m.profile_formality_formal,
})
const automations = options<BusinessProfile['automationLevel']>({
  low: m.profile_automation_low,
  balanced: m.profile_automation_balanced,
  high: m.profile_automation_high,
})

const fields: Record<Name, FieldOf> = {
  companyName: { kind: 'line', label: m.profile_company_name, isRequired: true },
  industry: { kind: 'choice', options: industries, label: m.profile_industry, isRequired: true },
  businessType: { kind: 'choice', options: businessTypes, label: m.profile_business_type, isRequired: true },
  targetAudience: { kind: 'prose', label: m.profile_target_audience, help: m.profile_target_audience_help },
  mainProducts: { kind: 'prose', label: m.profile_main_products },
  primaryServices: { kind: 'prose', label: m.profile_primary_services },
  commonIssues: { kind: 'list', label: m.profile_common_issues },
  supportChannels: { kind: 'checks', options: channels, label: m.profile_support_channels },
  businessHours: { kind: 'line', label: m.profile_business_hours, example: m.profile_business_hours_example },
  responseTimeGoals: {
    kind: 'line',
    label: m.profile_response_time_goals,
    example: m.profile_response_time_goals_example,
  },
  escalationProcess: { kind: 'prose', label: m.profile_escalation_process, help: m.profile_escalation_process_help },
  productCategories: { kind: 'list', label: m.profile_product_categories },
  pricingModel: { kind: 'choice', options: pricingModels, label: m.profile_pricing_model },
  billingCycle: { kind: 'choice', options: billingCycles, label: m.profile_billing_cycle },
  refundPolicy: { kind: 'prose', label: m.profile_refund_policy },
  technicalRequirements: { kind: 'prose', label: m.profile_technical_requirements },
  integrationApis: { kind: 'list', label: m.profile_integration_apis },
  brandTone: { kind: 'choice', options: tones, label: m.profile_brand_tone },
  formalityLevel: { kind: 'choice', options: formalities, label: m.profile_formality_level },
  industryJargon: { kind: 'prose', label: m.profile_industry_jargon, help: m.profile_industry_jargon_help },
  avoidTopics: { kind: 'list', label: m.profile_avoid_topics, help: m.profile_avoid_topics_help },
  priorityTopics: { kind: 'list', label: m.profile_priority_topics },
  automationLevel: { kind: 'choice', options: automations, label: m.profile_automation_level },
  humanEscalationRules: { kind: 'list', label: m.profile_human_escalation_rules },
}

const stepOf = (step: ProfileStep, title: () => string, text: () => string): Step => ({
  step,
  title,
  text,
  fields: PROFILE_STEP_FIELDS[step].map((name) => ({ name, ...fields[name] })),
})

export const steps: readonly Step[] = [
  stepOf(1, m.profile_step_1, m.profile_step_1_text),
  stepOf(2, m.profile_step_2, m.profile_step_2_text),
  stepOf(3, m.profile_step_3, m.profile_step_3_text),
  stepOf(4, m.profile_step_4, m.profile_step_4_text),
  stepOf(5, m.profile_step_5, m.profile_step_5_text),
]

/** The missing required fields of a step, each with its error text. */
export function missingIn({ fields }: Step, profile: BusinessProfile): Partial<Record<Name, string>> {
  const missing = fields.filter(({ name, isRequired }) => isRequired && String(profile[name]).trim() === '')
  return Object.fromEntries(missing.map(({ name }) => [name, m.profile_missing()]))
}
