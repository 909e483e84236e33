import type { BusinessProfile } from '#contracts/knowledge/profile.ts'
import type { BusinessInfo } from '#contracts/tenant/tenant.ts'
import type { Evidence } from '#server/assistant/grounding/evidence.ts'
import { CACHED_PASSAGES, memoize } from '#server/assistant/grounding/memoize.ts'
import type { Writing } from '#server/assistant/grounding/prompt.ts'
import type { Question } from '#server/assistant/types.ts'
import {
  type KnowledgeMatch,
  type KnowledgeSearchResult,
  readBusinessProfile,
  searchKnowledge,
} from '#server/knowledge/service.ts'
import { detectLanguage, isInstruction, type Language } from '#server/language/service.ts'
import type { Tenant } from '#server/platform/platform.ts'
import type { TenantRow } from '#server/tenant/schema.ts'
import { readTenant } from '#server/tenant/service.ts'
import { type Business, describeBusiness } from './business.ts'
import { factText } from './business-facts.ts'

/** The evidence for an answer, and the tenant's rules for it. */
export type AnswerContext = Business & {
  searched: KnowledgeSearchResult
  /** How a model is to write: by choosing sentences, translating those it chooses, or in its own words. */
  writing: Writing
  /** The question's language and those of the passages. */
  languages: Language[]
}

/** The number of passages that are searched for. */
export const MAX_PASSAGES = 5
/** From this confidence up to the tenant's threshold the no-key engine offers the three best passages as "Did you mean". */
export const SUGGESTION_THRESHOLD = 0.2

/** Below this confidence nothing that was found is about the question: no model is asked about it. */
const RELEVANCE_FLOOR = 0.05

/** What was found, if it may be about the question. */
export const relevant = ({ confidence, found }: KnowledgeSearchResult): KnowledgeMatch[] =>
  confidence >= RELEVANCE_FLOOR ? found : []

const FACTS = ['phone', 'email', 'address', 'hours', 'emergency_phone'] as const

/** The business's record in whole sentences of the customer's language. */
function factsOf(question: Question, record: BusinessInfo): Evidence[] {
  const text = FACTS.flatMap((fact) => factText(fact, { ...question, record }) ?? []).join('\n')
  return text === '' ? [] : [{ id: 0, kind: 'profile', title: question.business, text, source: null }]
}

/** Where a wrong word does harm, answers are never in a model's own words. */
const SENSITIVE_INDUSTRIES = ['healthcare', 'finance', 'legal']

const mayReword = ({ aiSettings, businessInfo }: TenantRow, profile: BusinessProfile | null): boolean => {
  const industries = [businessInfo.industry, profile?.industry ?? ''].map((one) => one.toLowerCase())
  return aiSettings.answers === 'reworded' && !SENSITIVE_INDUSTRIES.some((one) => industries.includes(one))
}

/** Loads the tenant's settings and profile while the search runs. */
export async function loadAnswerContext(
  tenant: Tenant,
  question: Question,
  searching: Promise<KnowledgeSearchResult> = searchKnowledge(tenant, question.text, MAX_PASSAGES),
): Promise<AnswerContext> {
  const [searched, { mayReword: isRewording, record, ...business }] = await Promise.all([
    searching,
    tenant.read(async (t) => {
      const [row, profile] = await Promise.all([readTenant(t), readBusinessProfile(t)])
      return { ...describeBusiness(tenant, row, profile), mayReword: mayReword(row, profile), record: row.businessInfo }
    }),
  ])
  const trusted = withoutInstructions(searched)
  const passages = relevant(trusted).map(toPassage)
  const asked = question.language
  const passageLanguages = [
    ...new Set(passages.map(({ title, text }) => languageOf(`${title} ${text}`).language ?? asked)),
  ]
  const isForeign = passageLanguages.length > 0 && !passageLanguages.includes(asked)
  return {
    ...business,
    searched: trusted,
    evidence: [...passages, ...factsOf(question, record), ...business.evidence],
    writing: isForeign ? 'translated' : isRewording ? 'reworded' : 'chosen',
    languages: [...new Set([asked, ...passageLanguages])],
  }
}

const languageOf = memoize((text) => ({ language: detectLanguage(text) }), CACHED_PASSAGES)
const isTrusted = memoize((text) => !isInstruction(text), CACHED_PASSAGES)

/** Removes passages that contain prompt injection: they reach neither a model nor a customer. */
export function withoutInstructions({ confidence, found, languages }: KnowledgeSearchResult): KnowledgeSearchResult {
  const trusted = found.filter(({ source, answer }) => isTrusted(`${source.title}\n${source.heading ?? ''}\n${answer}`))
  // The confidence belongs to the first passage: without it the others count as suggestions at most.
  return {
    confidence: trusted[0] === found[0] ? confidence : Math.min(confidence, SUGGESTION_THRESHOLD),
    found: trusted,
    languages,
  }
}

/** A passage as evidence, with the number it is cited by. */
export const toPassage = ({ source, answer }: KnowledgeMatch, position: number): Evidence => ({
  id: position + 1,
  kind: 'passage',
  title: source.heading ? `${source.title}: ${source.heading}` : source.title,
  text: answer,
  source,
})
