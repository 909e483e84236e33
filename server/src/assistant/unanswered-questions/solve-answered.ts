import type { FaqId, QuestionGroupId } from '#contracts/ids.ts'
import { publishKnowledge, searchKnowledge } from '#server/knowledge/service.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { readTenant } from '#server/tenant/service.ts'
import { listGroups, solveAnsweredGroup } from './queries.ts'

/** A change of FAQs is compared with this many groups, the most frequent first. */
const COMPARED = 100

type Answered = { id: QuestionGroupId; faqId: FaqId }

/**
 * Marks the open groups as solved of which the assistant now answers every phrasing from one FAQ that is newer than the group's last
 * time: by the same search and threshold as in a chat.
 */
export async function solveAnsweredGroups(tenant: Tenant): Promise<void> {
  const { groups, threshold } = await tenant.read(async (t) => ({
    groups: await listGroups(t, { status: 'open', limit: COMPARED }),
    threshold: (await readTenant(t)).aiSettings.confidenceThreshold,
  }))
  const answered: Answered[] = []
  for (const { id, text, phrasings } of groups) {
    const faqId = await faqOf(tenant, [text, ...phrasings.filter((one) => one !== text)], threshold)
    if (faqId) answered.push({ id, faqId })
  }
  if (answered.length === 0) return
  await tenant.tx(async (t) => {
    let solved = 0
    for (const { id, faqId } of answered) solved += await solveAnsweredGroup(t, id, faqId)
    if (solved > 0) publishKnowledge(t, 'questions')
  })
}

/** The FAQ from which each of these texts is answered; null where one of them is not, or from another source. */
async function faqOf(tenant: Tenant, texts: string[], threshold: number): Promise<FaqId | null> {
  let faqId: FaqId | null = null
  for (const text of texts) {
    const { confidence, found } = await searchKnowledge(tenant, text, 1)
    const source = found[0]?.source
    if (source?.kind !== 'faq' || confidence < threshold || (faqId && source.id !== faqId)) return null
    faqId = source.id as FaqId
  }
  return faqId
}
