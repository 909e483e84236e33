import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { Email, Instant } from '#contracts/fields.ts'
import { MailId, TicketId } from '#contracts/ids.ts'
import { LANGUAGES } from '#contracts/languages.ts'
import { Cursor, pageOf } from '#contracts/page.ts'

/** `held`: not sent, by the limit of automatic mails or by the block list. `failed`: the attempts ended. */
export const MailStatus = z.enum(['pending', 'sent', 'failed', 'held'])
export type MailStatus = z.output<typeof MailStatus>

/** Every kind of letter. */
export const LetterKind = z.enum([
  'ticket_notification',
  'ticket_confirmation',
  'ticket_reply',
  'ticket_assigned',
  'ticket_team_assigned',
  'ticket_mention',
  'customer_replied',
  'ticket_escalated',
  'ticket_unassigned',
  'ticket_sla_warned',
  'ticket_sla_breached',
  'ticket_rated',
  'key_rejected',
  'webhook_off',
  'flood_held_back',
  'report_daily',
  'report_weekly',
  'report_monthly',
  'digest',
  'chat_transcript',
  'test',
])
export type LetterKind = z.output<typeof LetterKind>

export const OutboxEntry = z.object({
  id: MailId,
  to: z.string(),
  subject: z.string(),
  kind: LetterKind,
  status: MailStatus,
  attempts: z.number().int(),
  reason: z.string().nullable(),
  ticketId: TicketId.nullable(),
  createdAt: Instant,
  sentAt: Instant.nullable(),
})
export type OutboxEntry = z.output<typeof OutboxEntry>

const declared = { tag: 'notification', access: 'member' } as const

export const listOutbox = endpoint({
  ...declared,
  method: 'GET',
  path: '/api/mail-outbox',
  summary: 'Mails of the business, newest first, 50 a page',
  rate: 'read',
  query: z.object({ status: MailStatus.optional(), cursor: Cursor }),
  reply: pageOf(OutboxEntry),
})

export const retryMail = endpoint({
  ...declared,
  method: 'POST',
  path: '/api/mail-outbox/:mailId/retry',
  summary: 'Begin the attempts for a failed mail anew',
  rate: 'write',
  params: z.object({ mailId: MailId }),
  reply: OutboxEntry,
})

export const BlockedAddress = z.object({ address: z.string(), createdAt: Instant })
export type BlockedAddress = z.output<typeof BlockedAddress>
const BlockedAddresses = z.object({ items: z.array(BlockedAddress) })

/** The most addresses that a business blocks. */
export const MAX_BLOCKED_ADDRESSES = 1000

export const listBlockedAddresses = endpoint({
  ...declared,
  method: 'GET',
  path: '/api/mail-blocks',
  summary: 'Addresses that get no mail of the business, newest first (at most 1,000)',
  rate: 'read',
  reply: BlockedAddresses,
})

export const blockAddress = endpoint({
  ...declared,
  method: 'POST',
  path: '/api/mail-blocks',
  summary: 'Send an address no mail any more',
  rate: 'write',
  body: z.strictObject({ address: Email }),
  reply: BlockedAddresses,
})

export const unblockAddress = endpoint({
  ...declared,
  method: 'DELETE',
  path: '/api/mail-blocks',
  summary: 'Send an address mail again',
  rate: 'write',
  query: z.object({ address: Email }),
  reply: BlockedAddresses,
})

const LetterChoice = z.strictObject({ kind: LetterKind, language: z.enum(LANGUAGES).default('en') })

export const Letter = z.object({ subject: z.string(), text: z.string(), html: z.string() })
export type Letter = z.output<typeof Letter>

export const previewLetter = endpoint({
  ...declared,
  method: 'GET',
  path: '/api/mail-letters',
  summary: 'A letter as the business sends it, about a made-up ticket',
  rate: 'read',
  query: LetterChoice,
  reply: Letter,
})

export const showLetter = endpoint({
  ...declared,
  method: 'GET',
  path: '/api/mail-letters/page',
  summary: 'A letter as a page of its own, for a frame: it runs no script and loads nothing',
  rate: 'read',
  answer: 'file',
  query: LetterChoice,
  reply: z.unknown(),
})

export const sendLetterTest = endpoint({
  ...declared,
  method: 'POST',
  path: '/api/mail-letters/test',
  summary: 'Send the signed-in admin a letter about a made-up ticket',
  rate: 'signin',
  body: LetterChoice,
  reply: z.object({ to: z.string() }),
})
