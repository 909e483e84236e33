import type { Attachment, Email } from 'postal-mime'
import type { Bounce } from './parse-mail.ts'

const textOf = ({ content }: Attachment): string =>
  typeof content === 'string' ? content : new TextDecoder().decode(content)

/** The report of a delivery that failed or is late (RFC 3464); null for any other mail. */
export function bounceOf(email: Email): Bounce | null {
  const status = email.attachments.find(({ mimeType }) => mimeType === 'message/delivery-status')
  if (!status) return null
  const report = textOf(status)
  const field = (name: string) => new RegExp(`^${name}:\\s*(.+)$`, 'im').exec(report)?.[1]?.trim() ?? null
  const code = field('Status')
  const original = email.attachments.find(({ mimeType }) => /^(message\/rfc822|text\/rfc822-headers)$/.test(mimeType))
  return {
    recipient: field('Final-Recipient')?.replace(/^.*;\s*/, '') ?? null,
    status: code,
    isPermanent: field('Action')?.toLowerCase() === 'failed' && !code?.startsWith('4'),
    explanation: field('Diagnostic-Code')?.replace(/^.*?;\s*/, '') ?? email.subject ?? '',
    originalMessageId: (original && /^Message-ID:\s*(<[^<>\s]+>)/im.exec(textOf(original))?.[1]) ?? null,
  }
}
