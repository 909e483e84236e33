import type { FileStore } from '#server/platform/files/store.ts'
import type { NeutralRecord } from './neutral.ts'

/** A converted record; `end`: the byte after its line, from which reading can go on. */
export type StoredRecord = { place: string; record: NeutralRecord; end: number; bytes: number }

/** The converted records of an import from a byte on. */
export async function* readRecords(files: FileStore, key: string, from: number): AsyncGenerator<StoredRecord> {
  const { stream } = await files.open(key, { from })
  let rest: Buffer = Buffer.alloc(0)
  let at = from
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
      let begin = 0
      for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, begin)) {
        const { p, r } = JSON.parse(bytes.toString('utf8', begin, end)) as { p: string; r: NeutralRecord }
        const length = end + 1 - begin
        at += length
        yield { place: p, record: r, end: at, bytes: length }
        begin = end + 1
      }
      rest = bytes.subarray(begin)
    }
  } finally {
    stream.destroy()
  }
}

type Limits = { records: number; bytes: number }

/** The same in batches that one transaction can write. */
export async function* inBatches(records: AsyncIterable<StoredRecord>, most: Limits): AsyncGenerator<StoredRecord[]> {
  let batch: StoredRecord[] = []
  let bytes = 0
  for await (const record of records) {
    if (batch.length > 0 && (batch.length >= most.records || bytes + record.bytes > most.bytes)) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(record)
    bytes += record.bytes
  }
  if (batch.length > 0) yield batch
}
