import type { FastifyReply, FastifyRequest } from 'fastify'
import { type FileView, MAX_FILE_BYTES } from '#contracts/file.ts'
import type { FileId } from '#contracts/ids.ts'
import type { Guest, Member } from '#server/platform/actor.ts'
import { AppError, invalid } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { stripControl } from '#server/platform/text/text.ts'
import { getFile, presentFile, recordUpload } from './files.ts'

const MAX_NAME = 200

/**
 * Takes the one file of a multipart request (field `file`, 20 MB at most), checks and stores it, and remembers it as the actor's.
 * Throws unsupported, too_large or invalid_input with what to do.
 */
export async function upload(tenant: Tenant, actor: Guest | Member, request: FastifyRequest): Promise<FileView> {
  if (!request.isMultipart()) throw new AppError('unsupported', 'Send the file as a form (multipart/form-data).')
  // One byte more than is allowed, so that the store sees what is too large and says so.
  const limits = { files: 1, fileSize: MAX_FILE_BYTES + 1 }
  const part = await request.file({ limits }).catch((error: unknown) => {
    throw unreadable(error)
  })
  if (part?.fieldname !== 'file') throw invalid({ 'body.file': 'Choose a file to attach.' })
  const name = shownName(part.filename)
  const { key, ...stored } = await tenant.platform.files.put(part.file, { name }).catch((error: unknown) => {
    throw isCutShort(error) ? unreadable(error) : error
  })
  try {
    return presentFile(await tenant.tx((t) => recordUpload(t, actor, { ...stored, name, storageKey: key })))
  } catch (error) {
    await tenant.platform.files.remove(key)
    throw error
  }
}

/** The sender's fault: a form that ends early or is none. */
const unreadable = (cause: unknown) =>
  new AppError('invalid_input', 'The file did not arrive whole. Check your connection and attach it again.', { cause })

function isCutShort(error: unknown): boolean {
  const { code, message } = error instanceof Error ? (error as NodeJS.ErrnoException) : { message: '' }
  return (
    code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'FST_MP_PREMATURE_CLOSE' || message.includes('multipart data')
  )
}

/** What the file is called, without folders and control signs. */
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

/**
 * Sends a file the actor may have. Never run or shown as a page: a download, except for pictures that were rebuilt from their
 * pixels.
 */
export async function download(
  tenant: Tenant,
  actor: Guest | Member,
  id: FileId,
  reply: FastifyReply,
): Promise<undefined> {
  const row = await tenant.read((t) => getFile(t, actor, id))
  const { stream, size } = await tenant.platform.files.open(row.storageKey)
  reply
    .type(row.mime.startsWith('text/') ? `${row.mime}; charset=utf-8` : row.mime)
    .header('content-length', size)
    .header('content-disposition', `${row.isImage ? 'inline' : 'attachment'}; ${fileNameParameter(row.name)}`)
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('cross-origin-resource-policy', 'same-origin')
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, no-store')
  reply.send(stream)
  return undefined
}

/** RFC 6266: the name in UTF-8, percent-encoded. */
const fileNameParameter = (name: string): string =>
  `filename*=UTF-8''${encodeURIComponent(name).replace(/['()*!]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`
