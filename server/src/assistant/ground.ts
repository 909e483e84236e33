import type { Found, KnowledgeFound } from '#server/knowledge/service.ts'
import { searchKnowledge } from '#server/knowledge/service.ts'
import type { Tenant } from '#server/platform/platform.ts'
import type { Language } from '#server/platform/text/language.ts'
import { detectLanguage } from '#server/platform/text/language.ts'
import type { TenantRow } from '#server/tenant/schema.ts'
import { readTenant } from '#server/tenant/service.ts'
import type { Question } from './engine.ts'
import type { Evidence } from './grounding/gate.ts'
import { isInstruction } from './grounding/injection.ts'

/** What an answer may stand on, and what it must keep to. */
export type Ground = {
  searched: KnowledgeFound
  evidence: Evidence[]
  /** The answer's language: the question's where the knowledge speaks it, else the knowledge's, whose words can be checked. */
  language: Language
  languages: Language[]
  hosts: ReadonlySet<string>
  avoidTopics: string[]
  voice: string
}

const PASSAGES = 5

/** Reads what a question needs, all at once. */
export async function readGround(tenant: Tenant, question: Question): Promise<Ground> {
  const [searched, row] = await Promise.all([searchKnowledge(tenant, question.text, PASSAGES), tenant.read(readTenant)])
  const trusted = withoutInstructions(searched)
  const passages = trusted.found.map(passageOf)
  const asked = question.language
  const spoken = [...new Set(passages.map(({ title, text }) => detectLanguage(`${title} ${text}`) ?? asked))]
  return {
    searched: trusted,
    evidence: [...passages, ...profileOf(row)],
    language: spoken.length === 0 || spoken.includes(asked) ? asked : spoken[0]!,
    languages: [...new Set([asked, ...spoken])],
    hosts: hostsOf(tenant, row),
    avoidTopics: [],
    voice: '',
  }
}

/** What speaks to a model instead of to a customer is no knowledge: it is neither shown to one nor quoted to the other. */
export function withoutInstructions({ confidence, found }: KnowledgeFound): KnowledgeFound {
  const trusted = found.filter(({ source, answer }) => !isInstruction(`${source.title}\n${answer}`))
  // The confidence is about the first piece: without it nothing is known of the next.
  return { confidence: trusted[0] === found[0] ? confidence : 0, found: trusted }
}

/** A piece of knowledge with the number it is cited by. */
export const passageOf = ({ source, answer }: Found, position: number): Evidence => ({
  id: position + 1,
  kind: 'passage',
  title: source.title,
  text: answer,
  source,
})

/** What every customer of the portal can read anyway. */
function profileOf({ name, businessInfo, slug }: TenantRow): Evidence[] {
  const { description, supportEmail, website, phone, industry, businessHours } = businessInfo
  const lines = [
    `Name: ${name}`,
    industry && `Industry: ${industry}`,
    description && `About: ${description}`,
    supportEmail && `E-mail: ${supportEmail}`,
    phone && `Telephone: ${phone}`,
    website && `Website: ${website}`,
    businessHours.days.length > 0 &&
      `People answer ${businessHours.days.join(', ')}, ${businessHours.start} to ${businessHours.end} (${businessInfo.timezone})`,
  ]
  const text = lines.filter((line) => line && !isInstruction(line)).join('\n')
  return text && slug ? [{ id: 0, kind: 'profile', title: name, text, source: null }] : []
}

/** Where a link in an answer may lead: the portal's own addresses and the business's. */
function hostsOf({ platform }: Tenant, { slug, customDomain, businessInfo }: TenantRow): ReadonlySet<string> {
  const { baseDomain } = platform.config
  const names = [
    hostname(platform.baseUrl),
    baseDomain && `${slug}.${baseDomain}`,
    customDomain,
    hostname(businessInfo.website),
  ]
  return new Set(
    names.filter((name): name is string => Boolean(name)).map((name) => name.toLowerCase().replace(/^www\./, '')),
  )
}

const hostname = (address: string): string | null => {
  const url = /^https?:\/\//i.test(address) ? address : `https://${address}`
  return address && URL.canParse(url) ? new URL(url).hostname : null
}
