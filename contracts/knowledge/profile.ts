import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { Instant, line, SeenVersion, text } from '#contracts/fields.ts'

export const INDUSTRIES = [
  'technology',
  'ecommerce',
  'healthcare',
  'finance',
  'legal',
  'education',
  'manufacturing',
  'real-estate',
  'consulting',
  'other',
] as const
export const BUSINESS_TYPES = ['b2b', 'b2c', 'b2b2c', 'marketplace', 'saas', 'agency'] as const
export const PRICING_MODELS = ['subscription', 'one-time', 'freemium', 'usage-based', 'tiered', 'custom'] as const
export const BILLING_CYCLES = ['monthly', 'quarterly', 'yearly', 'one-time', 'on-demand'] as const
export const SUPPORT_CHANNELS = ['chat', 'email', 'phone', 'social', 'help-center', 'in-person'] as const
export const BRAND_TONES = ['friendly', 'professional', 'casual', 'empathetic', 'enthusiastic', 'neutral'] as const
export const FORMALITY_LEVELS = ['informal', 'balanced', 'formal'] as const
export const AUTOMATION_LEVELS = ['low', 'balanced', 'high'] as const

/** An empty text means nothing chosen: only the three fields of step 1 are required. */
const oneOf = <const T extends readonly string[]>(options: T) => z.enum([...options, '']).default('')
const words = line(300).default('')
const prose = text(2000).default('')
/** Entries that are empty after trimming are removed. */
const list = z
  .array(line(200))
  .max(50)
  .default([])
  .overwrite((entries) => entries.filter((entry) => entry !== ''))

/** Facts about the business for the assistant's answers. */
export const BusinessProfile = z.strictObject({
  companyName: line(120).default(''),
  industry: oneOf(INDUSTRIES),
  businessType: oneOf(BUSINESS_TYPES),
  targetAudience: prose,
  mainProducts: prose,
  primaryServices: prose,
  commonIssues: list,
  supportChannels: z.array(z.enum(SUPPORT_CHANNELS)).max(6).default([]),
  businessHours: words,
  responseTimeGoals: words,
  escalationProcess: prose,
  productCategories: list,
  pricingModel: oneOf(PRICING_MODELS),
  billingCycle: oneOf(BILLING_CYCLES),
  refundPolicy: prose,
  technicalRequirements: prose,
  integrationApis: list,
  brandTone: oneOf(BRAND_TONES),
  formalityLevel: oneOf(FORMALITY_LEVELS),
  industryJargon: prose,
  avoidTopics: list,
  priorityTopics: list,
  automationLevel: oneOf(AUTOMATION_LEVELS),
  humanEscalationRules: list,
})
export type BusinessProfile = z.output<typeof BusinessProfile>

export const ProfileStep = z.literal([1, 2, 3, 4, 5])
export type ProfileStep = z.output<typeof ProfileStep>

export const ProfileView = z.object({
  profile: BusinessProfile,
  completedSteps: z.array(ProfileStep),
  /** All five steps are completed: each has at least one entry. */
  onboardingCompleted: z.boolean(),
  /** Goes up with every save; 0 before the first. */
  version: z.number().int(),
  updatedAt: Instant.nullable(),
  updatedBy: z.string().nullable(),
  can: z.object({ edit: z.boolean() }),
})
export type ProfileView = z.output<typeof ProfileView>

const Knowledge = { tag: 'knowledge', access: 'member', path: '/api/knowledge/profile' } as const

export const getProfile = endpoint({
  ...Knowledge,
  method: 'GET',
  summary: 'Read the business profile',
  rate: 'read',
  scope: 'knowledge:read',
  reply: ProfileView,
})

/** Saves the whole profile; `completedStep` marks a step as done, unless it is empty. Step 1 is done only with its three required fields. */
export const saveProfile = endpoint({
  ...Knowledge,
  method: 'PUT',
  summary: 'Save the business profile',
  rate: 'write',
  body: z.strictObject({
    version: SeenVersion,
    profile: BusinessProfile,
    completedStep: ProfileStep.nullable().default(null),
  }),
  reply: ProfileView,
})
