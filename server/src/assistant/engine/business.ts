import type { BusinessProfile } from '#contracts/knowledge/profile.ts'
import type { Evidence } from '#server/assistant/grounding/evidence.ts'
import { isInstruction } from '#server/language/service.ts'
import type { Tenant } from '#server/platform/platform.ts'
import type { TenantRow } from '#server/tenant/schema.ts'

/** The tenant's part of an answer's context. */
export type Business = {
  /** Public facts: settings and profile. */
  evidence: Evidence[]
  /** Tone, and when to offer a person: for the model only. */
  voice: string
  /** What of it no customer may read. */
  withheld: string
  avoidTopics: string[]
  /** Allowed link hosts: those of the portal and of the tenant. */
  hosts: ReadonlySet<string>
}

/** Builds the tenant's context from its settings and, where present, its business profile. */
export function describeBusiness(tenant: Tenant, row: TenantRow, profile: BusinessProfile | null): Business {
  const lines = [...settingLines(row), ...(profile ? profileLines(profile) : [])]
  const text = lines.filter((line) => !isInstruction(line)).join('\n')
  return {
    evidence: [{ id: 0, kind: 'profile', title: row.name, text, source: null }],
    voice: profile ? voiceOf(profile) : '',
    withheld: profile?.humanEscalationRules.join('\n') ?? '',
    avoidTopics: profile?.avoidTopics ?? [],
    hosts: hostsOf(tenant, row),
  }
}

const labelledLines = (pairs: [string, string | readonly string[]][]): string[] =>
  pairs.flatMap(([name, value]) => {
    const words = typeof value === 'string' ? value : value.join(', ')
    return words.trim() ? [`${name}: ${words.trim()}`] : []
  })

function settingLines({ name, businessInfo }: TenantRow): string[] {
  const { description, supportEmail, website, phone, industry, businessHours, timezone } = businessInfo
  const { days, start, end } = businessHours
  return labelledLines([
    ['Name', name],
    ['Industry', industry],
    ['About', description],
    ['E-mail', supportEmail],
    ['Telephone', phone],
    ['Website', website],
    ['People answer', days.length > 0 ? `${days.join(', ')}, ${start} to ${end} (${timezone})` : ''],
  ])
}

const profileLines = (profile: BusinessProfile): string[] =>
  labelledLines([
    ['Company', profile.companyName],
    ['Business type', profile.businessType],
    ['For', profile.targetAudience],
    ['Products', profile.mainProducts],
    ['Product categories', profile.productCategories],
    ['Services', profile.primaryServices],
    ['Support by', profile.supportChannels],
    ['Business hours', profile.businessHours],
    ['Answers within', profile.responseTimeGoals],
    ['Pricing', profile.pricingModel],
    ['Billing', profile.billingCycle],
    ['Refund policy', profile.refundPolicy],
    ['Technical requirements', profile.technicalRequirements],
    ['Integrations', profile.integrationApis],
  ])

/** What a model needs of the fields that customers do not see. Known issues and priorities are no evidence and stay out of every prompt. */
const voiceOf = (profile: BusinessProfile): string =>
  labelledLines([
    ['Tone', profile.brandTone],
    ['Formality', profile.formalityLevel],
    ['Words of the trade', profile.industryJargon],
    ['Offer a person when', profile.humanEscalationRules],
  ])
    .filter((line) => !isInstruction(line))
    .join('. ')

function hostsOf({ platform }: Tenant, { slug, customDomain, businessInfo }: TenantRow): ReadonlySet<string> {
  const { baseDomain } = platform.config
  const subdomain = baseDomain ? `${slug}.${baseDomain}` : null
  const names = [hostname(platform.baseUrl), subdomain, customDomain, hostname(businessInfo.website)]
  return new Set(names.flatMap((name) => (name ? [name.toLowerCase().replace(/^www\./, '')] : [])))
}

const hostname = (address: string): string | null => {
  const url = /^https?:\/\//i.test(address) ? address : `https://${address}`
  return address && URL.canParse(url) ? new URL(url).hostname : null
}
