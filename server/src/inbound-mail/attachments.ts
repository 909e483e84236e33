import type { ReceivedFile } from '#server/conversation/service.ts'
import { AppError } from '#server/platform/errors.ts'
import type { StoredFile } from '#server/platform/files/store.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { MailAttachment } from './parsing/parsed-mail.ts'

export type StoredAttachment = Omit<ReceivedFile, 'mailId'>

/** More attachments than these stay in the original only, which the ticket offers as a download. */
const MOST_ATTACHMENTS = 100
const LONGEST_NAME = 200

/**
 * Stores the attachments of a mail. Pictures are rebuilt from their pixels and may be shown; what may not be uploaded elsewhere is kept as a
 * download of unknown type, which no browser opens by itself. Empty ones, and those beyond the size of an upload, stay in the original.
 */
export async function storeAttachments(
  platform: Platform,
  attachments: readonly MailAttachment[],
): Promise<StoredAttachment[]> {
  const stored: StoredAttachment[] = []
  for (const { name, content, placeholder } of attachments.slice(0, MOST_ATTACHMENTS)) {
    const file = await storeOne(platform, name, Buffer.from(content))
    if (!file) continue
    const { key: storageKey, ...facts } = file
    stored.push({ ...facts, storageKey, placeholder, name: name.slice(0, LONGEST_NAME).toWellFormed() || 'file' })
  }
  return stored
}

async function storeOne({ files }: Platform, name: string, bytes: Buffer): Promise<StoredFile | null> {
  try {
    return await files.put(bytes, { name })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return error.code === 'unsupported' ? files.put(bytes, { isOpaque: true }) : null
  }
}
