import { PLANS, type PlanId } from '#contracts/billing/plan.ts'
import type { Language } from '#contracts/languages.ts'
import * as m from '#i18n/messages.js'

/** A plan's name as mails of a language have it. */
export const planNameIn = (plan: PlanId, language: Language): string =>
  m.billing_plan_name({ plan, name: PLANS[plan].name }, { locale: language })
