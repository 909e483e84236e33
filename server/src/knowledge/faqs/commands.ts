import type { z } from 'zod'
import { FaqId } from '#contracts/ids.ts'
import type * as contract from '#contracts/knowledge/faq.ts'
import type { FaqView } from '#contracts/knowledge/faq.ts'
import * as m from '#i18n/messages.js'
import { EDIT_KNOWLEDGE } from '#server/knowledge/policy.ts'
import type { FaqRow } from '#server/knowledge/schema.ts'
import type { Member } from '#server/platform/actor.ts'
import { createOnce, isSameContent } from '#server/platform/db/create-once.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { conflict, invalid, notFound } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { requireRole } from '#server/platform/policy.ts'
import { text } from '#server/platform/text/message.ts'
import { lockTenant, recordActivity } from '#server/tenant/service.ts'
import { emitFaqsChanged } from './emit-faqs-changed.ts'
import { presentFaq } from './present.ts'
import {
  ALL_FAQS,
  countFaqs,
  deleteFaqRow,
  deleteSampleFaqRows,
  findFaqRow,
  hadSampleFaqs,
  insertFaqRow,
  recordSampleFaqs,
  updateFaqRow,
} from './queries.ts'

/** Creates a FAQ. A repeated request gives the same row; other content under its id is a conflict. */
export const createFaq = (
  tenant: Tenant,
  actor: Member,
  given: z.output<typeof contract.createFaq.body>,
): Promise<FaqView> =>
  createOnce(tenant, {
    create: (t) => createFaqWithin(t, actor, given),
    findSame: (t) => findIdenticalFaq(t, given),
    conflict: faqIdTaken,
  })

/** Adds a FAQ in an open transaction, for callers that do more in it. Call it within `createOnce`. */
export async function createFaqWithin(
  t: Tx,
  actor: Member,
  given: z.output<typeof contract.createFaq.body>,
): Promise<FaqView> {
  requireRole(actor, EDIT_KNOWLEDGE)
  const row = await insertFaqRow(t, { ...given, ...writtenBy(actor), createdAt: t.now, updatedAt: t.now })
  await recordActivity(t, actor, {
    action: text(m.activity_faq_added, { question: shortened(row.question) }),
    type: 'knowledge',
  })
  await emitFaqsChanged(t, { change: 'created', faqId: row.id })
  return presentFaq({ row, views: 0, helpful: 0, rated: 0 })
}

const writtenBy = (actor: Member) => ({ createdBy: actor.userId, createdByName: actor.name })

/** The FAQ stored under the id, when it has the same content. */
export async function findIdenticalFaq(
  t: Tx,
  given: z.output<typeof contract.createFaq.body>,
): Promise<FaqView | null> {
  const known = await findFaqRow(t, given.id)
  return known && isSameContent(given, known.row) ? presentFaq(known) : null
}

export const faqIdTaken = () => conflict(m.error_faq_id_taken)

/** Changes a FAQ. Throws conflict, with the current row, when `version` is not the current one. */
export const changeFaq = (
  tenant: Tenant,
  actor: Member,
  id: FaqId,
  { version, ...given }: z.output<typeof contract.changeFaq.body>,
): Promise<FaqView> =>
  tenant.tx(async (t) => {
    if (!(await findFaqRow(t, id))) throw notFound('question')
    requireRole(actor, EDIT_KNOWLEDGE)
    const sent = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
    const row = await updateFaqRow(t, id, version, sent)
    const now = await findFaqRow(t, id)
    if (!now) throw notFound('question')
    if (!row) {
      const message = m.error_faq_changed
      throw conflict(message, { current: presentFaq(now) })
    }
    await recordActivity(t, actor, {
      action: text(m.activity_faq_changed, { question: shortened(row.question) }),
      type: 'knowledge',
    })
    await emitFaqsChanged(t, { change: 'changed', faqId: id })
    return presentFaq(now)
  })

