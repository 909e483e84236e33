import type { InboundMailView, TicketMailView } from '#contracts/inbound-mail/inbound-mail.ts'
import type { InboundMailRow } from './schema.ts'

const fromOf = ({ fromName: name, fromAddress: address }: InboundMailRow) => (address ? { name, address } : null)

export const presentMail = (row: InboundMailRow): InboundMailView => ({
  id: row.id,
  from: fromOf(row),
  subject: row.subject,
  outcome: row.outcome,
  unreadable: row.unreadable,
  ticketId: row.ticketId,
  size: row.size,
  receivedAt: row.receivedAt.toISOString(),
  processedAt: row.processedAt?.toISOString() ?? null,
})

/** Of a mail that something became of. */
export const presentTicketMail = (
  row: InboundMailRow & { outcome: NonNullable<InboundMailRow['outcome']> },
): TicketMailView => ({
  id: row.id,
  messageId: row.messageId,
  outcome: row.outcome,
  from: fromOf(row),
  to: row.recipients?.to ?? [],
  cc: row.recipients?.cc ?? [],
  subject: row.subject,
  quoted: row.quoted,
  authentication: row.authentication,
  forwardedFrom: row.forwardedFrom,
  answer: row.answer,
  noAnswerReason: row.noAnswerReason,
  receivedAt: row.receivedAt.toISOString(),
})
