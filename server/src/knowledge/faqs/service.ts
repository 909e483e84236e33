import type { z } from 'zod'
import { FaqId } from '#contracts/ids.ts'
import type { changeFaq, createFaq, FaqDetail, FaqPage, FaqView, FaqWords, listFaqs } from '#contracts/knowledge/faq.ts'
import { knowledgeChanged } from '#server/knowledge/events.ts'
import { assertCanEdit, canEditKnowledge } from '#server/knowledge/policy.ts'
import type { FaqRow } from '#server/knowledge/schema.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { conflict, invalid, notFound } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { lockTenant, recordActivity } from '#server/tenant/service.ts'
import { presentFaq } from './present.ts'
import {
  countFaqs,
  type FaqPlace,
  findFaqRow,
  hadFaqSamples,
  insertNewFaq,
  listFaqRows,
  markFaqSamples,
  readFaqUse,
  removeFaq,
  removeSampleRows,
  updateFaq,
} from './queries.ts'

const USE_DAYS = 30

/** A page of FAQs, newest change first. Throws invalid_input when the cursor is none. */
export const list = (tenant: Tenant, actor: Member, query: z.output<typeof listFaqs.query>): Promise<FaqPage> =>
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
    const samples = await countFaqs(t, { ...EVERYTHING, status: 'sample' })
    const all = items.length > 0 ? 1 : await countFaqs(t, EVERYTHING)
    return {
      items: items.map(presentFaq),
      nextCursor: rows.length > query.limit && last ? cursorOf(last.row) : null,
      total: await countFaqs(t, filter),
      samples,
      isUntouched: all === 0 && !(await hadFaqSamples(t)),
      canEdit: canEditKnowledge(actor),
    }
  })

const EVERYTHING = { search: '', category: undefined, priority: undefined, status: 'all' } as const

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
export const detail = (tenant: Tenant, id: FaqId): Promise<FaqDetail> =>
  tenant.read(async (t) => {
    const used = await findFaqRow(t, id)
    if (!used) throw notFound('question')
    const { uses, lastUsedAt } = await readFaqUse(t, id, USE_DAYS)
    return {
      faq: presentFaq(used),
      uses,
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
      helpful: used.helpful,
      notHelpful: used.rated - used.helpful,
    }
  })

/** Adds a FAQ. The same call again gives the same row; other words under its id are a conflict. */
export const create = (tenant: Tenant, actor: Member, given: z.output<typeof createFaq.body>): Promise<FaqView> =>
  tenant.tx((t) => writeFaq(t, actor, given))

/** The same within a transaction, for who does more along with it. */
export async function writeFaq(t: Tx, actor: Member, given: z.output<typeof createFaq.body>): Promise<FaqView> {
  assertCanEdit(actor)
  const row = await insertNewFaq(t, { ...given, ...writtenBy(actor), createdAt: t.now, updatedAt: t.now })
  if (!row) return sameAgain(t, given.id, given)
  await recordActivity(t, actor, { action: `FAQ added: ${shortened(row.question)}`, type: 'knowledge' })
  await emitFaqsChanged(t, row.id)
  return presentFaq({ row, views: 0, helpful: 0, rated: 0 })
}

const writtenBy = (actor: Member) => ({ createdBy: actor.userId, createdByName: actor.name })

async function sameAgain(t: Tx, id: FaqId, given: z.output<typeof FaqWords>): Promise<FaqView> {
  const known = await findFaqRow(t, id)
  if (known && known.row.question === given.question && known.row.answer === given.answer) return presentFaq(known)
  throw conflict('There is another question under this id already. Reload the list and try again.')
}

