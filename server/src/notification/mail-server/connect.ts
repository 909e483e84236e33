import type { TenantId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import type { MailServerRow } from '#server/notification/schema.ts'
import { checkedSmtpHost } from '#server/platform/mail/checked-smtp.ts'
import { type Mail, MailError, type Mailer } from '#server/platform/mail/mailer.ts'
import { smtpMailer } from '#server/platform/mail/smtp-mailer.ts'
import type { Platform } from '#server/platform/platform.ts'
import { processState } from '#server/platform/process-state.ts'
import { decryptSecret, encryptSecret } from '#server/platform/secrets/encrypt.ts'

const contextOf = (tenantId: TenantId): string => `tenant:${tenantId}:mail-server`

export const encryptPassword = ({ masterKey }: Platform, tenantId: TenantId, password: string): string =>
  encryptSecret(masterKey, password, contextOf(tenantId))

type Open = { version: number; openedAt: number; mailer: Mailer }

/** The name of a server is resolved and checked again after this time. */
const OPEN_MS = 10 * 60_000
/** Connections are kept for so many businesses; the one that was opened first is closed. */
const MOST_OPEN = 100

const openServers = processState(
  'own mail servers',
  () => new Map<TenantId, Open>(),
  async (open) => {
    await Promise.all([...open.values()].map(({ mailer }) => mailer.stop()))
  },
)

/** Sends a mail through a business's own server. Throws MailError, also for a password of another master key. */
export async function sendByServer(platform: Platform, row: MailServerRow, mail: Mail): Promise<void> {
  const mailer = await mailerOf(platform, row)
  await mailer.send({ ...mail, from: addressOf(row, mail) })
}

/** The server's own address under the name of the mail's sender. */
const addressOf = ({ fromAddress }: MailServerRow, { from }: Mail): string => {
  const name = /^([^<>]*)</.exec(from ?? '')?.[1]?.trim()
  return name ? `${name} <${fromAddress}>` : fromAddress
}

async function mailerOf(platform: Platform, row: MailServerRow): Promise<Mailer> {
  const open = platform.state(openServers)
  const now = platform.clock.now().getTime()
  const known = open.get(row.tenantId)
  if (known?.version === row.version && now - known.openedAt < OPEN_MS) return known.mailer
  const mailer = await openServer(platform, row)
  await closeServer(platform, row.tenantId)
  open.set(row.tenantId, { version: row.version, openedAt: now, mailer })
  const [oldest] = open.keys()
  if (open.size > MOST_OPEN && oldest) await closeServer(platform, oldest)
  return mailer
}

/** Closes this process's connections to a business's server. */
export async function closeServer(platform: Platform, tenantId: TenantId): Promise<void> {
  const open = platform.state(openServers)
  const known = open.get(tenantId)
  open.delete(tenantId)
  await known?.mailer.stop()
}

async function openServer(platform: Platform, row: MailServerRow): Promise<Mailer> {
  const { port, security, username } = row
  const pass = passwordOf(platform, row)
  const host = await checkedSmtpHost(row.host, platform.config.allowLocalSmtp)
  return smtpMailer({
    from: row.fromAddress,
    target: {
      host,
      servername: row.host,
      port,
      secure: security === 'tls',
      requireTLS: security === 'starttls',
      ignoreTLS: security === 'none',
      ...(username ? { auth: { user: username, pass } } : {}),
    },
  })
}

function passwordOf({ masterKey, log }: Platform, { tenantId, encryptedPassword }: MailServerRow): string {
  if (!encryptedPassword) return ''
  try {
    return decryptSecret(masterKey, encryptedPassword, contextOf(tenantId))
  } catch (error) {
    log.error({ err: error, tenantId }, 'the password of a mail server cannot be read')
    throw new MailError(m.mail_fault_password, { permanent: false, cause: error, fault: 'unreadable_password' })
  }
}
