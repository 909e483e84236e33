import { z } from 'zod'
import { PlanId } from '#contracts/billing/plan.ts'
import { endpoint } from '#contracts/endpoint.ts'
import { Email, line, requiredLine } from '#contracts/fields.ts'
import { idOf } from '#contracts/ids.ts'
import { KnowledgeLanguage } from '#contracts/knowledge/faq.ts'

/** Made by the page that signs up: the same id again is the same sign-up. */
export const SignUpId = idOf('signup')
export type SignUpId = z.output<typeof SignUpId>

/** The five ways to sign up, each an address of its own. They differ in what is asked first, and in the portal address that results. */
export const SignUpFlow = z.enum(['payment', 'wizard', 'simple', 'gift', 'onboarding'])
export type SignUpFlow = z.output<typeof SignUpFlow>

/** What gives the new business its plan. There is no third way: no plan without a completed checkout or a gift token. */
const PlanProof = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('checkout'), checkoutId: z.string().min(8).max(200) }),
  z.strictObject({ kind: z.literal('gift'), token: z.string().trim().min(1).max(100) }),
])
export type PlanProof = z.output<typeof PlanProof>

export const Website = z
  .string()
  .max(300)
  .trim()
  .regex(/^$|^https?:\/\/[^\s/]+\S*$/i, 'error_enter_whole_url')
  .default('')

const Business = {
  id: SignUpId,
  flow: SignUpFlow,
  proof: PlanProof,
  /** Empty where the flow asks for it later: the portal's address is then made from the e-mail address. */
  businessName: line(120).default(''),
  website: Website,
  /** The language of the starter articles and links. */
  language: KnowledgeLanguage.default('en'),
  /** The browser's time zone; unknown ones become America/New_York. */
  timezone: z.string().max(64).default('America/New_York'),
}

export const SignUpView = z.object({
  slug: z.string(),
  planId: PlanId,
  /** Where the page leads after its success message. */
  next: z.string(),
})
export type SignUpView = z.output<typeof SignUpView>

/** Creates account, business and subscription in one transaction and signs in. The same id, e-mail and password again give the same account. */
export const signUp = endpoint({
  method: 'POST',
  path: '/api/signup',
  summary: 'Sign up a business with a new account',
  tag: 'signup',
  access: 'public',
  rate: 'signin',
  idempotent: true,
  status: 201,
  body: z.strictObject({
    ...Business,
    name: line(120).default(''),
    email: Email,
    password: z.string().min(1, 'error_enter_password').max(200),
  }),
  reply: SignUpView,
})

/** The same for a signed-in account that has no business yet (a sign-in with Google). */
export const signUpBusiness = endpoint({
  method: 'POST',
  path: '/api/signup/business',
  summary: 'Create a business for the account that is signed in',
  tag: 'signup',
  access: 'account',
  rate: 'signin',
  idempotent: true,
  status: 201,
  body: z.strictObject({ ...Business, businessName: requiredLine(120, 'error_enter_business_name') }),
  reply: SignUpView,
})
