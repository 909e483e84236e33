import { Readable } from 'node:stream'
import type { CsvError, Options } from 'csv-parse'
import { FaqCategory, FaqPriority, KnowledgeLanguage } from '#contracts/knowledge/faq.ts'
import type { ImportFault, ImportRow } from '#contracts/knowledge/import.ts'
import * as m from '#i18n/messages.js'
import { decodeText } from '#server/knowledge/parsing/decode-text.ts'
import { type ImportColumn, importColumnOf, publishedStateOf } from '#server/language/service.ts'
import { inEnglish, type Text, text } from '#server/platform/text/message.ts'
import { storedLine } from '#server/platform/text/stored-text.ts'
import { stripControl } from '#server/platform/text/text.ts'

/** Most rows of one file. */
export const MAX_ROWS = 5000
const MAX_QUESTION = 300
const MAX_ANSWER = 8000
const MAX_PHRASINGS = 50
const MAX_RECORD = 200_000
const CHUNK = 64 * 1024

export type ParsedFaqCsv = { rows: ImportRow[]; faults: ImportFault[] }

/** The file as a whole cannot be parsed; `text` gives the reason and what to do. */
export class UnreadableCsvError extends Error {
  readonly text: Text

  constructor(message: Text) {
    super(inEnglish(message))
    this.text = message
  }
}

type CsvLine = { number: number; cells: string[] }

/**
 * Parses a CSV file of questions and answers with any common separator and encoding, with or without a header. Rows that cannot be
 * imported are in `faults` with their line and reason, the others in `rows`. Yields to the event loop while it parses.
 * @throws UnreadableCsvError
 */
export async function parseFaqCsv(bytes: Uint8Array): Promise<ParsedFaqCsv> {
  const content = decodeText(bytes)?.replace(/^\uFEFF/, '')
  if (content === undefined) throw new UnreadableCsvError(m.error_import_not_text)
  if (content.trim() === '') throw new UnreadableCsvError(m.error_import_empty)
  const lines = await parseLines(content)
  const [first] = lines
  if (!first || lines.every(({ cells }) => cells.length < 2)) {
    throw new UnreadableCsvError(m.error_import_one_column)
  }
  const header = readHeader(first.cells)
  const columns = header ?? { question: 0, answer: 1 }
  const body = header ? lines.slice(1) : lines
  if (body.length === 0) throw new UnreadableCsvError(m.error_import_names_only)
  if (body.length > MAX_ROWS) {
    throw new UnreadableCsvError(text(m.error_import_too_many_rows, { rows: body.length, max: MAX_ROWS }))
  }
  return validateRows(body, columns)
}

async function parseLines(text: string): Promise<CsvLine[]> {
  const { parse } = await import('csv-parse')
  const options: Options = {
    delimiter: detectSeparator(text),
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: MAX_RECORD,
    info: true,
  }
  const lines: CsvLine[] = []
  const parser = Readable.from(splitIntoChunks(text)).pipe(parse(options))
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      // The parser gives the line where a record ends; a record of several lines begins earlier.
      const breaks = record.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0)
      lines.push({ number: info.lines - breaks, cells: record })
      if (lines.length > MAX_ROWS + 1) break
    }
  } catch (error) {
    throw new UnreadableCsvError(describeError(error as CsvError))
  }
  return lines
}

function* splitIntoChunks(text: string): Iterable<string> {
  for (let at = 0; at < text.length; at += CHUNK) yield text.slice(at, at + CHUNK)
}

function describeError(error: CsvError): Text {
  const line = Number(error.lines)
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return text(m.error_import_open_quote, { line })
  if (error.code === 'CSV_MAX_RECORD_SIZE') return text(m.error_import_line_too_long, { line })
  return text(m.error_import_bad_line, { line: line || 1 })
}

