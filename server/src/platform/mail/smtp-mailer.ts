import * as m from '#i18n/messages.js'
import { type Text, text } from '#server/platform/text/message.ts'
import { composeEnvelope } from './compose.ts'
import { MailError, type Mailer, type MailFault } from './mailer.ts'

type SmtpError = { code?: unknown; responseCode?: unknown; response?: unknown; message?: unknown }

/** Only a refusal of this recipient or this message is permanent; a wrong password or a full queue can be corrected. */
function isPermanent(error: SmtpError): boolean {
  if (error.code !== 'EENVELOPE' && error.code !== 'EMESSAGE') return false
  const reply = typeof error.responseCode === 'number' ? error.responseCode : 0
  // 530-538: the server requires a sign-in; 503: commands out of order; neither is about this mail.
  return reply >= 550 || (reply >= 500 && reply <= 502) || reply === 521 || reply === 541
}

const CODES: Record<string, MailFault> = {
  EAUTH: 'auth',
  ENOAUTH: 'auth',
  ETIMEDOUT: 'timeout',
  ETLS: 'tls',
  EREQUIRETLS: 'tls',
  EDNS: 'unknown_host',
  ENOTFOUND: 'unknown_host',
}

const MESSAGES: Record<MailFault, Text> = {
  unreachable: m.mail_fault_unreachable,
  unknown_host: m.mail_fault_unknown_host,
  private_address: m.mail_fault_private_address,
  tls: m.mail_fault_tls,
  auth: m.mail_fault_sign_in,
  timeout: m.mail_fault_timeout,
  refused: m.mail_fault_refused,
  not_now: m.mail_fault_not_now,
  unreadable_password: m.mail_fault_password,
  other: m.mail_fault_unreachable,
}

/** nodemailer reports a certificate that is not accepted as a failure of the socket. */
const isOfTls = ({ message }: { message?: unknown }): boolean =>
  typeof message === 'string' && /certificate|self[- ]signed|SSL|TLS|wrong version number/i.test(message)

function faultOf(error: SmtpError, permanent: boolean): MailFault {
  if (permanent) return 'refused'
  const known = typeof error.code === 'string' ? CODES[error.code] : undefined
  if (known) return known
  if (typeof error.responseCode === 'number') return 'not_now'
  return isOfTls(error) ? 'tls' : 'unreachable'
}

/** An error of nodemailer as what failed. The server's answer is part of the sentence. */
export function toMailError(cause: unknown): MailError {
  if (cause instanceof MailError) return cause
  const error = (cause ?? {}) as SmtpError
  const permanent = isPermanent(error)
  const fault = faultOf(error, permanent)
  const answer = typeof error.response === 'string' ? error.response.slice(0, 200).replace(/\s+/g, ' ') : null
  const plain = MESSAGES[fault]
  const message = answer ? text(m.mail_fault_with_answer, { fault: plain, answer }) : plain
  return new MailError(message, { permanent, cause, fault, answer })
}

/** Where a mail server is: an address with sign-in, or the parts of one whose network address was checked before (checked-smtp.ts). */
export type SmtpTarget =
  | { url: string }
  | {
      /** The network address to connect to. */
      host: string
      /** The name its certificate must have. */
      servername: string
      port: number
      secure: boolean
      requireTLS: boolean
      ignoreTLS: boolean
      auth?: { user: string; pass: string }
    }

/**
 * Sends through a mail server over a pool of up to four connections. Every step has `timeoutMs` (10 s). A connection that is
 * lost after the text was sent is a temporary error, so that mail may arrive twice but is never lost.
 */
export function smtpMailer(options: { target: SmtpTarget; from: string; timeoutMs?: number }): Mailer {
  const timeoutMs = options.timeoutMs ?? 10_000
  const { target } = options
  // Loaded with the first mail: 9 MB that an idle server does not need.
  const connect = async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      pool: true,
      ...('url' in target ? target : { ...target, tls: { servername: target.servername } }),
      maxConnections: 4,
      // The outbox retries and counts the attempts; nodemailer must not retry too.
      maxRequeues: 0,
      idleTimeout: 30_000,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      dnsTimeout: timeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }
  let transport: ReturnType<typeof connect> | undefined
  return {
    kind: 'smtp',
    async send(mail) {
      const envelope = composeEnvelope(mail, options.from)
      transport ??= connect()
      const pool = await transport
      await pool.sendMail(envelope).catch((error: unknown) => {
        throw toMailError(error)
      })
    },
    async stop() {
      const pool = await transport
      pool?.close()
    },
  }
}
