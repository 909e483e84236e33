import * as m from '#i18n/messages.js'
import type { Text } from '#server/platform/text/message.ts'
import { MAX_RECORD_BYTES } from './limits.ts'
import type { Found } from './source-record.ts'
import { objectOf } from './values.ts'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const NEWLINE = 0x0a
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const COLON = 0x3a
const COMMA = 0x2c

/** Lists of records in an object around them, as APIs page them: `{"tickets": [ … ], "next_page": … }`. */
const LISTS = new Set(
  `tickets users customers contacts organizations companies articles sections categories macros conversations payload data results items
  messages comments notes canned_responses saved_replies solutions folders agents admins ticket_fields conversation_parts requesters`.split(
    /\s+/,
  ),
)

/**
 * The records of a JSON file, one at a time, however long the file is: objects of a list, of a list in an object around it, or one after the
 * other (a line each, or not). An object that is too long or damaged is a fault; what follows it is read.
 */
export async function* readJsonRecords(bytes: AsyncIterable<Buffer>, file: string): AsyncGenerator<Found> {
  const scan = newScan(file)
  for await (const chunk of bytes) {
    takeChunk(scan, chunk)
    yield* taken(scan)
  }
  takeEnd(scan)
  yield* taken(scan)
}

/** An object or list around records. */
type Around = { isList: boolean; hint: string }

/** A value that is read to its end: a record, or what is skipped. */
type Capture = {
  depth: number
  isKept: boolean
  isTooLong: boolean
  /** An object of the top level may turn out to be one around a list of records. */
  mayBeAround: boolean
  hint: string
  line: number
  chunks: Buffer[]
  size: number
}

/** Where the scan of a file is: `JSON.parse` reads the records, this finds where they begin and end. */
type Scan = {
  file: string
  around: Around[]
  capture: Capture | null
  isInString: boolean
  isEscaped: boolean
  /** The last string of the level that is looked at, and the key that it was. */
  text: string
  key: string
  hasId: boolean
  line: number
  previous: number
  /** Each record is a line: from here on lines are read, which is several times as fast. */
  isLines: boolean
  rest: Buffer[]
  restBytes: number
  found: Found[]
}

const newScan = (file: string): Scan => ({
  file,
  around: [],
  capture: null,
  isInString: false,
  isEscaped: false,
  text: '',
  key: '',
  hasId: false,
  line: 1,
  previous: 0,
  isLines: false,
  rest: [],
  restBytes: 0,
  found: [],
})

/** What was found since it was last asked. */
function taken(s: Scan): Found[] {
  const { found } = s
  s.found = []
  return found
}

const fault = (s: Scan, line: number, reason: Text) => s.found.push({ place: `${s.file}:${line}`, fault: reason })

function takeChunk(s: Scan, chunk: Buffer): void {
  if (s.isLines) {
    takeLines(s, chunk)
    return
  }
  let from = 0
  for (let at = 0; at < chunk.length; at += 1) {
    const byte = chunk[at] ?? 0
    if (byte === NEWLINE) s.line += 1
    const before = s.capture
    if (s.isInString) inString(s, byte)
    else outside(s, byte)
    s.previous = byte
    const { capture } = s
    if (!capture) continue
    if (capture !== before) from = at
    if (capture.depth > 0) continue
    keep(capture, chunk.subarray(from, at + 1))
    s.capture = null
    finish(s, capture)
    if (capture.mayBeAround && capture.line === s.line && chunk[at + 1] === NEWLINE) {
      s.isLines = true
      takeLines(s, chunk.subarray(at + 1))
      return
    }
  }
  if (s.capture) keep(s.capture, chunk.subarray(from))
}

function takeEnd(s: Scan): void {
  if (s.isLines && s.restBytes > 0) takeLines(s, Buffer.from('\n'))
  if (s.capture || s.around.length > 0) fault(s, s.capture?.line ?? s.line, m.data_import_fault_cut_off)
}

function inString(s: Scan, byte: number): void {
  if (s.isEscaped) s.isEscaped = false
  else if (byte === BACKSLASH) s.isEscaped = true
  else if (byte === QUOTE) s.isInString = false
  else if (byte === NEWLINE) {
    // JSON has no line break in a string: this record is damaged, and the next line begins anew.
    fault(s, s.capture?.line ?? s.line - 1, m.data_import_fault_damaged)
    s.isInString = false
    s.capture = null
  } else if (s.text.length < 40) s.text += String.fromCharCode(byte)
}

/** Keys are looked at in an object around records, and in one that may be one. */
const isKeyLevel = ({ capture, around }: Scan): boolean =>
  capture ? capture.mayBeAround && capture.depth === 1 : around.at(-1)?.isList === false

