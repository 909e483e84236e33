import type { ImportMapping, ImportSource } from '#contracts/data-import/data-import.ts'
import type { DataImportId, TicketFieldId, UserId } from '#contracts/ids.ts'
import type { DataImportRow } from '#server/data-import/schema.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { listMembersIn, readTenant } from '#server/tenant/service.ts'
import { listActiveFields } from '#server/ticket/service.ts'

type Field = Awaited<ReturnType<typeof listActiveFields>>[number]

/** What a batch of records is written by. */
export type ImportContext = {
  importId: DataImportId
  source: ImportSource
  mapping: ImportMapping
  fields: ReadonlyMap<TicketFieldId, Field>
  /** Former members too: their tickets and messages keep them. */
  members: ReadonlyMap<UserId, string>
  /** A ticket that was resolved before is closed: the business would have closed it. */
  closedBefore: Date
  now: Date
}

const DAY_MS = 86_400_000

export async function readContext(t: Tx, row: DataImportRow & { mapping: ImportMapping }): Promise<ImportContext> {
  const [fields, members, business] = await Promise.all([listActiveFields(t), listMembersIn(t), readTenant(t)])
  return {
    importId: row.id,
    source: row.source,
    mapping: row.mapping,
    fields: new Map(fields.map((field) => [field.id, field])),
    members: new Map(members.map(({ userId, name }) => [userId, name])),
    closedBefore: new Date(t.now.getTime() - business.support.closeResolvedAfterDays * DAY_MS),
    now: t.now,
  }
}
