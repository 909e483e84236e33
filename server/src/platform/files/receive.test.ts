import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { receiveFile } from './receive.ts'
import type { FileStore } from './store.ts'

/** A store that reads the whole file. */
const files = { put: async (bytes: Readable) => void (await buffer(bytes)) } as unknown as FileStore

/** A request whose form ends while its file is read; `truncated`: the file had more bytes than are allowed by then. */
function endingEarly(truncated: boolean) {
  const stream = new Readable({ read: () => undefined })
  stream.push('the beginning')
  queueMicrotask(() => stream.destroy(Object.assign(new Error('ended'), { code: 'FST_MP_PREMATURE_CLOSE' })))
  const file = Object.assign(stream, { truncated })
  return { isMultipart: () => true, file: async () => ({ fieldname: 'file', filename: 'a.txt', file }) } as never
}

describe('a form that ends before its file was read', () => {
  it('is refused as too large where the file had too many bytes', async () => {
    await expect(receiveFile(files, endingEarly(true))).rejects.toMatchObject({ code: 'too_large' })
  })

  it('is refused as incomplete otherwise', async () => {
    await expect(receiveFile(files, endingEarly(false))).rejects.toMatchObject({ code: 'invalid_input' })
  })
})
