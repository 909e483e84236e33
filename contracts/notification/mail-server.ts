import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { Email, Instant, line, requiredLine } from '#contracts/fields.ts'

/** `tls`: encrypted from the first byte (port 465); `starttls`: encryption is required before the sign-in (587); `none`: no encryption. */
export const MailSecurity = z.enum(['tls', 'starttls', 'none'])
export type MailSecurity = z.output<typeof MailSecurity>

/** Why a mail server did not take a mail; each code has its text on the screen. */
export const MailFault = z.enum([
  'unreachable',
  'unknown_host',
  'private_address',
  'tls',
  'auth',
  'timeout',
  'refused',
  'not_now',
  'unreadable_password',
  'other',
])
export type MailFault = z.output<typeof MailFault>

export const PlatformMailer = z.enum(['files', 'smtp', 'emailjs'])
export type PlatformMailer = z.output<typeof PlatformMailer>

/** A business's own mail server. The password is never shown again. */
export const MailServerView = z.object({
  /** Null: mails go through the platform's transport. */
  server: z
    .object({
      host: z.string(),
      port: z.number().int(),
      security: MailSecurity,
      username: z.string(),
      hasPassword: z.boolean(),
      fromAddress: z.string(),
      /** Since when mails go through the platform's transport instead; null while the server takes them. */
      failingSince: Instant.nullable(),
      fault: MailFault.nullable(),
      /** What the server said, in its words. */
      answer: z.string().nullable(),
      lastSuccessAt: Instant.nullable(),
    })
    .nullable(),
  platformMailer: PlatformMailer,
  platformAddress: z.string(),
})
export type MailServerView = z.output<typeof MailServerView>

export const MailServerChange = z.strictObject({
  host: requiredLine(253, 'error_enter_mail_host').regex(/^[\w.:-]+$/, 'error_enter_mail_host'),
  port: z.number().int().min(1).max(65_535),
  security: MailSecurity,
  username: line(254),
  /** Missing: the stored one stays, unless host, port or user changes. Empty: none. */
  password: z.string().max(500).optional(),
  fromAddress: Email,
})
export type MailServerChange = z.output<typeof MailServerChange>

const declared = { tag: 'notification', access: 'member' } as const

export const getMailServer = endpoint({
  ...declared,
  method: 'GET',
  path: '/api/mail-server',
  summary: 'The mail server of the business, and whether it takes mails',
  rate: 'read',
  reply: MailServerView,
})

export const saveMailServer = endpoint({
  ...declared,
  method: 'PUT',
  path: '/api/mail-server',
  summary: 'Send the mails of the business through its own mail server',
  rate: 'write',
  body: MailServerChange,
  reply: MailServerView,
})

export const deleteMailServer = endpoint({
  ...declared,
  method: 'DELETE',
  path: '/api/mail-server',
  summary: 'Send the mails of the business through the platform again',
  rate: 'write',
  reply: MailServerView,
})

export const MailTestResult = z.object({
  to: z.string(),
  /** Null: the mail server took the mail. */
  fault: MailFault.nullable(),
  answer: z.string().nullable(),
})
export type MailTestResult = z.output<typeof MailTestResult>

export const testMailServer = endpoint({
  ...declared,
  method: 'POST',
  path: '/api/mail-server/test',
  summary: 'Send the signed-in admin a mail through the mail server of the business',
  rate: 'signin',
  reply: MailTestResult,
})
