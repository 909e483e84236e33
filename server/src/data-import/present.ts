import type { DataImportView, SkippedRecord } from '#contracts/data-import/data-import.ts'
import type { Language } from '#contracts/languages.ts'
import { inLanguage } from '#server/platform/text/message.ts'
import { type StoredText, textOf } from '#server/platform/text/stored-text.ts'
import type { DataImportRow, DataImportSkipRow } from './schema.ts'

const wordsOf = (stored: StoredText, language: Language): string => {
  const known = textOf(stored)
  return known ? inLanguage(known, language) : ''
}

export const presentSkip = (row: DataImportSkipRow, language: Language): SkippedRecord => ({
  kind: row.kind,
  externalId: row.externalId,
  place: row.place,
  reason: wordsOf(row.reason, language),
})

/** A run that was cancelled, or broke off, has written up to `position`. */
export const hasBegun = ({ result }: DataImportRow): boolean => result !== null

export const canGoOn = ({ status, recordsKey, result }: DataImportRow): boolean =>
  recordsKey !== null && (status === 'checked' || ((status === 'cancelled' || status === 'failed') && result !== null))

export const canUndo = (row: DataImportRow): boolean =>
  ['done', 'cancelled', 'failed'].includes(row.status) && hasBegun(row)

export function presentImport(
  row: DataImportRow,
  skips: readonly DataImportSkipRow[],
  language: Language,
): DataImportView {
  const { id, source, name, size, status, done, total, content, mapping, result, createdByName } = row
  return {
    ...{ id, source, name, size, status, done, total, content, mapping, result, createdByName },
    reason: row.reason && wordsOf(row.reason, language),
    check: row.checkReport,
    undone: row.removed === null ? null : { removed: row.removed, kept: row.kept ?? 0 },
    skipped: skips.map((skip) => presentSkip(skip, language)),
    skippedCount: row.skippedCount,
    canGoOn: canGoOn(row),
    canUndo: canUndo(row),
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  }
}
