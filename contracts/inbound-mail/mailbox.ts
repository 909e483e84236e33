import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { Instant, line, requiredLine } from '#contracts/fields.ts'
import { MailboxId } from '#contracts/ids.ts'
import { MailFault, MailSecurity } from '#contracts/notification/mail-server.ts'

export const MAX_MAILBOXES = 20

/** A mailbox of the business whose mails become tickets. The password is never shown again. */
export const MailboxView = z.object({
  id: MailboxId,
  host: z.string(),
  port: z.number().int(),
  security: MailSecurity,
  username: z.string(),
  folder: z.string(),
  /** Since when it cannot be read; null while it can. */
  failingSince: Instant.nullable(),
  /** When reading failed last, also once it works again; the next two say how. */
  lastFailureAt: Instant.nullable(),
  fault: MailFault.nullable(),
  /** What the server said, in its words. */
  answer: z.string().nullable(),
  /** When it was last read without a fault. */
  lastSuccessAt: Instant.nullable(),
})
export type MailboxView = z.output<typeof MailboxView>

export const GivenMailbox = z.strictObject({
  host: requiredLine(253, 'error_enter_mail_host').regex(/^[\w.:-]+$/, 'error_enter_mail_host'),
  port: z.number().int().min(1).max(65_535),
  security: MailSecurity,
  username: requiredLine(254, 'error_enter_mailbox_user'),
  password: z.string().min(1, 'error_enter_mailbox_password').max(500),
  folder: line(200).default('INBOX'),
})
export type GivenMailbox = z.output<typeof GivenMailbox>

const declared = { tag: 'mail', access: 'member' } as const

export const listMailboxes = endpoint({
  ...declared,
  method: 'GET',
  path: '/api/mailboxes',
  summary: 'The mailboxes whose mails become tickets',
  rate: 'read',
  reply: z.object({
    mailboxes: z.array(MailboxView),
    /** The address that reaches the business without a mailbox of its own; null where the operator set none up. */
    address: z.string().nullable(),
  }),
})

/** Reads a mailbox from now on: mails that are in it already stay where they are. */
export const addMailbox = endpoint({
  ...declared,
  method: 'POST',
  path: '/api/mailboxes',
  summary: 'Read a mailbox from now on',
  rate: 'signin',
  idempotent: true,
  status: 201,
  body: GivenMailbox.extend({ id: MailboxId }),
  reply: MailboxView,
})

/** A server that refused the old password is tried again at once; what arrived meanwhile is taken in. */
export const changeMailboxPassword = endpoint({
  ...declared,
  method: 'PUT',
  path: '/api/mailboxes/:mailboxId/password',
  summary: 'Give the new password of a mailbox',
  rate: 'signin',
  params: z.object({ mailboxId: MailboxId }),
  body: GivenMailbox.pick({ password: true }),
  reply: MailboxView,
})

export const deleteMailbox = endpoint({
  ...declared,
  method: 'DELETE',
  path: '/api/mailboxes/:mailboxId',
  summary: 'Read a mailbox no more',
  rate: 'write',
  params: z.object({ mailboxId: MailboxId }),
  reply: z.object({ ok: z.literal(true) }),
})
