import { type SaxesAttributePlain, SaxesParser } from 'saxes'
import * as m from '#i18n/messages.js'
import { decodeStream } from './decode-stream.ts'
import { MAX_RECORD_BYTES } from './limits.ts'
import type { Found, JsonObject } from './source-record.ts'

const MAX_DEPTH = 60

/** An element that is read: its children by name, or its text. `isList`: `type="array"`, whose children are the items. */
type Open = { name: string; children: JsonObject; items: unknown[]; text: string; isList: boolean; isNull: boolean }

/**
 * The records of an XML file: the elements below the outermost one, each as an object of its children (`created-at` is `created_at`). No entity
 * is expanded but those of XML itself.
 */
export async function* readXmlRecords(bytes: AsyncIterable<Buffer>, file: string): AsyncGenerator<Found> {
  const parser = new SaxesParser()
  const stack: Open[] = []
  let found: Found[] = []
  let size = 0
  let line = 1
  let isTooLong = false
  let failure: Error | null = null
  parser.on('error', (error) => {
    failure ??= error
  })
  parser.on('opentag', ({ name, attributes }) => {
    const { type, nil } = attributes as Record<string, SaxesAttributePlain['value']>
    if (stack.length === 1) {
      line = parser.line
      size = 0
      isTooLong = false
    }
    if (stack.length > MAX_DEPTH) isTooLong = true
    const plain = name.toLowerCase().replaceAll('-', '_')
    stack.push({ name: plain, children: {}, items: [], text: '', isList: type === 'array', isNull: nil === 'true' })
  })
  const text = (given: string) => {
    size += given.length
    if (size > MAX_RECORD_BYTES) isTooLong = true
    const last = stack.at(-1)
    if (last && !isTooLong) last.text += given
  }
  parser.on('text', text)
  parser.on('cdata', text)
  parser.on('closetag', () => {
    const ended = stack.pop()
    const parent = stack.at(-1)
    if (!ended || !parent) return
    if (stack.length > 1) {
      if (!isTooLong) add(parent, ended)
      return
    }
    const place = `${file}:${line}`
    if (isTooLong) found.push({ place, fault: m.data_import_fault_too_long })
    else found.push({ hint: ended.name, place, value: ended.children })
  })
  for await (const piece of decodeStream(bytes)) {
    parser.write(piece)
    yield* found
    found = []
    if (failure) break
  }
  if (!failure) parser.close()
  yield* found
  if (failure) yield { place: `${file}:${parser.line}`, fault: m.data_import_fault_damaged }
}

function add(parent: Open, { name, children, items, text, isList, isNull }: Open): void {
  const hasChildren = Object.keys(children).length > 0
  const value = isNull ? null : isList ? items : hasChildren ? children : text.trim()
  if (parent.isList) parent.items.push(value)
  if (Object.hasOwn(parent.children, name)) {
    const before = parent.children[name]
    parent.children[name] = Array.isArray(before) && !isList ? [...before, value] : [before, value]
  } else parent.children[name] = value
}
