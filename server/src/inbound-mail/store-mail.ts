import { createHash } from 'node:crypto'
import { type Readable, Transform } from 'node:stream'
import type { InboundMailId, TenantId } from '#contracts/ids.ts'
import { MAX_MAIL_BYTES } from '#contracts/inbound-mail/inbound-mail.ts'
import { sharedTx } from '#server/platform/db/shared-tx.ts'
import type { Platform, Tenant } from '#server/platform/platform.ts'
import { processState } from '#server/platform/process-state.ts'
import { takeInMail } from './jobs.ts'
import { insertMails } from './queries.ts'

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
export const acceptMail = ({ id, platform }: Tenant, stored: StoredMail, recipient: string): Promise<boolean> =>
  platform.state(mailsAccepted)({ ...stored, tenantId: id, recipient })

type GivenMail = StoredMail & { tenantId: TenantId; recipient: string }

/** So many mails that are given at the same time share a transaction. */
const MOST_TOGETHER = 32

const mailsAccepted = processState('mails being accepted', (platform) =>
  sharedTx<GivenMail, boolean>(platform, {
    most: MOST_TOGETHER,
    run: async (t, mails) => {
      const rows = mails.map(({ tenantId: _, ...mail }) => ({
        ...mail,
        id: crypto.randomUUID() as InboundMailId,
        receivedAt: t.now,
      }))
      const added = await insertMails(t, rows)
      for (const mailId of added) await t.enqueue(takeInMail, { tenantId: t.tenantId, mailId })
      return rows.map(({ id }) => added.has(id))
    },
  }),
)
