import * as m from '#i18n/messages.js'
import type { Outgoing } from '#server/platform/http/outgoing.ts'
import { OutgoingError } from '#server/platform/http/outgoing-error.ts'
import { text } from '#server/platform/text/message.ts'
import { composeEnvelope } from './compose.ts'
import { type Mail, MailError, type Mailer } from './mailer.ts'

type Options = {
  serviceId: string
  templateId: string
  publicKey: string
  privateKey: string
  origin: string
  from: string
  http: Outgoing
}

/**
 * Sends through the REST interface of EmailJS: 200 means taken. 400, 404 and 422 are about this call or the template, and as likely a wrong
 * setting as a wrong mail, so that they are retried like all others; only an address that is none is given up at once.
 */
export function emailJsMailer(options: Options): Mailer {
  return {
    kind: 'emailjs',
    async send(mail) {
      const { status, answer } = await post(options, bodyOf(options, mail))
      if (status === 200) return
      const isAuth = status === 401 || status === 403
      const message = isAuth ? m.mail_fault_emailjs_sign_in : text(m.mail_fault_emailjs, { status, answer })
      throw new MailError(message, { permanent: false, fault: isAuth ? 'auth' : 'not_now', answer })
    },
    stop: async () => undefined,
  }
}

async function post({ http, origin }: Options, body: object): Promise<{ status: number; answer: string }> {
  try {
    const { status, body: said } = await http.fetch(`${origin}/api/v1.0/email/send`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      maxRedirects: 0,
      maxBytes: 64 * 1024,
    })
    return { status, answer: said.toString('utf8').slice(0, 200).replace(/\s+/g, ' ') }
  } catch (cause) {
    const isTimeout = cause instanceof OutgoingError && cause.reason === 'timeout'
    throw new MailError(isTimeout ? m.mail_fault_timeout : m.mail_fault_unreachable, {
      permanent: false,
      cause,
      fault: isTimeout ? 'timeout' : 'unreachable',
    })
  }
}

function bodyOf({ serviceId, templateId, publicKey, privateKey, from }: Options, mail: Mail): object {
  // The same rules as for SMTP: one recipient, no line breaks.
  composeEnvelope(mail, from)
  const sender = mail.from ?? from
  return {
    service_id: serviceId,
    template_id: templateId,
    user_id: publicKey,
    accessToken: privateKey,
    template_params: {
      to_email: mail.to,
      from_name: /^\s*"?([^"<>]*?)"?\s*</.exec(sender)?.[1] || sender,
      reply_to: mail.replyTo ?? '',
      subject: mail.subject,
      message: mail.text,
      message_html: mail.html,
    },
  }
}
