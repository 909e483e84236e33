import type { Language } from '#contracts/languages.ts'
import type { Tx } from '#server/platform/db/tenant.ts'

/** Only the newest so many answers are counted, so that the cost is bounded. */
const COUNTED_ANSWERS = 2_000
/** A longer question is no chip. */
const MAX_QUESTION_LENGTH = 100

/** The questions of the published FAQs in a language on which the newest answers rested, the most used first. */
export async function listMostAskedQuestions(t: Tx, language: Language, limit: number): Promise<string[]> {
  const rows = await t.sql<{ question: string }>(
    `SELECT f.question FROM faq f JOIN (
       SELECT source_id, count(*) AS answers FROM (
         SELECT source_id, kind FROM knowledge_use WHERE tenant_id = $1 ORDER BY at DESC LIMIT $4) newest
       WHERE kind = 'faq' GROUP BY source_id) used ON used.source_id = f.id
     WHERE f.tenant_id = $1 AND f.is_published AND f.language = $2 AND length(f.question) <= $5
     ORDER BY used.answers DESC, f.question LIMIT $3`,
    [t.tenantId, language, limit, COUNTED_ANSWERS, MAX_QUESTION_LENGTH],
    'prepared',
  )
  return rows.map(({ question }) => question)
}
