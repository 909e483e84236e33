import type { z } from 'zod'
import type { FaqId } from '#contracts/ids.ts'
import type * as contract from '#contracts/knowledge/faq.ts'
import type { FaqDetail, FaqPage } from '#contracts/knowledge/faq.ts'
import { EDIT_KNOWLEDGE } from '#server/knowledge/policy.ts'
import type { Member } from '#server/platform/actor.ts'
import { newestFirst, pageFrom } from '#server/platform/db/cursor.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { hasRole } from '#server/platform/policy.ts'
import { presentFaq } from './present.ts'
import { ALL_FAQS, countFaqs, findFaqRow, hadSampleFaqs, listFaqRows, readFaqUsage } from './queries.ts'

const USE_DAYS = 30

/** A page of FAQs, newest change first. Throws invalid_input when the cursor does not decode. */
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
    const rows = await listFaqRows(t, filter, newestFirst.decode(query.cursor), query.limit + 1)
    const page = pageFrom(rows, query.limit, newestFirst, ({ row }) => ({ at: row.updatedAt, id: row.id }))
    const samples = await countFaqs(t, { ...ALL_FAQS, status: 'sample' })
    const all = page.items.length > 0 ? 1 : await countFaqs(t, ALL_FAQS)
    return {
      items: page.items.map(presentFaq),
      nextCursor: page.nextCursor,
      total: await countFaqs(t, filter),
      samples,
      isUntouched: all === 0 && !(await hadSampleFaqs(t)),
      canEdit: hasRole(actor, EDIT_KNOWLEDGE),
    }
  })

/** A FAQ with the answers of the last 30 days that rested on it. Throws not_found. */
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
