import type { BusinessProfile, ProfileStep } from './profile.ts'

/** The five steps of the profile in the order in which they are asked; each field is in exactly one. */
export const PROFILE_STEP_FIELDS = {
  1: ['companyName', 'industry', 'businessType', 'targetAudience'],
  2: ['mainProducts', 'primaryServices', 'commonIssues'],
  3: ['supportChannels', 'businessHours', 'responseTimeGoals', 'escalationProcess'],
  4: ['productCategories', 'pricingModel', 'billingCycle', 'refundPolicy', 'technicalRequirements', 'integrationApis'],
  5: [
    'brandTone',
    'formalityLevel',
    'industryJargon',
    'avoidTopics',
    'priorityTopics',
    'automationLevel',
    'humanEscalationRules',
  ],
} as const satisfies Record<ProfileStep, readonly (keyof BusinessProfile)[]>

/** Whether anything is entered in a step. */
export const hasContent = (profile: BusinessProfile, step: ProfileStep): boolean =>
  PROFILE_STEP_FIELDS[step].some((name) => {
    const value = profile[name]
    return typeof value === 'string' ? value.trim() !== '' : value.length > 0
  })
