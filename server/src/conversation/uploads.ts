import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FileView } from '#contracts/conversation/file.ts'
import type { FileId } from '#contracts/ids.ts'
import { refuseBlocked } from '#server/customer/service.ts'
import type { Guest, Member } from '#server/platform/actor.ts'
import { receiveFile } from '#server/platform/files/receive.ts'
import { sendFile } from '#server/platform/files/send.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { reportFlood } from '#server/tenant/service.ts'
import { assertSpace, lockStorage, StorageFullError } from './file-quotas.ts'
import { getFile, presentFile, recordUpload } from './files.ts'

/**
 * Receives the one file of a multipart request (field `file`, 20 MB at most), checks and stores it, with the actor as its uploader.
 * Throws unsupported, too_large (also where a quota is used up) or invalid_input with what to do.
 */
export async function upload(tenant: Tenant, actor: Guest | Member, request: FastifyRequest): Promise<FileView> {
  try {
    return await receiveWithinQuotas(tenant, actor, request)
  } catch (error) {
    if (error instanceof StorageFullError) void reportFlood(tenant, 'storage')
    throw error
  }
}

async function receiveWithinQuotas(tenant: Tenant, actor: Guest | Member, request: FastifyRequest): Promise<FileView> {
  refuseBlocked(actor)
  const { files, config } = tenant.platform
  // Before the bytes are received, so that a flood does not fill the disk on its way to the refusal.
  await tenant.read((t) => assertSpace(t, actor, config, 1))
  const { key, ...stored } = await receiveFile(files, request)
  try {
    return await tenant.tx(async (t) => {
      await lockStorage(t)
      await assertSpace(t, actor, config, stored.size)
      return presentFile(await recordUpload(t, actor, { ...stored, storageKey: key }))
    })
  } catch (error) {
    await files.remove(key)
    throw error
  }
}

/**
 * Sends a file the actor may read, as a download, so that a browser never runs it or shows it as a page; images, which were re-encoded
 * from their pixels, are sent inline.
 */
export async function download(
  tenant: Tenant,
  actor: Guest | Member,
  id: FileId,
  reply: FastifyReply,
): Promise<undefined> {
  const row = await tenant.read((t) => getFile(t, actor, id))
  const { stream, size } = await tenant.platform.files.open(row.storageKey)
  const mime = row.mime.startsWith('text/') ? `${row.mime}; charset=utf-8` : row.mime
  return sendFile(reply, { stream, size, mime, name: row.name, isInline: row.isImage })
}
