import type { ImapFlow } from 'imapflow'
import type { MailboxId, TenantId } from '#contracts/ids.ts'
import type { MailFault } from '#contracts/notification/mail-server.ts'
import * as m from '#i18n/messages.js'
import type { MailboxRow } from '#server/inbound-mail/schema.ts'
import { checkedSmtpHost } from '#server/platform/mail/checked-smtp.ts'
import { MailError } from '#server/platform/mail/mailer.ts'
import type { Platform } from '#server/platform/platform.ts'
import { decryptSecret, encryptSecret } from '#server/platform/secrets/encrypt.ts'

const TIMEOUT_MS = 15_000

const contextOf = (tenantId: TenantId, id: MailboxId): string => `tenant:${tenantId}:mailbox:${id}`

export const encryptMailboxPassword = (
  { masterKey }: Platform,
  { tenantId, id, password }: { tenantId: TenantId; id: MailboxId; password: string },
): string => encryptSecret(masterKey, password, contextOf(tenantId, id))

type Server = Pick<MailboxRow, 'tenantId' | 'id' | 'host' | 'port' | 'security' | 'username' | 'encryptedPassword'>

/**
 * Signs in to a mailbox. The server's name is resolved and checked first, as for outgoing mail, so that nobody reads servers of the own
 * network by it. Throws MailError with what failed.
 */
export async function openMailbox(platform: Platform, row: Server): Promise<ImapFlow> {
  const { ImapFlow: Client } = await import('imapflow')
  const host = await checkedSmtpHost(row.host, platform.config.allowLocalSmtp)
  const client = new Client({
    host,
    port: row.port,
    servername: row.host,
    secure: row.security === 'tls',
    doSTARTTLS: row.security === 'starttls',
    auth: { user: row.username, pass: passwordOf(platform, row) },
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    logger: false,
    disableAutoIdle: true,
  })
  // What breaks later ends the call that waits for it.
  client.on('error', () => undefined)
  try {
    await client.connect()
  } catch (error) {
    client.close()
    throw toMailboxError(error)
  }
  return client
}

function passwordOf({ masterKey }: Platform, { tenantId, id, encryptedPassword }: Server): string {
  try {
    return decryptSecret(masterKey, encryptedPassword, contextOf(tenantId, id))
  } catch (cause) {
    throw new MailError(m.mail_fault_password, { permanent: false, cause, fault: 'unreadable_password' })
  }
}

type ImapError = {
  code?: unknown
  authenticationFailed?: unknown
  responseText?: unknown
  message?: unknown
}

/** An error of the connection as what failed, with what the server said on one line. */
export function toMailboxError(cause: unknown): MailError {
  if (cause instanceof MailError) return cause
  const error = (cause ?? {}) as ImapError
  const said = typeof error.responseText === 'string' ? error.responseText.replace(/\s+/g, ' ').slice(0, 200) : null
  return new MailError(m.mail_fault_unreachable, { permanent: false, cause, fault: faultOf(error), answer: said })
}

function faultOf({ code, authenticationFailed, responseText, message }: ImapError): MailFault {
  if (authenticationFailed) return 'auth'
  const text = `${typeof code === 'string' ? code : ''} ${typeof message === 'string' ? message : ''}`
  if (/TIMEOUT|timeout/i.test(text)) return 'timeout'
  if (/CERT|certificate|SSL|TLS|wrong version/i.test(text)) return 'tls'
  if (/ENOTFOUND|EAI_AGAIN/.test(text)) return 'unknown_host'
  return typeof responseText === 'string' ? 'refused' : 'unreachable'
}
