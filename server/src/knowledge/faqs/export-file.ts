import type { FaqRow } from '#server/knowledge/schema.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { csvCell } from '#server/platform/text/text.ts'
import { readAllFaqRows } from './queries.ts'

const COLUMNS = ['question', 'answer', 'phrasings', 'category', 'priority', 'language', 'status'] as const

/** A file to download. */
export type FaqExport = { type: string; name: string; text: string }

/**
 * All FAQs as a file that an import reads back without loss. Samples are included only when there are no other FAQs. The CSV begins
 * with a byte order mark, so that spreadsheets read it as UTF-8.
 */
export async function buildFaqExport(tenant: Tenant, format: 'csv' | 'json'): Promise<FaqExport> {
  const all = await tenant.read(readAllFaqRows)
  const notDemo = all.filter((row) => !row.isDemo)
  const rows = (notDemo.length > 0 ? notDemo : all).map(toRecord)
  const day = tenant.platform.clock.now().toISOString().slice(0, 10)
  if (format === 'json') {
    const text = JSON.stringify(rows, null, 2)
    return { type: 'application/json; charset=utf-8', name: `faqs-${day}.json`, text }
  }
  const lines = rows.map((row) =>
    COLUMNS.map((column) => csvCell(column === 'phrasings' ? joinPhrasings(row.phrasings) : row[column])).join(','),
  )
  const text = `\uFEFF${[COLUMNS.join(','), ...lines].join('\r\n')}\r\n`
  return { type: 'text/csv; charset=utf-8', name: `faqs-${day}.csv`, text }
}

/** One phrasing per line. A single one that holds `|` gets a line break, so that the import does not split it at `|`. */
const joinPhrasings = (phrasings: readonly string[]): string =>
  phrasings.length === 1 && phrasings[0]?.includes('|') ? `${phrasings[0]}\n` : phrasings.join('\n')

const toRecord = (row: FaqRow) => ({
  question: row.question,
  answer: row.answer,
  phrasings: row.phrasings,
  category: row.category,
  priority: row.priority,
  language: row.language,
  status: row.isPublished ? 'published' : 'draft',
})
