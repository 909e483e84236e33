import { and, eq, isNull, sum } from 'drizzle-orm'
import * as m from '#i18n/messages.js'
import type { Guest, Member } from '#server/platform/actor.ts'
import type { Config } from '#server/platform/config.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { AppError } from '#server/platform/errors.ts'
import { text } from '#server/platform/text/message.ts'
import { file } from './schema.ts'

const MEGABYTE = 1024 * 1024
/** The last tenth is the team's: guests cannot keep members from sending files. */
const GUESTS_SHARE = 0.9

export type Quotas = Pick<Config, 'guestUnsentBytes' | 'tenantStorageBytes'>

/** The space for a business's files is used up; the team is notified. */
export class StorageFullError extends AppError {
  constructor() {
    super('too_large', m.error_storage_full, { reason: 'storage_full' })
  }
}

/** Lets one upload of a business at a time be counted, until the transaction ends, over all processes. */
export const lockStorage = (t: Tx) =>
  t.sql(`SELECT pg_advisory_xact_lock(hashtext('stored files'), hashtext($1))`, [t.tenantId])

/**
 * Throws too_large where `bytes` more do not fit: into what a guest may have uploaded and not sent, or into the business's space for
 * files. Under `lockStorage` it is exact, otherwise it refuses early what would be refused anyway.
 */
export async function assertSpace(t: Tx, actor: Guest | Member, quotas: Quotas, bytes: number): Promise<void> {
  const { guestUnsentBytes, tenantStorageBytes } = quotas
  const isGuest = actor.kind === 'guest'
  const [unsent, stored] = await Promise.all([isGuest ? unsentBytes(t, actor) : 0, storedBytes(t)])
  if (isGuest && unsent + bytes > guestUnsentBytes) {
    const megabytes = Math.round(unsent / MEGABYTE)
    throw new AppError('too_large', text(m.error_unsent_files_full, { megabytes }), { reason: 'unsent_files_full' })
  }
  if (stored + bytes > tenantStorageBytes * (isGuest ? GUESTS_SHARE : 1)) throw new StorageFullError()
}

const sumOf = async (rows: Promise<{ bytes: string | null }[]>): Promise<number> => Number((await rows)[0]?.bytes ?? 0)

const unsentBytes = (t: Tx, { guestId }: Guest): Promise<number> =>
  sumOf(
    t.db
      .select({ bytes: sum(file.size) })
      .from(file)
      .where(
        and(
          eq(file.tenantId, t.tenantId),
          eq(file.uploadedByKind, 'guest'),
          eq(file.uploadedById, guestId),
          isNull(file.messageId),
        ),
      ),
  )

const storedBytes = (t: Tx): Promise<number> =>
  sumOf(
    t.db
      .select({ bytes: sum(file.size) })
      .from(file)
      .where(eq(file.tenantId, t.tenantId)),
  )
