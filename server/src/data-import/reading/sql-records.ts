import * as m from '#i18n/messages.js'
import { decodeStream } from './decode-stream.ts'
import { MAX_RECORD_BYTES } from './limits.ts'
import type { Found, JsonObject } from './source-record.ts'

/** What of a dump is still to be read. */
type Reader = { texts: AsyncIterator<string>; buffer: string; at: number; line: number; isEnded: boolean }

/**
 * The rows of a dump that `mysqldump` wrote, by the names of their columns: of `INSERT INTO … VALUES (…), (…);`, with or without names, which
 * `CREATE TABLE` gives then. Nothing else of it is read, and nothing is carried out.
 */
export async function* readSqlRecords(bytes: AsyncIterable<Buffer>, file: string): AsyncGenerator<Found> {
  const texts = decodeStream(bytes)[Symbol.asyncIterator]()
  const reader: Reader = { texts, buffer: '', at: 0, line: 1, isEnded: false }
  const columns = new Map<string, string[]>()
  for (let line = await nextLine(reader); line !== null; line = await nextLine(reader)) {
    const created = /^\s*CREATE TABLE (?:IF NOT EXISTS )?`?(\w+)`?\s*\(/i.exec(line)?.[1]
    if (created) columns.set(created, await readColumns(reader))
    const insert = /^\s*INSERT (?:IGNORE )?INTO `?(\w+)`?\s*(?:\(([^)]*)\))?\s*VALUES\s*/i.exec(line)
    if (!insert?.[1]) continue
    const names = insert[2]?.split(',').map((name) => name.replace(/[`\s]/g, '')) ?? columns.get(insert[1])
    // The rows may go on over many lines: they are read from the end of VALUES on.
    reader.buffer = `${line.slice(insert[0].length)}\n${reader.buffer.slice(reader.at)}`
    reader.at = 0
    reader.line -= 1
    yield* readRows(reader, { table: insert[1], names: names ?? [], file })
  }
}

async function more(reader: Reader): Promise<boolean> {
  const next = await reader.texts.next()
  if (next.done) {
    reader.isEnded = true
    return false
  }
  reader.buffer = reader.buffer.slice(reader.at) + next.value
  reader.at = 0
  return true
}

/** The next line; of one that is longer than a record its beginning. Null at the end. */
async function nextLine(reader: Reader): Promise<string | null> {
  let end = reader.buffer.indexOf('\n', reader.at)
  while (end < 0 && reader.buffer.length - reader.at < 4 * MAX_RECORD_BYTES && (await more(reader)))
    end = reader.buffer.indexOf('\n', reader.at)
  if (end < 0 && reader.at >= reader.buffer.length) return null
  const line = reader.buffer.slice(reader.at, end < 0 ? undefined : end)
  reader.at = end < 0 ? reader.buffer.length : end + 1
  reader.line += 1
  return line
}

async function readColumns(reader: Reader): Promise<string[]> {
  const names: string[] = []
  for (let line = await nextLine(reader); line !== null && !/^\s*\)/.test(line); line = await nextLine(reader)) {
    const name = /^\s*`(\w+)`\s/.exec(line)?.[1]
    if (name) names.push(name)
  }
  return names
}

type Target = { table: string; names: readonly string[]; file: string }

async function* readRows(reader: Reader, { table, names, file }: Target): AsyncGenerator<Found> {
  for (;;) {
    const row = rowAt(reader.buffer, reader.at)
    if (row === 'incomplete') {
      if (reader.buffer.length - reader.at > MAX_RECORD_BYTES) {
        yield { place: `${file}:${reader.line}`, fault: m.data_import_fault_too_long }
        reader.at = reader.buffer.length
      }
      if (await more(reader)) continue
      yield { place: `${file}:${reader.line}`, fault: m.data_import_fault_cut_off }
      return
    }
    if (row === 'end') return
    if (row === 'damaged') {
      yield { place: `${file}:${reader.line}`, fault: m.data_import_fault_damaged }
      return
    }
    reader.at = row.end
    const value: JsonObject = Object.fromEntries(names.map((name, index) => [name, row.cells[index] ?? null]))
    yield { hint: table.toLowerCase(), place: `${file}:${reader.line}`, value }
  }
}

type Row = { cells: (string | null)[]; end: number }

/** The row that begins after commas and white space; `end` after the last row of a statement. */
function rowAt(text: string, from: number): Row | 'incomplete' | 'end' | 'damaged' {
  let at = from
  while (/[\s,]/.test(text[at] ?? '')) at += 1
  if (at >= text.length) return 'incomplete'
  if (text[at] === ';') return 'end'
  if (text[at] !== '(') return 'damaged'
  const cells: (string | null)[] = []
  at += 1
  for (;;) {
    const cell = cellAt(text, at)
    if (cell === null) return 'incomplete'
    cells.push(cell.value)
    at = cell.end
    if (at >= text.length) return 'incomplete'
    if (text[at] === ')') return { cells, end: at + 1 }
    if (text[at] !== ',') return 'damaged'
    at += 1
  }
}

const ESCAPED: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', Z: '\u001a' }

function cellAt(text: string, from: number): { value: string | null; end: number } | null {
  let at = from
  while (text[at] === ' ') at += 1
  if (/^_binary '/.test(text.slice(at, at + 9))) at += 8
  if (text[at] !== "'") {
    const end = /[,)]/g
    end.lastIndex = at
    const found = end.exec(text)
    if (!found) return null
    const plain = text.slice(at, found.index).trim()
    return { value: plain.toUpperCase() === 'NULL' ? null : plain, end: found.index }
  }
  let value = ''
  let begun = at + 1
  const sign = /['\\]/g
  sign.lastIndex = begun
  for (let found = sign.exec(text); found; found = sign.exec(text)) {
    value += text.slice(begun, found.index)
    const next = text[found.index + 1]
    if (next === undefined) return null
    if (found[0] === "'" && next !== "'") return { value, end: skipSpaces(text, found.index + 1) }
    if (found[0] === "'") value += "'"
    else if (next !== '0') value += ESCAPED[next] ?? next
    begun = found.index + 2
    sign.lastIndex = begun
  }
  return null
}

function skipSpaces(text: string, from: number): number {
  let at = from
  while (text[at] === ' ') at += 1
  return at
}
