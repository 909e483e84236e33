import type { BusinessProfile } from '#contracts/knowledge/profile.ts'
import type { Evidence } from '#server/assistant/grounding/evidence.ts'
import { isInstruction } from '#server/language/service.ts'
import type { Tenant } from '#server/platform/platform.ts'
import type { TenantRow } from '#server/tenant/schema.ts'

/** The tenant's part of an answer's context. */
export type Business = {
  /** Public facts of settings and profile: what is said to customers, and what a model only knows. */
  evidence: Evidence[]
  /** Tone, what matters, and when and how a person takes over: for the model only. */
  voice: string
  /** What of it no customer may read. */
  withheld: string
  avoidTopics: string[]
  /** Allowed link hosts: those of the portal and of the tenant. */
  hosts: ReadonlySet<string>
}

/** Builds the tenant's context from its settings and, where present, its business profile. */
export function describeBusiness(tenant: Tenant, row: TenantRow, profile: BusinessProfile | null): Business {
  const { description, website } = row.businessInfo
  const said = [description.trim(), ...labelledLines([['Website', website]]), ...(profile ? factLines(profile) : [])]
  const known = [...settingLines(row), ...(profile ? profileLines(profile) : [])]
  const textOf = (lines: string[]) =>
    [...new Set(lines)].filter((line) => line !== '' && !isInstruction(line)).join('\n')
  return {
    evidence: [
      { id: 0, kind: 'profile', title: row.name, text: textOf(said), source: null },
      { id: 0, kind: 'background', title: row.name, text: textOf(known), source: null },
    ],
    voice: profile ? voiceOf(profile) : '',
    withheld: profile ? withheldOf(profile) : '',
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
  const { supportEmail, phone, address, emergencyPhone, industry, businessHours, timezone } = businessInfo
  const { days, start, end } = businessHours
  return labelledLines([
    ['Name', name],
    ['Industry', industry],
    ['E-mail', supportEmail],
    ['Telephone', phone],
    ['Emergency telephone', emergencyPhone],
    ['Address', address],
    ['People answer', days.length > 0 ? `${days.join(', ')}, ${start} to ${end} (${timezone})` : ''],
  ])
}

const profileLines = (profile: BusinessProfile): string[] =>
  labelledLines([
    ['Company', profile.companyName],
    ['Industry', profile.industry],
    ['Business type', profile.businessType],
    ['For', profile.targetAudience],
  ])

/** What the profile tells customers too. */
const factLines = (profile: BusinessProfile): string[] =>
  labelledLines([
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

/** How much is left to the assistant, by the level that the business chose. */
const AUTOMATION: Record<BusinessProfile['automationLevel'], string> = {
  '': '',
  low: 'A person answers most: offer one with every answer',
  balanced: 'Answer what the knowledge answers in full; offer a person for the rest',
  high: 'Answer as much as you can yourself; offer a person only where the knowledge has no answer or one is asked for',
}

/** What a model needs of the fields that customers do not see: manner and rules, which are no evidence. */
const voiceOf = (profile: BusinessProfile): string =>
  labelledLines([
    ['Tone', profile.brandTone],
    ['Formality', profile.formalityLevel],
    ['Words of the trade', profile.industryJargon],
    ['Division of work', AUTOMATION[profile.automationLevel]],
    ['Offer a person when', profile.humanEscalationRules],
    ['How a person takes over', profile.escalationProcess],
    ['Matters most', profile.priorityTopics],
    ['What customers often report', profile.commonIssues],
  ])
    .filter((line) => !isInstruction(line))
    .join('. ')

/** Words of the business for its team, which no answer may repeat. */
const withheldOf = ({
  humanEscalationRules,
  escalationProcess,
  priorityTopics,
  commonIssues,
}: BusinessProfile): string =>
  [...humanEscalationRules, escalationProcess, ...priorityTopics, ...commonIssues].join('\n')

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
