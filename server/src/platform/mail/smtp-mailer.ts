import * as m from '#i18n/messages.js'
import { inEnglish, type Text, text } from '#server/platform/text/message.ts'
import { composeEnvelope } from './compose.ts'
import { MailError, type Mailer } from './mailer.ts'

type SmtpError = { code?: unknown; responseCode?: unknown; response?: unknown }

/** Only a refusal of this recipient or this message is permanent; a wrong password or a full queue can be corrected. */
function isPermanent(error: SmtpError): boolean {
  if (error.code !== 'EENVELOPE' && error.code !== 'EMESSAGE') return false
  const reply = typeof error.responseCode === 'number' ? error.responseCode : 0
  // 530-538: the server requires a sign-in; 503: commands out of order; neither is about this mail.
  return reply >= 550 || (reply >= 500 && reply <= 502) || reply === 521 || reply === 541
}

function toMailError(cause: unknown): MailError {
  const error = (cause ?? {}) as SmtpError
  const permanent = isPermanent(error)
  let message: Text = m.mail_fault_unreachable
  if (permanent) message = m.mail_fault_refused
  else if (error.code === 'EAUTH') message = m.mail_fault_sign_in
  else if (error.code === 'ETIMEDOUT') message = m.mail_fault_timeout
  else if (typeof error.responseCode === 'number') message = m.mail_fault_not_now
  if (typeof error.response === 'string') {
    const answer = error.response.slice(0, 200).replace(/\s+/g, ' ')
    message = text(m.mail_fault_with_answer, { fault: inEnglish(message), answer })
  }
  return new MailError(message, { permanent, cause })
}

/**
 * Sends through a mail server over a pool of up to four connections. Every step has `timeoutMs` (10 s). A connection that is
 * lost after the text was sent is a temporary error, so that mail may arrive twice but is never lost.
 */
export function smtpMailer(options: { url: string; from: string; timeoutMs?: number }): Mailer {
  const timeoutMs = options.timeoutMs ?? 10_000
  // Loaded with the first mail: 9 MB that an idle server does not need.
  const connect = async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      pool: true,
      url: options.url,
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
