import type { MailServerChange, MailServerView, MailTestResult } from '#contracts/notification/mail-server.ts'
import * as m from '#i18n/messages.js'
import { previewOf } from '#server/notification/letters.ts'
import { MANAGE_MAIL } from '#server/notification/policy.ts'
import type { MailServerRow } from '#server/notification/schema.ts'
import type { Member } from '#server/platform/actor.ts'
import { notFound } from '#server/platform/errors.ts'
import { MailError } from '#server/platform/mail/mailer.ts'
import type { Platform, Tenant } from '#server/platform/platform.ts'
import { requireRole } from '#server/platform/policy.ts'
import { recordActivity } from '#server/tenant/service.ts'
import { closeServer, encryptPassword, sendByServer } from './connect.ts'
import { deleteMailServerRow, findMailServer, upsertMailServer } from './queries.ts'
import { noteFailure, noteSuccess } from './send.ts'

/** The mail server as owners and admins see it, without its password. Throws forbidden for others. */
export async function readMailServer(tenant: Tenant, actor: Member): Promise<MailServerView> {
  requireRole(actor, MANAGE_MAIL)
  return viewOf(tenant.platform, await tenant.read(findMailServer))
}

const viewOf = ({ mail, config }: Platform, row: MailServerRow | null): MailServerView => ({
  server: row && {
    ...row,
    hasPassword: row.encryptedPassword !== null,
    failingSince: row.failingSince?.toISOString() ?? null,
    lastSuccessAt: row.lastSuccessAt?.toISOString() ?? null,
  },
  platformMailer: mail.kind,
  platformAddress: config.mailFrom,
})

/**
 * Sends the business's mails through this server from now on. The stored password is dropped when host, port, security or user change without
 * a new one: it must not go to another server.
 */
export async function saveMailServer(tenant: Tenant, actor: Member, change: MailServerChange): Promise<MailServerView> {
  requireRole(actor, MANAGE_MAIL)
  await tenant.tx(async (t) => {
    const before = await findMailServer(t)
    const { password, ...server } = change
    await upsertMailServer(t, {
      ...server,
      encryptedPassword: passwordAfter(tenant, before, change),
      failingSince: null,
      retryAt: null,
      fault: null,
      answer: null,
      lastSuccessAt: null,
      version: (before?.version ?? 0) + 1,
    })
    await recordActivity(t, actor, { action: m.notification_activity_server, type: 'mail_server_update' })
  })
  await closeServer(tenant.platform, tenant.id)
  return readMailServer(tenant, actor)
}

function passwordAfter(tenant: Tenant, before: MailServerRow | null, change: MailServerChange): string | null {
  if (change.password) return encryptPassword(tenant.platform, tenant.id, change.password)
  const isSame =
    before?.host === change.host &&
    before.port === change.port &&
    before.username === change.username &&
    before.security === change.security
  return change.password === undefined && isSame ? before.encryptedPassword : null
}

/** Sends the business's mails through the platform again. */
export async function deleteMailServer(tenant: Tenant, actor: Member): Promise<MailServerView> {
  requireRole(actor, MANAGE_MAIL)
  await tenant.tx(async (t) => {
    await deleteMailServerRow(t)
    await recordActivity(t, actor, { action: m.notification_activity_no_server, type: 'mail_server_update' })
  })
  await closeServer(tenant.platform, tenant.id)
  return readMailServer(tenant, actor)
}

/** Sends the caller a mail through the business's own server and reports what failed. The result is stored as that of any mail. */
export async function testMailServer(tenant: Tenant, actor: Member): Promise<MailTestResult> {
  requireRole(actor, MANAGE_MAIL)
  const { platform } = tenant
  const server = await tenant.read(findMailServer)
  if (!server) throw notFound('mail server')
  const { mail, to } = await tenant.read((t) => previewOf(t, tenant, actor, 'test'))
  try {
    await sendByServer(platform, server, mail)
  } catch (error) {
    await noteFailure(platform, server, error)
    const { fault, answer } = error instanceof MailError ? error : { fault: 'other' as const, answer: null }
    return { to, fault, answer }
  }
  await noteSuccess(platform, server)
  return { to, fault: null, answer: null }
}
