import type { ImportReport, RecordKind } from '#contracts/data-import/data-import.ts'
import * as m from '#i18n/messages.js'
import { ticketOfRow } from '#server/data-import/mapping/ticket-of-row.ts'
import type { NeutralCustomer, NeutralRecord } from '#server/data-import/reading/neutral.ts'
import type { StoredRecord } from '#server/data-import/reading/read-records.ts'
import { createPauses } from '#server/platform/pauses.ts'
import { type Text, text } from '#server/platform/text/message.ts'
import type { ImportContext } from './context.ts'
import { type PreparedArticle, type PreparedMacro, prepareArticle, prepareMacro } from './prepare-knowledge.ts'
import { type PreparedTicket, prepareTicket } from './prepare-ticket.ts'

export type Skip = { place: string; kind: RecordKind; externalId: string; reason: Text }

/** What a batch of records becomes, before it is known which of them were imported before. */
export type Plan = {
  customers: NeutralCustomer[]
  articles: PreparedArticle[]
  macros: (PreparedMacro & { place: string })[]
  tickets: PreparedTicket[]
  skips: Skip[]
  /** Parts that are left out of records which are imported. */
  partial: Skip[]
  /** Records of the batch that were in the batch already. */
  repeated: Record<RecordKind, number>
}

export const emptyReport = (): ImportReport => ({
  customer: { added: 0, known: 0, skipped: 0 },
  article: { added: 0, known: 0, skipped: 0 },
  macro: { added: 0, known: 0, skipped: 0 },
  ticket: { added: 0, known: 0, skipped: 0 },
})

/** The records by kind, made ready for their tables. Kinds that the mapping leaves out are nothing. */
export async function planBatch(batch: readonly StoredRecord[], context: ImportContext): Promise<Plan> {
  const repeated = { customer: 0, article: 0, macro: 0, ticket: 0 }
  const plan: Plan = { customers: [], articles: [], macros: [], tickets: [], skips: [], partial: [], repeated }
  const seen = new Set<string>()
  const pause = createPauses()
  for (const { place, record } of batch) {
    await pause()
    for (const one of recordsOf(record, context)) {
      if (!context.mapping.kinds.includes(one.kind)) continue
      const key = `${one.kind} ${one.id}`
      // A table names the customer of each row, and that is no repetition.
      if (seen.has(key)) {
        if (record.kind !== 'row' || one.kind !== 'customer') repeated[one.kind] += 1
        continue
      }
      seen.add(key)
      await planRecord(plan, one, place, context)
    }
  }
  return plan
}

type Imported = Exclude<NeutralRecord, { kind: 'row' }>

function recordsOf(record: NeutralRecord, { mapping }: ImportContext): Imported[] {
  if (record.kind !== 'row') return [record]
  const [ticket, customer] = ticketOfRow(record, mapping)
  return customer ? [customer, ticket] : [ticket]
}

async function planRecord(plan: Plan, record: Imported, place: string, context: ImportContext): Promise<void> {
  const skip = (reason: Text) => plan.skips.push({ place, kind: record.kind, externalId: record.id, reason })
  switch (record.kind) {
    case 'customer':
      plan.customers.push(record)
      return
    case 'ticket': {
      const ticket = prepareTicket(record, context)
      if ('skip' in ticket) {
        skip(ticket.skip)
        return
      }
      plan.tickets.push(ticket)
      if (ticket.leftOut > 0) {
        const reason = text(m.data_import_skip_messages, { count: ticket.leftOut })
        plan.partial.push({ place, kind: 'ticket', externalId: record.id, reason })
      }
      return
    }
    case 'article': {
      const article = await prepareArticle(record, context)
      if ('skip' in article) skip(article.skip)
      else plan.articles.push(article)
      return
    }
    case 'macro': {
      const macro = prepareMacro(record, context)
      if ('skip' in macro) skip(macro.skip)
      else plan.macros.push({ ...macro, place })
    }
  }
}
