import type { z } from 'zod'
import type { ReplyOf } from '#contracts/endpoint.ts'
import type { MailboxId } from '#contracts/ids.ts'
import {
  type addMailbox as addContract,
  type listMailboxes,
  MAX_MAILBOXES,
  type MailboxView,
} from '#contracts/inbound-mail/mailbox.ts'
import * as m from '#i18n/messages.js'
import { SEE_ALL_MAILS } from '#server/inbound-mail/policy.ts'
import type { MailboxRow } from '#server/inbound-mail/schema.ts'
import type { Member } from '#server/platform/actor.ts'
import { createOnce, IdTakenError } from '#server/platform/db/create-once.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import { businessAddressOf } from '#server/platform/mail/reply-address.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { requireRole } from '#server/platform/policy.ts'
import { text } from '#server/platform/text/message.ts'
import { lockTenant, readTenant, recordActivity } from '#server/tenant/service.ts'
import { encryptMailboxPassword } from './connect.ts'
import {
  countMailboxes,
  deleteMailboxRow,
  findMailbox,
  insertMailbox,
  listMailboxRows,
  updateMailbox,
} from './queries.ts'

const present = (row: MailboxRow): MailboxView => ({
  id: row.id,
  host: row.host,
  port: row.port,
  security: row.security,
  username: row.username,
  folder: row.folder,
  failingSince: row.failingSince?.toISOString() ?? null,
  fault: row.fault,
  answer: row.answer,
  lastFailureAt: row.lastFailureAt?.toISOString() ?? null,
  lastSuccessAt: row.lastSuccessAt?.toISOString() ?? null,
})

/** The mailboxes of the business, and whether each can be read. Throws forbidden for agents. */
export async function readMailboxes(tenant: Tenant, actor: Member): Promise<ReplyOf<typeof listMailboxes>> {
  requireRole(actor, SEE_ALL_MAILS)
  return tenant.read(async (t) => {
    const [rows, { slug }] = await Promise.all([listMailboxRows(t), readTenant(t)])
    return { mailboxes: rows.map(present), address: businessAddressOf(tenant.platform, slug) }
  })
}

type Given = z.output<typeof addContract.body>

/** Reads a mailbox from the next look for new ones on; a fault is shown with it. Throws forbidden, conflict beyond the most mailboxes. */
export async function addMailbox(tenant: Tenant, actor: Member, given: Given): Promise<MailboxView> {
  requireRole(actor, SEE_ALL_MAILS)
  const { id, password, ...server } = given
  return createOnce(tenant, {
    create: async (t) => {
      await lockTenant(t)
      if (await findMailbox(t, id)) throw new IdTakenError()
      if ((await countMailboxes(t)) >= MAX_MAILBOXES)
        throw conflict(text(m.error_mailboxes_most, { max: MAX_MAILBOXES }))
      const encryptedPassword = encryptMailboxPassword(tenant.platform, { tenantId: t.tenantId, id, password })
      await insertMailbox(t, { ...server, id, encryptedPassword, createdAt: t.now })
      const action = text(m.activity_mailbox_added, { user: server.username })
      await recordActivity(t, actor, { action, type: 'mail_server_update' })
      return present((await findMailbox(t, id)) as MailboxRow)
    },
    findSame: async (t) => {
      const row = await findMailbox(t, id)
      const isSame =
        row?.host === server.host &&
        row.port === server.port &&
        row.security === server.security &&
        row.username === server.username &&
        row.folder === server.folder
      return row && isSame ? present(row) : null
    },
    conflict: () => conflict(m.error_mailbox_id_taken),
  })
}

/** Tries a mailbox again at once with another password, from where reading stopped. Throws forbidden, not_found. */
export async function changePassword(
  tenant: Tenant,
  actor: Member,
  id: MailboxId,
  { password }: { password: string },
): Promise<MailboxView> {
  requireRole(actor, SEE_ALL_MAILS)
  return tenant.tx(async (t) => {
    const row = await findMailbox(t, id)
    if (!row) throw notFound('mailbox')
    const encryptedPassword = encryptMailboxPassword(tenant.platform, { tenantId: t.tenantId, id, password })
    await updateMailbox(t, id, { encryptedPassword, retryAt: null, failures: 0 })
    const action = text(m.activity_mailbox_password, { user: row.username })
    await recordActivity(t, actor, { action, type: 'mail_server_update' })
    return present({ ...row, encryptedPassword })
  })
}

/** Reads a mailbox no more; what came from it stays. Throws forbidden, not_found. */
export async function removeMailbox(tenant: Tenant, actor: Member, id: MailboxId): Promise<{ ok: true }> {
  requireRole(actor, SEE_ALL_MAILS)
  await tenant.tx(async (t) => {
    const row = await findMailbox(t, id)
    if (!row || !(await deleteMailboxRow(t, id))) throw notFound('mailbox')
    const action = text(m.activity_mailbox_removed, { user: row.username })
    await recordActivity(t, actor, { action, type: 'mail_server_update' })
  })
  return { ok: true }
}