/** Adds phrasings to an existing FAQ, whatever its version: nothing is overwritten. Throws invalid_input above 50 phrasings. */
export async function addPhrasings(t: Tx, actor: Member, id: FaqId, phrasings: readonly string[]): Promise<FaqView> {
  const known = await findFaqRow(t, id)
  if (!known) throw notFound('question')
  requireRole(actor, EDIT_KNOWLEDGE)
  const has = new Set([known.row.question, ...known.row.phrasings].map(folded))
  const fresh = phrasings.filter((one) => !has.has(folded(one)))
  const all = [...known.row.phrasings, ...fresh]
  if (all.length > 50) throw invalid({ 'body.phrasings': m.error_phrasings_full })
  if (fresh.length === 0) return presentFaq(known)
  const row = await updateFaqRow(t, id, known.row.version, { phrasings: all })
  if (!row) throw conflict(m.error_faq_changed_retry)
  await recordActivity(t, actor, {
    action: text(m.activity_faq_changed, { question: shortened(row.question) }),
    type: 'knowledge',
  })
  await emitFaqsChanged(t, { change: 'changed', faqId: id })
  return presentFaq({ ...known, row })
}

const folded = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\s?!.]+/g, ' ')
    .trim()

/** Deletes a FAQ. The assistant does not quote it from the commit on. */
export const deleteFaq = (tenant: Tenant, actor: Member, id: FaqId): Promise<{ deleted: true }> =>
  tenant.tx(async (t) => {
    const known = await findFaqRow(t, id)
    if (!known) throw notFound('question')
    requireRole(actor, EDIT_KNOWLEDGE)
    const row = (await deleteFaqRow(t, id)) ?? known.row
    await recordActivity(t, actor, {
      action: text(m.activity_faq_deleted, { question: shortened(row.question) }),
      type: 'knowledge',
    })
    await emitFaqsChanged(t, { change: 'deleted', faqId: id })
    return { deleted: true }
  })

type Sample = Pick<z.output<typeof contract.FaqFields>, 'question' | 'answer' | 'phrasings' | 'category' | 'priority'>

/** Adds samples to a knowledge base that never held a FAQ, once per tenant; gives how many were added. */
export const addSampleFaqs = (tenant: Tenant, actor: Member, given: readonly Sample[]): Promise<number> =>
  tenant.tx(async (t) => {
    requireRole(actor, EDIT_KNOWLEDGE)
    await lockTenant(t)
    if ((await hadSampleFaqs(t)) || (await countFaqs(t, ALL_FAQS)) > 0) return 0
    for (const one of given) {
      const id = FaqId.parse(crypto.randomUUID())
      await insertFaqRow(t, { id, ...one, isDemo: true, createdAt: t.now, updatedAt: t.now })
    }
    await recordSampleFaqs(t)
    await emitFaqsChanged(t, { change: 'created', faqId: null })
    return given.length
  })

/** Removes every sample FAQ; gives how many there were. */
export const removeSampleFaqs = (tenant: Tenant, actor: Member): Promise<number> =>
  tenant.tx(async (t) => {
    requireRole(actor, EDIT_KNOWLEDGE)
    const removed = await deleteSampleFaqRows(t)
    if (removed === 0) return 0
    await recordActivity(t, actor, { action: m.activity_faq_samples_removed, type: 'knowledge' })
    await emitFaqsChanged(t, { change: 'deleted', faqId: null })
    return removed
  })

/** A question cut to 80 characters for the activity log. */
const shortened = (text: string): string =>
  text.length <= 80 ? text : `${text.slice(0, 79).trimEnd().toWellFormed()}…`

export type NewFaq = Pick<FaqRow, 'question' | 'answer'> &
  Partial<Omit<FaqRow, 'tenantId' | 'id' | 'question' | 'answer' | 'createdAt' | 'updatedAt'>>

/** Adds a FAQ without a role check, activity entry or event, for demo data and tests; published unless stated otherwise. */
export async function addFaq(t: Tx, given: NewFaq): Promise<FaqRow> {
  const id = FaqId.parse(crypto.randomUUID())
  return insertFaqRow(t, { ...given, id, createdAt: t.now, updatedAt: t.now })
}
