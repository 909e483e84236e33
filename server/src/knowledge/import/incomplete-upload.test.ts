import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import type { Member } from '#server/platform/actor.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { createCsvImport } from './commands.ts'

const MEGABYTE = 1024 * 1024
const ADMIN = { kind: 'member', role: 'admin' } as Member

type Ending = { truncated?: boolean; length?: number; code?: string }

/** Uploads a form that ends while its file is read; `truncated`: the file had more bytes than are allowed by then. */
function uploadEnding({ truncated = false, length, code = 'FST_MP_PREMATURE_CLOSE' }: Ending) {
  const stream = new Readable({ read: () => undefined })
  stream.push('question,answer')
  queueMicrotask(() => stream.destroy(Object.assign(new Error('ended'), { code })))
  const file = Object.assign(stream, { truncated })
  const headers = length ? { 'content-length': String(length) } : {}
  const part = { fieldname: 'file', filename: 'a.csv', file }
  return createCsvImport({} as Tenant, ADMIN, { headers, isMultipart: () => true, file: async () => part } as never)
}

describe('a CSV upload that ends before its file was read', () => {
  it('is refused as too large where the file had too many bytes, or was going to have them', async () => {
    await expect(uploadEnding({ truncated: true })).rejects.toMatchObject({ code: 'too_large' })
    await expect(uploadEnding({ length: 6 * MEGABYTE })).rejects.toMatchObject({ code: 'too_large' })
  })

  it('is refused as incomplete otherwise', async () => {
    await expect(uploadEnding({})).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(uploadEnding({ length: 5 * MEGABYTE })).rejects.toMatchObject({ code: 'invalid_input' })
  })
})
