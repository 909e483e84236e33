import type { Evidence } from '#server/assistant/grounding/evidence.ts'
import { KEPT_PASSAGES, remembered } from '#server/assistant/grounding/remember.ts'
import type { Question } from '#server/assistant/types.ts'
import {
  type KnowledgeMatch,
  type KnowledgeSearchResult,
  readBusinessProfile,
  searchKnowledge,
} from '#server/knowledge/service.ts'
import { detectLanguage, isInstruction, type Language } from '#server/language/service.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { readTenant } from '#server/tenant/service.ts'
import { type Business, businessOf } from './business.ts'

/** What an answer may stand on, and what it must keep to. */
export type Ground = Business & {
  searched: KnowledgeSearchResult
  /** The answer's language: the question's where the knowledge speaks it, else the knowledge's, whose words can be checked. */
  language: Language
  languages: Language[]
}

/** As many pieces of knowledge are looked for. */
export const PASSAGES = 5
/** From this confidence on, and below the tenant's threshold, the three best are offered as "Did you mean" (ai.md: No-key retrieval). */
export const SUGGEST_FROM = 0.35

/** Reads what an answer needs besides what is being searched for, at the same time. */
export async function readGround(
  tenant: Tenant,
  question: Question,
  searching: Promise<KnowledgeSearchResult> = searchKnowledge(tenant, question.text, PASSAGES),
): Promise<Ground> {
  const [searched, business] = await Promise.all([
    searching,
    tenant.read(async (t) => {
      const [row, profile] = await Promise.all([readTenant(t), readBusinessProfile(t)])
      return businessOf(tenant, row, profile)
    }),
  ])
  const trusted = withoutInstructions(searched)
  const passages = trusted.found.map(passageOf)
  const asked = question.language
  const spoken = [...new Set(passages.map(({ title, text }) => languageOf(`${title} ${text}`).language ?? asked))]
  return {
    ...business,
    searched: trusted,
    evidence: [...passages, ...business.evidence],
    language: spoken.length === 0 || spoken.includes(asked) ? asked : spoken[0]!,
    languages: [...new Set([asked, ...spoken])],
  }
}

const languageOf = remembered((text) => ({ language: detectLanguage(text) }), KEPT_PASSAGES)
const isTrusted = remembered((text) => !isInstruction(text), KEPT_PASSAGES)

/** What speaks to a model instead of to a customer is no knowledge: it is neither shown to one nor quoted to the other. */
export function withoutInstructions({ confidence, found }: KnowledgeSearchResult): KnowledgeSearchResult {
  const trusted = found.filter(({ source, answer }) => isTrusted(`${source.title}\n${source.heading ?? ''}\n${answer}`))
  // The confidence is about the first piece: without it the others are good for "Did you mean" at most.
  return { confidence: trusted[0] === found[0] ? confidence : Math.min(confidence, SUGGEST_FROM), found: trusted }
}

/** A piece of knowledge with the number it is cited by. */
export const passageOf = ({ source, answer }: KnowledgeMatch, position: number): Evidence => ({
  id: position + 1,
  kind: 'passage',
  title: source.heading ? `${source.title}: ${source.heading}` : source.title,
  text: answer,
  source,
})
