import * as m from '#i18n/messages.js'
import { inEnglish, type Text, text } from '#server/platform/text/message.ts'
import { composeEnvelope } from './compose.ts'
import { MailError, type Mailer } from './mailer.ts'

type SmtpFault = { code?: unknown; responseCode?: unknown; response?: unknown }

/** Only what the server says about this recipient or this message is final; a wrong password or a full queue can be put right. */
function isPermanent(fault: SmtpFault): boolean {
  if (fault.code !== 'EENVELOPE' && fault.code !== 'EMESSAGE') return false
  const reply = typeof fault.responseCode === 'number' ? fault.responseCode : 0
  // 530-538: the server wants a sign-in; 503: commands out of order; neither is about this mail.
  return reply >= 550 || (reply >= 500 && reply <= 502) || reply === 521 || reply === 541
}

function toMailError(error: unknown): MailError {
  const fault = (error ?? {}) as SmtpFault
  const permanent = isPermanent(fault)
  let message: Text = m.mail_fault_unreachable
  if (permanent) message = m.mail_fault_refused
  else if (fault.code === 'EAUTH') message = m.mail_fault_sign_in
  else if (fault.code === 'ETIMEDOUT') message = m.mail_fault_timeout
  else if (typeof fault.responseCode === 'number') message = m.mail_fault_not_now
  if (typeof fault.response === 'string') {
    const answer = fault.response.slice(0, 200).replace(/\s+/g, ' ')
    message = text(m.mail_fault_with_answer, { fault: inEnglish(message), answer })
  }
  return new MailError(message, { permanent, cause: error })
}

/**
 * Sends through a mail server over up to four kept connections. Every step has `timeoutMs` (10 s). A connection that is
 * cut after the text was handed over fails as temporary, so that mail may arrive twice but is never lost.
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
      // The outbox retries; a second try in here would be out of its sight.
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
