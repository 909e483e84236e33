import type { ConflictKind, ConflictSide, StaleEntryView } from '#contracts/quality/knowledge-review.ts'
import * as m from '#i18n/messages.js'

const kinds: Record<ConflictKind, () => string> = {
  money: m.review_kind_money,
  duration: m.review_kind_duration,
  percent: m.review_kind_percent,
  measure: m.review_kind_measure,
  count: m.review_kind_count,
  clock: m.review_kind_clock,
  date: m.review_kind_date,
  weekday: m.review_kind_weekday,
  phone: m.review_kind_phone,
  email: m.review_kind_email,
  address: m.review_kind_address,
  rule: m.review_kind_rule,
}
/** In what two passages differ. */
export const conflictLabel = (kind: ConflictKind): string => kinds[kind]()

const sources: Record<ConflictSide['kind'], () => string> = {
  faq: m.review_source_faq,
  article: m.review_source_article,
  document: m.review_source_document,
}
export const sourceLabel = (kind: ConflictSide['kind']): string => sources[kind]()

/** Where an entry is opened. */
export const placeOf = (kind: ConflictSide['kind'], id: string): Record<string, string> => {
  if (kind === 'faq') return { tab: 'faqs', faq: id }
  if (kind === 'article') return { tab: 'articles', article: id }
  return { tab: 'documents', document: id }
}

/** Why an entry may be out of date, as a sentence. */
export function staleText({ reason, count }: StaleEntryView): string {
  if (reason === 'page_gone') return m.review_stale_page_gone()
  if (reason === 'page_changed') return m.review_stale_page_changed({ count })
  if (reason === 'never_used') return m.review_stale_never_used()
  return m.review_stale_always_person({ count })
}
