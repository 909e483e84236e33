import type { Language } from '#contracts/languages.ts'
import type { ChecklistView, ProposalSource, ProposedFaq } from '#contracts/signup/checklist.ts'
import { CHECKLIST_STEPS } from '#contracts/signup/steps.ts'
import { readWebPage } from '#server/knowledge/service.ts'
import { detectLanguage } from '#server/language/service.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { invalid } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { hasRole, requireRole } from '#server/platform/policy.ts'
import { proposeFaqs } from '#server/signup/faq-proposals/propose-faqs.ts'
import { readTenant } from '#server/tenant/service.ts'
import { readCustomerLinks } from './customer-links.ts'
import { SET_UP_BUSINESS } from './policy.ts'
import { markChecklistStep, readChecklistFacts } from './queries.ts'

/** What is left to set up. A step is done once the business has what it is about, however it came about. */
export const getChecklist = (tenant: Tenant, actor: Member, language: Language): Promise<ChecklistView> =>
  tenant.read((t) => readChecklist(tenant, t, actor, language))

/** Records a step that leaves no other trace. Throws forbidden for agents. */
export function recordChecklistStep(
  tenant: Tenant,
  actor: Member,
  step: 'test_question' | 'link',
  language: Language,
): Promise<ChecklistView> {
  requireRole(actor, SET_UP_BUSINESS)
  return tenant.tx(async (t) => {
    await markChecklistStep(t, step)
    return readChecklist(tenant, t, actor, language)
  })
}

/**
 * Questions and answers found in a text or on a public page, for a person to approve. Throws forbidden for agents, and invalid_input for a
 * page that cannot be read.
 */
export async function proposeChecklistFaqs(
  { platform }: Tenant,
  actor: Member,
  source: ProposalSource,
): Promise<ProposedFaq[]> {
  requireRole(actor, SET_UP_BUSINESS)
  if (source.kind === 'text') return inItsLanguage(source.text)
  const page = await readWebPage(platform, source.url)
  if ('reason' in page) throw invalid({ 'body.source.url': page.reason })
  const sections = page.questions.map(({ question, answer }) => `## ${question}\n\n${answer}`)
  return inItsLanguage(sections.length > 0 ? sections.join('\n\n') : page.text)
}

/** The proposals of a text with its language, under which they are searched; English where the text is too short to say. */
function inItsLanguage(text: string): ProposedFaq[] {
  const language = detectLanguage(text) ?? 'en'
  return proposeFaqs(text).map((one) => ({ ...one, language }))
}

async function readChecklist({ platform }: Tenant, t: Tx, actor: Member, language: Language): Promise<ChecklistView> {
  const tenant = await readTenant(t)
  const { memberCount, openInvitationCount, ...facts } = await readChecklistFacts(t)
  const steps = CHECKLIST_STEPS.map((id) => ({ id, isDone: facts[id] }))
  return {
    steps,
    isFinished: tenant.isDemo || steps.every(({ isDone }) => isDone),
    canEdit: hasRole(actor, SET_UP_BUSINESS),
    memberCount,
    openInvitationCount,
    website: tenant.businessInfo.website,
    links: await readCustomerLinks(t, platform, tenant, language),
  }
}
