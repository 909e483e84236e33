import type { RecordKind } from '#contracts/data-import/data-import.ts'
import type { DataImportId } from '#contracts/ids.ts'
import { MAX_SHARED_MACROS } from '#contracts/ticket/macro.ts'
import * as m from '#i18n/messages.js'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { Platform, Tenant } from '#server/platform/platform.ts'
import { text } from '#server/platform/text/message.ts'
import { publishImports } from './live-events.ts'
import { countSkips, deleteFoundSkips, findImport, updateImport } from './queries.ts'
import { inBatches, readRecords } from './reading/read-records.ts'
import { createSeenKeys } from './seen-keys.ts'
import { addTo, isRunnable, storeSkips } from './write-records.ts'
import type { ImportContext } from './writing/context.ts'
import { readContext } from './writing/context.ts'
import { emptyReport, type Plan, planBatch, type Skip } from './writing/plan-batch.ts'
import { findCustomers, findImported } from './writing/queries.ts'
import { listMacroNames } from './writing/write-knowledge.ts'

const BATCH = { records: 1000, bytes: 4 * 1024 * 1024 }

/** What the dry run has seen: a run would find it in the database. */
type Seen = { keys: ReturnType<typeof createSeenKeys>; macroNames: Set<string> }

/** The dry run: what the import would add, what is there already, and what would be left out. It writes nothing but its report. */
export async function checkRecords(platform: Platform, tenant: Tenant, id: DataImportId): Promise<void> {
  const found = await tenant.tx(async (t) => {
    const row = await findImport(t, id, 'forUpdate')
    if (row?.status !== 'checking' || !isRunnable(row)) return null
    await deleteFoundSkips(t, id)
    return { row, context: await readContext(t, row), names: await listMacroNames(t) }
  })
  if (!found) return
  const { row, context, names } = found
  const seen: Seen = { keys: createSeenKeys(), macroNames: new Set(names) }
  const report = emptyReport()
  let done = 0
  for await (const batch of inBatches(readRecords(platform.files, row.recordsKey, 0), BATCH)) {
    const plan = await planBatch(batch, context)
    const before = done
    done += batch.length
    const isGoingOn = await tenant.tx(async (t) => {
      const now = await findImport(t, id, 'forUpdate')
      if (now?.status !== 'checking') return false
      const skips = [...plan.skips]
      addTo(report, await compare(t, plan, context, seen, skips), plan, skips)
      await storeSkips(t, id, before, [...skips, ...plan.partial])
      await updateImport(t, id, { done })
      publishImports(t)
      return true
    })
    if (!isGoingOn) return
  }
  await tenant.tx(async (t) => {
    const now = await findImport(t, id, 'forUpdate')
    if (now?.status !== 'checking') return
    await updateImport(t, id, {
      status: 'checked',
      checkReport: report,
      done: 0,
      skippedCount: await countSkips(t, id),
    })
    publishImports(t)
  })
}

async function compare(t: Tx, plan: Plan, { source }: ImportContext, seen: Seen, skips: Skip[]) {
  const freshOf = async <One>(kind: RecordKind, given: readonly One[], idOf: (one: One) => string): Promise<One[]> => {
    const imported = await findImported(t, source, kind, given.map(idOf))
    return given.filter((one) => !imported.has(idOf(one)) && seen.keys.isNew(`${kind} ${idOf(one)}`))
  }
  const byExternalId = ({ externalId }: { externalId: string }) => externalId
  const customers = await freshOf('customer', plan.customers, ({ id }) => id)
  const known = await findCustomers(
    t,
    customers.flatMap(({ email }) => email ?? []),
  )
  const added = customers.filter(({ email }) => !email || (!known.has(email) && seen.keys.isNew(`email ${email}`)))
  const articles = await freshOf('article', plan.articles, byExternalId)
  const macros = await freshOf('macro', plan.macros, byExternalId)
  const named = macros.filter(({ name, place, externalId }) => {
    const isFull = seen.macroNames.size >= MAX_SHARED_MACROS
    if (!isFull && !seen.macroNames.has(name.toLowerCase())) {
      seen.macroNames.add(name.toLowerCase())
      return true
    }
    const reason = isFull
      ? text(m.data_import_skip_macros_full, { max: MAX_SHARED_MACROS })
      : text(m.data_import_skip_macro_name, { name })
    skips.push({ place, kind: 'macro', externalId, reason })
    return false
  })
  const tickets = await freshOf('ticket', plan.tickets, byExternalId)
  const counted = (given: readonly unknown[], fresh: readonly unknown[], left = fresh) => ({
    added: left.length,
    known: given.length - fresh.length,
  })
  return {
    customer: { added: added.length, known: plan.customers.length - added.length },
    article: counted(plan.articles, articles),
    macro: counted(plan.macros, macros, named),
    ticket: counted(plan.tickets, tickets),
  }
}
