import type { z } from 'zod'
import { FaqId } from '#contracts/ids.ts'
import type * as contract from '#contracts/knowledge/faq.ts'
import type { FaqDetail, FaqPage } from '#contracts/knowledge/faq.ts'
import { canEditKnowledge } from '#server/knowledge/policy.ts'
import type { FaqRow } from '#server/knowledge/schema.ts'
import type { Member } from '#server/platform/actor.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { presentFaq } from './present.ts'
import { ALL_FAQS, countFaqs, type FaqPlace, findFaqRow, hadSampleFaqs, listFaqRows, readFaqUsage } from './queries.ts'

const USE_DAYS = 30

/** A page of FAQs, newest change first. Throws invalid_input when the cursor is none. */
export const listFaqs = (
  tenant: Tenant,
  actor: Member,
  query: z.output<typeof contract.listFaqs.query>,
): Promise<FaqPage> =>
  tenant.read(async (t) => {
    const filter = {
      ...query,
      search: query.search.replaceAll('\0', ' '),
      category: query.category,
      priority: query.priority,
    }
    const after = query.cursor === undefined ? null : placeOf(query.cursor)
    const rows = await listFaqRows(t, filter, after, query.limit + 1)
    const items = rows.slice(0, query.limit)
    const last = items.at(-1)
    const samples = await countFaqs(t, { ...ALL_FAQS, status: 'sample' })
    const all = items.length > 0 ? 1 : await countFaqs(t, ALL_FAQS)
    return {
      items: items.map(presentFaq),
      nextCursor: rows.length > query.limit && last ? cursorOf(last.row) : null,
      total: await countFaqs(t, filter),
      samples,
      isUntouched: all === 0 && !(await hadSampleFaqs(t)),
      canEdit: canEditKnowledge(actor),
    }
  })

const cursorOf = (row: FaqRow): string => `${row.updatedAt.toISOString()}_${row.id}`

function placeOf(cursor: string): FaqPlace {
  const [at = '', given = ''] = cursor.split('_')
  const id = FaqId.safeParse(given)
  const updatedAt = new Date(at)
  if (!id.success || Number.isNaN(updatedAt.getTime())) {
    throw invalid({ 'query.cursor': 'This list has changed. Start again from its beginning.' })
  }
  return { updatedAt, id: id.data }
}

/** One FAQ with how often it answered in the last 30 days. */
export const getFaq = (tenant: Tenant, id: FaqId): Promise<FaqDetail> =>
  tenant.read(async (t) => {
    const used = await findFaqRow(t, id)
    if (!used) throw notFound('question')
    const { uses, lastUsedAt } = await readFaqUsage(t, id, USE_DAYS)
    return {
      faq: presentFaq(used),
      uses,
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
      helpful: used.helpful,
      notHelpful: used.rated - used.helpful,
    }
  })
