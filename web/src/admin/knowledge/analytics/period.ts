import type { Period } from '#contracts/knowledge/analytics.ts'
import * as m from '#i18n/messages.js'

const labels: Record<Period, () => string> = {
  '7d': m.knowledge_period_7d,
  '30d': m.knowledge_period_30d,
  '90d': m.knowledge_period_90d,
  all: m.knowledge_period_all,
}

export const periods = Object.keys(labels) as Period[]

/** Label of a period. */
export const periodLabel = (period: Period): string => labels[period]()
