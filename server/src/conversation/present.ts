import type { ConversationView } from '#contracts/conversation/conversation.ts'
import type { FileView } from '#contracts/conversation/file.ts'
import type { MessageView } from '#contracts/conversation/message.ts'
import type { InboundMailId } from '#contracts/ids.ts'
import type { Actor } from '#server/platform/actor.ts'
import { canReadNotes, ratingOpenUntil } from './policy.ts'
import type { ConversationRow, MessageRow } from './schema.ts'

export const presentConversation = (row: ConversationRow): ConversationView => ({
  id: row.id,
  context: row.context,
  state: row.state,
  seq: row.seq,
  ticketId: row.ticketId,
  offer:
    row.offerReason && row.offerPriority && row.offerPromptAt
      ? { reason: row.offerReason, priority: row.offerPriority, promptAt: row.offerPromptAt.toISOString() }
      : null,
  rating:
    row.rating === null
      ? null
      : { stars: row.rating, comment: row.ratingComment, changeableUntil: ratingOpenUntil(row)?.toISOString() ?? null },
  seenByCustomerSeq: row.seenByCustomerSeq,
  seenByTeamSeq: row.seenByTeamSeq,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

/** A message as members see it; for customers it goes through `forCustomer`. */
export const presentMessage = (row: MessageRow, attachments: FileView[] = []): MessageView => ({
  id: row.id,
  seq: row.seq,
  author: row.author,
  authorName: row.authorName,
  visibility: row.visibility,
  kind: row.kind,
  body: row.body,
  ...(row.original !== null && { original: row.original }),
  state: row.state,
  sources: row.sources,
  suggestions: row.suggestions,
  confidence: row.confidence,
  helpful: row.helpful,
  attachments,
  ...mailOf(row),
  ...copiesIn(row),
  createdAt: row.createdAt.toISOString(),
})

const mailOf = ({ author, origin }: MessageRow): Pick<MessageView, 'mailId'> =>
  author === 'customer' && origin && 'mailId' in origin ? { mailId: origin.mailId as InboundMailId } : {}

/** Who gets a copy of a member's reply by mail, beside the customer. */
export const copiesOf = ({ author, origin }: Pick<MessageRow, 'author' | 'origin'>): readonly string[] =>
  author === 'member' && origin && 'cc' in origin ? (origin.cc as string[]) : []

function copiesIn(row: MessageRow): Pick<MessageView, 'cc'> {
  const cc = copiesOf(row)
  return cc.length > 0 ? { cc: [...cc] } : {}
}

/** A message without the fields that only the team sees. */
export const forCustomer = ({ mailId: _, cc: __, ...view }: MessageView): MessageView => ({
  ...view,
  confidence: null,
  // Only the team sees which agent answered.
  authorName: view.author === 'assistant' ? null : view.authorName,
})

export const messageFor = (actor: Actor, view: MessageView): MessageView =>
  canReadNotes(actor) ? view : forCustomer(view)
