import { PLANS, type Plan, type PlanId, type PlanName } from '#contracts/billing/plan.ts'
import type { Language } from '#contracts/languages.ts'
import * as m from '#i18n/messages.js'
import { inLanguage, type Text, text } from '#server/platform/text/message.ts'

export const nameOfPlan = ({ id, name }: Plan): PlanName => ({ id, name })

/** A plan's name as the texts of a language have it. */
export const planNameIn = (plan: PlanId, language: Language): string => inLanguage(planNameText(plan), language)

export const planNameText = (plan: PlanId): Text => text(m.billing_plan_name, { plan, name: PLANS[plan].name })
