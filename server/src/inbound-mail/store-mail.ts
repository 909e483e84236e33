import { createHash } from 'node:crypto'
import { type Readable, Transform } from 'node:stream'
import type { InboundMailId } from '#contracts/ids.ts'
import { MAX_MAIL_BYTES } from '#contracts/inbound-mail/inbound-mail.ts'
import type { Platform, Tenant } from '#server/platform/platform.ts'
import { takeInMail } from './jobs.ts'
import { insertMail } from './queries.ts'

/** A mail in the file store that belongs to no business yet. */
export type StoredMail = { storageKey: string; size: number; contentHash: string }

/** Stores the bytes of a mail as they are. Throws too_large beyond 40 MB; then nothing is stored. */
export async function storeBytes(platform: Platform, bytes: Readable): Promise<StoredMail> {
  const hash = createHash('sha256')
  const hashed = new Transform({
    transform: (chunk: Buffer, _, next) => {
      hash.update(chunk)
      next(null, chunk)
    },
  })
  bytes.on('error', (error) => hashed.destroy(error))
  const { key, size } = await platform.files.put(bytes.pipe(hashed), { isOpaque: true, maxBytes: MAX_MAIL_BYTES })
  return { storageKey: key, size, contentHash: hash.digest('hex') }
}

/**
 * Gives a stored mail to a business, with the job that makes a message or a ticket of it. Once this returns the mail is never lost. False
 * where the same mail arrived before: then the caller still has its file.
 */
export const acceptMail = (tenant: Tenant, stored: StoredMail, recipient: string): Promise<boolean> =>
  tenant.tx(async (t) => {
    const id = crypto.randomUUID() as InboundMailId
    const isNew = await insertMail(t, { ...stored, id, recipient, receivedAt: t.now })
    if (isNew) await t.enqueue(takeInMail, { tenantId: t.tenantId, mailId: id })
    return isNew
  })
