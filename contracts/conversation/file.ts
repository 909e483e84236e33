import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { FileId } from '#contracts/ids.ts'

/** Largest upload in bytes (20 MB). */
export const MAX_FILE_BYTES = 20 * 1024 * 1024

/** An attachment of a message. Its download checks the session; only re-encoded images are shown inline. */
export const FileView = z.object({
  id: FileId,
  name: z.string(),
  mime: z.string(),
  size: z.number().int(),
  isImage: z.boolean(),
  /** Of a file that came by mail and stands in its text: the words in its message's body, or in what is folded of it, at whose place it is shown. */
  placeholder: z.string().optional(),
})
export type FileView = z.output<typeof FileView>

export const FileIds = z.array(FileId).max(10).default([])

/** Stores one file of a multipart body (field `file`) for the message that will be sent with it. */
export const uploadFile = endpoint({
  method: 'POST',
  path: '/api/files',
  summary: 'Upload an attachment',
  tag: 'files',
  access: 'member',
  rate: 'upload',
  scope: 'tickets:write',
  status: 201,
  reply: FileView,
})

export const downloadFile = endpoint({
  method: 'GET',
  path: '/api/files/:fileId',
  summary: 'Download an attachment',
  tag: 'files',
  access: 'member',
  rate: 'read',
  scope: 'tickets:read',
  answer: 'file',
  params: z.object({ fileId: FileId }),
  reply: z.undefined(),
})

const PortalFileParams = z.object({ slug: z.string().min(1).max(64), fileId: FileId })

export const uploadGuestFile = endpoint({
  method: 'POST',
  path: '/api/portal/:slug/files',
  summary: 'Upload an attachment as a customer',
  tag: 'portal',
  access: 'guest',
  rate: 'upload',
  status: 201,
  params: PortalFileParams.pick({ slug: true }),
  reply: FileView,
})

export const downloadGuestFile = endpoint({
  method: 'GET',
  path: '/api/portal/:slug/files/:fileId',
  summary: 'Download an attachment as a customer',
  tag: 'portal',
  access: 'guest',
  rate: 'read',
  answer: 'file',
  params: PortalFileParams,
  reply: z.undefined(),
})
