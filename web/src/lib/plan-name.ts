import type { PlanName } from '#contracts/billing/plan.ts'
import * as m from '#i18n/messages.js'

/** The name of a plan in the language of the page. */
export const planName = ({ id, name }: PlanName): string => m.billing_plan_name({ plan: id, name })