function outside(s: Scan, byte: number): void {
  switch (byte) {
    case QUOTE:
      s.isInString = true
      s.text = ''
      break
    case COLON:
      if (!isKeyLevel(s)) break
      s.key = s.text.toLowerCase()
      if (s.key === 'id') s.hasId = true
      break
    case COMMA:
      if (isKeyLevel(s)) s.key = ''
      break
    case OPEN_OBJECT:
    case OPEN_LIST:
      open(s, byte === OPEN_LIST)
      break
    case CLOSE_OBJECT:
    case CLOSE_LIST:
      if (s.capture) s.capture.depth -= 1
      else s.around.pop()
  }
}

function open(s: Scan, isList: boolean): void {
  const { capture } = s
  if (capture?.mayBeAround && s.previous === NEWLINE && !isList && s.around.length === 0) {
    // An object at the beginning of a line, inside another one: that one was not ended.
    fault(s, capture.line, m.data_import_fault_damaged)
    begin(s, true, true)
    return
  }
  if (isKeyLevel(s) && !s.hasId && (isList ? LISTS.has(s.key) : s.key === 'data')) {
    if (capture) s.around.push({ isList: false, hint: capture.hint })
    s.capture = null
    s.around.push({ isList, hint: s.key })
    s.key = ''
    return
  }
  if (capture) {
    capture.depth += 1
    return
  }
  const around = s.around.at(-1)
  if (!around && !isList) begin(s, true, true)
  else if (isList && (!around || around.isList)) s.around.push({ isList, hint: around?.hint ?? hintOf(s.file) })
  else begin(s, around?.isList === true && !isList, false)
}

function begin(s: Scan, isKept: boolean, mayBeAround: boolean): void {
  if (mayBeAround) {
    s.hasId = false
    s.key = ''
  }
  const hint = s.around.at(-1)?.hint ?? hintOf(s.file)
  s.capture = { depth: 1, isKept, isTooLong: false, mayBeAround, hint, line: s.line, chunks: [], size: 0 }
}

function keep(capture: Capture, piece: Buffer): void {
  if (!capture.isKept || capture.isTooLong) return
  capture.size += piece.length
  // A piece shares the memory of its chunk, which is as large as the record at most a few times.
  capture.chunks.push(piece)
  if (capture.size <= MAX_RECORD_BYTES) return
  capture.isTooLong = true
  capture.chunks = []
}

function finish(s: Scan, { isKept, isTooLong, hint, line, chunks }: Capture): void {
  if (!isKept) return
  if (isTooLong) fault(s, line, m.data_import_fault_too_long)
  else parse(s, Buffer.concat(chunks), hint, line)
}

function parse(s: Scan, bytes: Buffer, hint: string, line: number): void {
  try {
    const value = objectOf(JSON.parse(decodeRecord(bytes)))
    if (value) s.found.push({ hint, place: `${s.file}:${line}`, value })
    else fault(s, line, m.data_import_fault_no_object)
  } catch {
    fault(s, line, m.data_import_fault_damaged)
  }
}

function takeLines(s: Scan, chunk: Buffer): void {
  let from = 0
  for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
    const length = s.restBytes + end - from
    if (length > MAX_RECORD_BYTES) fault(s, s.line, m.data_import_fault_too_long)
    else {
      const bytes =
        s.rest.length > 0 ? Buffer.concat([...s.rest, chunk.subarray(from, end)]) : chunk.subarray(from, end)
      if (!isBlank(bytes)) parse(s, bytes, hintOf(s.file), s.line)
    }
    s.rest = []
    s.restBytes = 0
    from = end + 1
    s.line += 1
  }
  s.restBytes += chunk.length - from
  // Of a line that is too long no more than its length is kept.
  if (s.restBytes > MAX_RECORD_BYTES) s.rest = []
  else if (from < chunk.length) s.rest.push(chunk.subarray(from))
}

const isBlank = (bytes: Buffer): boolean => bytes.length < 1000 && bytes.toString('latin1').trim() === ''

/** What a file is named after, without folders, numbers and ending: `export/tickets-2.json` is `tickets`. */
export const hintOf = (file: string): string =>
  (file.toLowerCase().split('/').at(-1) ?? '').replace(/\.[a-z0-9.]+$/, '').replace(/[\s_-]*\d+$/, '')

const UTF8 = new TextDecoder('utf-8', { fatal: true })
const WINDOWS = new TextDecoder('windows-1252')

/** Records of old systems may be in another encoding than UTF-8. */
function decodeRecord(bytes: Buffer): string {
  try {
    return UTF8.decode(bytes)
  } catch {
    return WINDOWS.decode(bytes)
  }
}