/** Changes a FAQ. Throws conflict, with the row as it is now, when somebody else changed it since. */
export const change = (
  tenant: Tenant,
  actor: Member,
  id: FaqId,
  { version, ...given }: z.output<typeof changeFaq.body>,
): Promise<FaqView> =>
  tenant.tx(async (t) => {
    if (!(await findFaqRow(t, id))) throw notFound('question')
    assertCanEdit(actor)
    const sent = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
    const row = await updateFaq(t, id, version, sent)
    const now = await findFaqRow(t, id)
    if (!now) throw notFound('question')
    if (!row) {
      const message = 'Somebody else changed this question meanwhile. Look at it as it is now, then save again.'
      throw conflict(message, { current: presentFaq(now) })
    }
    await recordActivity(t, actor, { action: `FAQ changed: ${shortened(row.question)}`, type: 'knowledge' })
    await emitFaqsChanged(t, id)
    return presentFaq(now)
  })

/** Adds phrasings to a FAQ that stands, whatever its version: nothing is overwritten. At most 50 are kept. */
export async function addPhrasings(t: Tx, actor: Member, id: FaqId, phrasings: readonly string[]): Promise<FaqView> {
  const known = await findFaqRow(t, id)
  if (!known) throw notFound('question')
  assertCanEdit(actor)
  const has = new Set([known.row.question, ...known.row.phrasings].map(folded))
  const fresh = phrasings.filter((one) => !has.has(folded(one)))
  const all = [...known.row.phrasings, ...fresh]
  if (all.length > 50) throw invalid({ 'body.phrasings': 'A question has at most 50 phrasings. Choose fewer.' })
  if (fresh.length === 0) return presentFaq(known)
  const row = await updateFaq(t, id, known.row.version, { phrasings: all })
  if (!row) throw conflict('Somebody else changed this question meanwhile. Try again.')
  await recordActivity(t, actor, { action: `FAQ changed: ${shortened(row.question)}`, type: 'knowledge' })
  await emitFaqsChanged(t, id)
  return presentFaq({ ...known, row })
}

const folded = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\s?!.]+/g, ' ')
    .trim()

/** Deletes a FAQ; the assistant forgets it at once. */
export const remove = (tenant: Tenant, actor: Member, id: FaqId): Promise<{ deleted: true }> =>
  tenant.tx(async (t) => {
    const known = await findFaqRow(t, id)
    if (!known) throw notFound('question')
    assertCanEdit(actor)
    const row = (await removeFaq(t, id)) ?? known.row
    await recordActivity(t, actor, { action: `FAQ deleted: ${shortened(row.question)}`, type: 'knowledge' })
    await emitFaqsChanged(t, id)
    return { deleted: true }
  })

type Sample = Pick<z.output<typeof FaqWords>, 'question' | 'answer' | 'phrasings' | 'category' | 'priority'>

/** Brings samples into a knowledge base that never held a question; tells how many came (K2, R5). Later calls change nothing. */
export const addSampleFaqs = (tenant: Tenant, actor: Member, given: readonly Sample[]): Promise<number> =>
  tenant.tx(async (t) => {
    assertCanEdit(actor)
    await lockTenant(t)
    if ((await hadFaqSamples(t)) || (await countFaqs(t, EVERYTHING)) > 0) return 0
    for (const one of given) {
      const id = FaqId.parse(crypto.randomUUID())
      await insertNewFaq(t, { id, ...one, isDemo: true, createdAt: t.now, updatedAt: t.now })
    }
    await markFaqSamples(t)
    await emitFaqsChanged(t, null)
    return given.length
  })

/** Removes every sample question in one action. */
export const removeSampleFaqs = (tenant: Tenant, actor: Member): Promise<number> =>
  tenant.tx(async (t) => {
    assertCanEdit(actor)
    const removed = await removeSampleRows(t)
    if (removed === 0) return 0
    await recordActivity(t, actor, { action: 'Sample FAQs removed', type: 'knowledge' })
    await emitFaqsChanged(t, null)
    return removed
  })

/** Tells the domains above and the open desks that FAQs are other ones now. */
export async function emitFaqsChanged(t: Tx, id: string | null): Promise<void> {
  await t.emit(knowledgeChanged, {})
  t.publish({ desk: true, conversationId: null, seq: null, event: { type: 'knowledge.changed', part: 'faqs', id } })
}

/** A question as a line of the activity log. */
const shortened = (text: string): string =>
  text.length <= 80 ? text : `${text.slice(0, 79).trimEnd().toWellFormed()}…`
