import type { FastifyRequest } from 'fastify'
import { MAX_FILE_BYTES } from '#contracts/conversation/file.ts'
import * as m from '#i18n/messages.js'
import { AppError, invalid } from '#server/platform/errors.ts'
import { stripControl } from '#server/platform/text/text.ts'
import { type FileStore, type PutOptions, type StoredFile, tooLarge } from './store.ts'

const MAX_NAME = 200

/**
 * Stores the one file of a multipart request (field `file`, 20 MB at most unless the options say otherwise). `name` is its name without folders and control
 * characters. The caller removes the file when its row cannot be written.
 * Throws unsupported, too_large or invalid_input with what to do.
 */
export async function receiveFile(
  files: Pick<FileStore, 'put'>,
  request: FastifyRequest,
  options: PutOptions = {},
): Promise<StoredFile & { name: string }> {
  if (!request.isMultipart()) throw new AppError('unsupported', m.error_not_multipart)
  // One byte more than is allowed, so that the store detects a file that is too large.
  const maxBytes = options.maxBytes ?? MAX_FILE_BYTES
  const limits = { files: 1, fileSize: maxBytes + 1 }
  const part = await request.file({ limits }).catch((error: unknown) => {
    throw unreadable(error)
  })
  if (part?.fieldname !== 'file') throw invalid({ 'body.file': m.error_file_missing })
  const name = shownName(part.filename)
  const stored = await files.put(part.file, { ...options, name }).catch((error: unknown) => {
    if (!isIncomplete(error)) throw error
    // The form may end, incomplete, before the store has read as many bytes of the file as are too many.
    throw part.file.truncated ? tooLarge(maxBytes) : unreadable(error)
  })
  return { ...stored, name }
}

/** The request is at fault: its form is incomplete or invalid. */
const unreadable = (cause: unknown) => new AppError('invalid_input', m.error_file_incomplete, { cause })

function isIncomplete(error: unknown): boolean {
  const { code, message } = error instanceof Error ? (error as NodeJS.ErrnoException) : { message: '' }
  return (
    code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'FST_MP_PREMATURE_CLOSE' || message.includes('multipart data')
  )
}

/** The file's name without folders and control characters. */
function shownName(given: string | undefined): string {
  const name = stripControl(given ?? '')
    .replace(/\s+/g, ' ')
    .split(/[/\\]/)
    .at(-1)
    ?.trim()
  if (!name || /^\.+$/.test(name)) return 'file'
  if (name.length <= MAX_NAME) return name
  const ending = /\.[a-z0-9]{1,8}$/i.exec(name)?.[0] ?? ''
  return name.slice(0, MAX_NAME - ending.length).toWellFormed() + ending
}
