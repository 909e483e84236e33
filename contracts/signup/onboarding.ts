import { z } from 'zod'
import { PlanId } from '#contracts/billing/plan.ts'
import { endpoint } from '#contracts/endpoint.ts'
import { line, requiredLine, text } from '#contracts/fields.ts'
import { Website } from './signup.ts'
import { LINK_KINDS, ONBOARDING_INDUSTRIES, ONBOARDING_STEPS } from './steps.ts'

const Onboarding = { tag: 'signup', access: 'member' } as const

export const OnboardingStep = z.enum(ONBOARDING_STEPS)
export type OnboardingStep = z.output<typeof OnboardingStep>

export const LinkKind = z.enum(LINK_KINDS)
export type LinkKind = z.output<typeof LinkKind>

/** A link to the portal. All but the basic one carry `utm_source`, so that visits can be told apart. */
export const CustomerLink = z.object({
  kind: LinkKind,
  url: z.string(),
  title: z.string(),
  description: z.string(),
  usage: z.string(),
})
export type CustomerLink = z.output<typeof CustomerLink>

const optionalLine = line(300).default('')

export const OnboardingBusiness = z.strictObject({
  companyName: requiredLine(120, 'error_enter_business_name'),
  industry: z.enum(ONBOARDING_INDUSTRIES),
  website: Website,
  phone: line(60).default(''),
  address: optionalLine,
  emergencyPhone: line(60).default(''),
  description: text(2000).default(''),
})
export type OnboardingBusiness = z.output<typeof OnboardingBusiness>

export const OnboardingView = z.object({
  currentStep: OnboardingStep,
  completedSteps: z.array(OnboardingStep),
  isComplete: z.boolean(),
  planId: PlanId,
  business: z.object({
    companyName: z.string(),
    industry: z.string(),
    website: z.string(),
    phone: z.string(),
    address: z.string(),
    emergencyPhone: z.string(),
    description: z.string(),
  }),
  slug: z.string(),
  links: z.array(CustomerLink),
})
export type OnboardingView = z.output<typeof OnboardingView>

export const getOnboarding = endpoint({
  ...Onboarding,
  method: 'GET',
  path: '/api/onboarding',
  summary: 'How far setting up the business has come',
  rate: 'read',
  reply: OnboardingView,
})

/** Saves the business and makes the portal's address from its name, the first time; later only the fields change. */
export const saveOnboardingBusiness = endpoint({
  ...Onboarding,
  method: 'PUT',
  path: '/api/onboarding/business',
  summary: 'Save the business and create its portal address',
  rate: 'write',
  body: OnboardingBusiness,
  reply: OnboardingView,
})

/** Records a step as done. One that is done already changes nothing; one that is not next is a conflict. */
export const completeOnboardingStep = endpoint({
  ...Onboarding,
  method: 'POST',
  path: '/api/onboarding/steps',
  summary: 'Finish a step of setting up',
  rate: 'write',
  body: z.strictObject({ step: OnboardingStep.exclude(['business_info', 'tenant_generation']) }),
  reply: OnboardingView,
})
