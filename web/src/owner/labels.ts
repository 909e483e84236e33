import type { GiftTokenKind, GiftTokenStatus } from '#contracts/billing/gift-token.ts'
import { LOAD_MEASURES, type LoadMeasure } from '#contracts/owner/load-measure.ts'
import type { SystemHealth } from '#contracts/owner/system-health.ts'
import type { HealthReason, TenantHealth, TenantSort } from '#contracts/owner/tenant.ts'
import * as m from '#i18n/messages.js'
import type { Tone } from '#web/kit/surface.tsx'
import { pageLocale } from '#web/lib/format.ts'

const number = (options: Intl.NumberFormatOptions) => (value: number) => value.toLocaleString(pageLocale(), options)

export const percent = number({ style: 'percent', maximumFractionDigits: 1 })
export const signedPercent = number({ style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' })
export const oneDecimal = number({ minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** `$1,490`, of cents. */
export const dollars = (cents: number): string =>
  number({ style: 'currency', currency: 'USD', maximumFractionDigits: cents % 100 === 0 ? 0 : 2 })(cents / 100)

/** `420 ms`, `1.5 s`. */
export const duration = (ms: number): string =>
  ms < 1000
    ? m.owner_milliseconds({ ms: Math.round(ms).toLocaleString(pageLocale()) })
    : m.owner_seconds({ seconds: oneDecimal(ms / 1000) })

export const measureLabel = (measure: LoadMeasure): string =>
  ({
    databaseMs: m.owner_load_database,
    requests: m.owner_load_requests,
    jobs: m.owner_tab_jobs,
    modelCalls: m.owner_load_model_calls,
    mails: m.owner_load_mails,
  })[measure]()

export const measureOptions = (): { value: LoadMeasure; label: string }[] =>
  LOAD_MEASURES.map((value) => ({ value, label: measureLabel(value) }))

export const healthLabel = (health: SystemHealth): string =>
  ({
    Excellent: m.owner_health_excellent,
    Good: m.owner_health_good,
    Fair: m.owner_health_fair,
    Poor: m.owner_health_poor,
    Error: m.owner_health_error,
  })[health]()

export const tokenKindLabel = (kind: GiftTokenKind): string =>
  ({
    single: m.owner_kind_single,
    batch: m.owner_kind_batch,
    family: m.owner_kind_family,
    test: m.owner_kind_test,
  })[kind]()

/** Active green, redeemed amber. */
export const tokenStatus = (status: GiftTokenStatus): { label: string; tone: Tone } =>
  status === 'active'
    ? { label: m.owner_token_active(), tone: 'resolved' }
    : { label: m.owner_token_redeemed(), tone: 'waiting' }

export const tenantHealth = (health: TenantHealth): { label: string; tone: Tone } =>
  ({
    good: { label: m.owner_tenant_good(), tone: 'resolved' as const },
    watch: { label: m.owner_tenant_watch(), tone: 'waiting' as const },
    risk: { label: m.owner_tenant_risk(), tone: 'danger' as const },
  })[health]

export const reasonLabel = (reason: HealthReason): string =>
  ({
    suspended: m.owner_reason_suspended,
    no_plan: m.owner_reason_no_plan,
    past_due: m.owner_reason_past_due,
    plan_ended: m.owner_reason_plan_ended,
    low_satisfaction: m.owner_reason_low_satisfaction,
    many_open_tickets: m.owner_reason_many_open_tickets,
    inactive: m.owner_reason_inactive,
  })[reason]()

export const sortOptions = (): { value: TenantSort; label: string }[] => [
  { value: 'activity', label: m.owner_sort_activity() },
  { value: 'name', label: m.owner_sort_name() },
  { value: 'created', label: m.owner_sort_created() },
  { value: 'tickets', label: m.owner_sort_tickets() },
  { value: 'aiShare', label: m.owner_sort_ai_share() },
  { value: 'satisfaction', label: m.owner_sort_satisfaction() },
]