/** The separator: the one the header is split by, else the most frequent one of the first lines. */
function detectSeparator(text: string): string {
  const head = text.slice(0, 4096).replace(/"(?:[^"]|"")*"/g, '')
  const counts = [',', ';', '\t'].map((sign) => ({ sign, count: head.split(sign).length }))
  // A header is more reliable than answers, which are full of commas.
  const names = (head.split(/\r?\n/, 1)[0] ?? '').toLowerCase()
  const byNames = counts.find(({ sign }) => names.split(sign).filter((name) => columnName(name)).length >= 2)
  return (byNames ?? counts.reduce((best, one) => (one.count > best.count ? one : best))).sign
}

const columnName = (cell: string): ImportColumn | undefined =>
  importColumnOf(cell.replace(/^["'\s]+|["'\s]+$/g, '').toLowerCase())

type Columns = { question: number; answer: number } & Record<string, number>

/** The position of each column; null when the first line is no header. */
function readHeader(cells: string[]): Columns | null {
  const found: Record<string, number> = {}
  for (const [index, cell] of cells.entries()) {
    const name = columnName(cell)
    if (name && found[name] === undefined) found[name] = index
  }
  return found.question === undefined || found.answer === undefined ? null : (found as Columns)
}

function validateRows(lines: CsvLine[], columns: Columns): ParsedFaqCsv {
  const read: ParsedFaqCsv = { rows: [], faults: [] }
  const seen = new Map<string, number>()
  for (const { number, cells } of lines) {
    const cell = (name: string) => cleanCell(cells[columns[name] ?? -1] ?? '')
    const question = cell('question').replace(/\s+/g, ' ')
    const answer = cell('answer')
    const before = seen.get(questionKey(question))
    const fault = findFault(question, answer, before)
    if (fault) {
      const message = storedLine(fault)
      read.faults.push({ line: number, message, text: (question || answer).slice(0, 120).toWellFormed() })
      continue
    }
    seen.set(questionKey(question), number)
    read.rows.push({
      line: number,
      question,
      answer,
      phrasings: parsePhrasings(unescapeFormula(cells[columns.phrasings ?? -1] ?? '')),
      category: matchOption(FaqCategory.options, cell('category')) ?? 'General',
      priority: matchOption(FaqPriority.options, cell('priority')) ?? 'medium',
      language: matchOption(KnowledgeLanguage.options, cell('language').slice(0, 2)) ?? 'en',
      isPublished: publishedStateOf(cell('status')),
      isKnown: false,
    })
  }
  return read
}

/** Two questions with the same key count as the same question; the SQL form is in queries.ts. */
export const questionKey = (question: string): string =>
  question
    .toLowerCase()
    .replace(/[\s?!.]+/g, ' ')
    .trim()

function findFault(question: string, answer: string, sameAs: number | undefined): Text | null {
  if (!question) return m.knowledge_import_no_question
  if (!answer) return m.knowledge_import_no_answer
  if (question.length > MAX_QUESTION)
    return text(m.knowledge_import_long_question, { length: question.length, max: MAX_QUESTION })
  if (answer.length > MAX_ANSWER)
    return text(m.knowledge_import_long_answer, { length: answer.length, max: MAX_ANSWER })
  if (sameAs !== undefined) return text(m.knowledge_import_repeated, { line: sameAs })
  return null
}

/** A cell as text, without the apostrophe that an export puts before a formula. */
const unescapeFormula = (cell: string): string => stripControl(cell).replace(/^'(?=\s*[=+\-@＝＋－＠]|[\t\r])/, '')

const cleanCell = (cell: string): string => unescapeFormula(cell).trim()

/** Phrasings, one per line or separated by `|`. */
const parsePhrasings = (cell: string): string[] =>
  [
    ...new Set(
      cell
        .split(cell.includes('\n') ? '\n' : '|')
        .map((one) => one.replace(/\s+/g, ' ').trim().slice(0, 300).toWellFormed()),
    ),
  ]
    .filter((one) => one !== '')
    .slice(0, MAX_PHRASINGS)

const matchOption = <T extends string>(options: readonly T[], given: string): T | undefined =>
  options.find((option) => option.toLowerCase() === given.toLowerCase())
