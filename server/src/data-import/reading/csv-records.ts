import { Readable } from 'node:stream'
import type { CsvError, Options } from 'csv-parse'
import * as m from '#i18n/messages.js'
import { stripControl } from '#server/platform/text/text.ts'
import { decodeStream } from './decode-stream.ts'
import { MAX_RECORD_BYTES } from './limits.ts'
import type { Found } from './source-record.ts'
import { UnreadableExportError } from './unreadable-export-error.ts'

const SNIFFED = 64 * 1024
const MAX_COLUMNS = 300

/** The rows of a table with any common separator and encoding, each by the names of its first line. */
export async function* readCsvRecords(bytes: AsyncIterable<Buffer>, file: string): AsyncGenerator<Found> {
  const { parse } = await import('csv-parse')
  const texts = decodeStream(bytes)[Symbol.asyncIterator]()
  let head = ''
  for (let next = await texts.next(); !next.done; next = await texts.next()) {
    head += next.value
    if (head.length >= SNIFFED) break
  }
  const all = async function* () {
    yield head
    for (let next = await texts.next(); !next.done; next = await texts.next()) yield next.value
  }
  const options: Options = {
    delimiter: separatorOf(head),
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: MAX_RECORD_BYTES,
    info: true,
  }
  let names: string[] | null = null
  const parser = Readable.from(all()).pipe(parse(options))
  let line = 1
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      if (names) yield { hint: 'row', place: `${file}:${line}`, value: rowOf(names, record) }
      else names = namesOf(record)
      line = info.lines + 1
    }
  } catch (error) {
    yield { place: `${file}:${line}`, fault: faultOf(error as CsvError) }
  }
}

function faultOf(error: CsvError) {
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return m.data_import_fault_open_quote
  if (error.code === 'CSV_MAX_RECORD_SIZE') return m.data_import_fault_row_too_long
  if (error.code?.startsWith('CSV_')) return m.data_import_fault_damaged
  throw error
}

/** The sign that divides the first line most often, outside of quotes. */
function separatorOf(head: string): string {
  const first = head.replace(/"(?:[^"]|"")*"/g, '').split(/\r\n|\r|\n/, 1)[0] ?? ''
  const counts = [',', ';', '\t', '|'].map((sign) => ({ sign, count: first.split(sign).length }))
  return counts.reduce((best, one) => (one.count > best.count ? one : best)).sign
}

/** The names of the columns, each once: a second one of the same name gets a number. */
function namesOf(cells: readonly string[]): string[] {
  if (cells.length > MAX_COLUMNS) throw new UnreadableExportError(m.data_import_unreadable_columns)
  const names: string[] = []
  for (const [index, cell] of cells.entries()) {
    const name = stripControl(cell).replace(/\s+/g, ' ').trim().slice(0, 180) || `Column ${index + 1}`
    names.push(names.includes(name) ? `${name} (${index + 1})` : name)
  }
  return names
}

/** An apostrophe before a formula was put there by the export, against spreadsheets that would run it. */
const cellOf = (cell: string): string => stripControl(cell).replace(/^'(?=\s*[=+\-@＝＋－＠]|[\t\r])/, '')

const rowOf = (names: readonly string[], record: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name, index) => [name, cellOf(record[index] ?? '')]))
