import type { Language } from '#contracts/languages.ts'
import type { DataRunView } from '#contracts/owner/data-run.ts'
import { inLanguage } from '#server/platform/text/message.ts'
import { textOf } from '#server/platform/text/stored-text.ts'
import type { DataRunRow } from './schema.ts'

/** A run for a person who reads this language. */
export const presentRun = (row: DataRunRow, language: Language): DataRunView => ({
  id: row.id,
  kind: row.kind,
  state: row.state,
  tenantId: row.tenantId,
  requestedBy: row.requestedByEmail,
  done: row.done,
  total: row.total,
  log: row.log.map(({ at, level, text }) => {
    const line = textOf(text)
    return { at, level, text: line ? inLanguage(line, language) : '' }
  }),
  contentHash: typeof row.result.contentHash === 'string' ? row.result.contentHash : null,
  fileBytes: row.kind === 'take_out' && row.storageKey ? row.fileBytes : null,
  expiresAt: row.kind === 'take_out' ? (row.expiresAt?.toISOString() ?? null) : null,
  startsAt: row.startsAt.toISOString(),
  createdAt: row.createdAt.toISOString(),
  finishedAt: row.finishedAt?.toISOString() ?? null,
})
