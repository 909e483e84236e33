import type { ImportContent, RecordKind } from '#contracts/data-import/data-import.ts'
import type { SourceReader } from '#server/data-import/sources/source-reader.ts'
import { createPauses } from '#server/platform/pauses.ts'
import type { Text } from '#server/platform/text/message.ts'
import type { Upload } from './archive.ts'
import { createContent } from './content.ts'
import { createJoin } from './join-loose.ts'
import { MAX_READ_FAULTS } from './limits.ts'
import type { NeutralRecord } from './neutral.ts'
import { readFiles } from './read-files.ts'
import { isFault } from './source-record.ts'

/** What could not be read, or is left out whatever the mapping is. */
export type Unread = { place: string; reason: Text; kind: RecordKind | null; externalId: string | null }
export type Converted = { content: ImportContent; unread: Unread[]; unreadCount: number }

const LINES_AT_ONCE = 64 * 1024

/**
 * Reads an export twice and gives its records in the one form of all sources, as lines of JSON: `{p: place, r: record}`. What it has is in
 * `result` at the end. Throws UnreadableExportError where it cannot be read as a whole.
 */
export function convertExport(upload: Upload, reader: SourceReader) {
  const content = createContent()
  const unread: Unread[] = []
  let unreadCount = 0
  const leaveOut = (one: Unread) => {
    unreadCount += 1
    if (unread.length < MAX_READ_FAULTS) unread.push(one)
  }
  const lineOf = (place: string, record: NeutralRecord): string => {
    content.add(record)
    return `${JSON.stringify({ p: place, r: record })}\n`
  }
  async function* lines(): AsyncGenerator<string> {
    const pause = createPauses()
    for await (const found of readFiles(upload, () => undefined)) {
      await pause()
      if (!isFault(found)) reader.learn(found)
    }
    const join = reader.hasLooseMessages() ? await createJoin() : null
    try {
      for await (const found of readFiles(upload, content.ignore)) {
        await pause()
        if (isFault(found)) {
          leaveOut({ place: found.place, reason: found.fault, kind: null, externalId: null })
          continue
        }
        for (const one of reader.convert(found)) {
          if ('skip' in one) {
            leaveOut({
              place: found.place,
              reason: one.skip,
              kind: one.kind === 'row' ? null : one.kind,
              externalId: one.id,
            })
          } else if ('message' in one) await join?.addMessage(one)
          else if (join && one.kind === 'ticket') await join.addTicket({ place: found.place, record: one })
          else yield lineOf(found.place, one)
        }
      }
      if (join) for await (const { place, record } of join.joined()) yield lineOf(place, record)
    } finally {
      await join?.remove()
    }
  }
  return {
    lines: () => gathered(lines()),
    result: (): Converted => ({ content: content.result(), unread, unreadCount }),
  }
}

/** Many lines at once: a stream of single ones costs more than they do. */
async function* gathered(lines: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let text = ''
  for await (const line of lines) {
    text += line
    if (text.length < LINES_AT_ONCE) continue
    yield Buffer.from(text)
    text = ''
  }
  if (text !== '') yield Buffer.from(text)
}
