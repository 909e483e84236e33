import { z } from 'zod'
import { Email, Instant, text } from '#contracts/fields.ts'
import { ConversationId, InboundMailId, MessageId } from '#contracts/ids.ts'
import { FileView } from './file.ts'

/** Source of an answer. `passage` is the cited text, with its heading and page in the document. */
export const Source = z.object({
  kind: z.enum(['faq', 'article', 'document']),
  id: z.string(),
  title: z.string(),
  passage: z.string(),
  heading: z.string().optional(),
  page: z.number().int().optional(),
  articleSlug: z.string().nullable(),
})
export type Source = z.output<typeof Source>

export const MessageView = z.object({
  id: MessageId,
  seq: z.number().int(),
  author: z.enum(['customer', 'member', 'assistant', 'system']),
  authorName: z.string().nullable(),
  /** Notes are for members only. */
  visibility: z.enum(['public', 'note']),
  /** Kind of a system message; desk and portal have their own text for each. `text`: written by a person or the assistant. */
  kind: z.enum([
    'text',
    'greeting',
    'escalation',
    'ticket_created',
    'joined',
    'handed_back',
    'status_changed',
    'assigned',
    'rated',
    'ended',
    'fallback',
  ]),
  body: z.string(),
  /** What the member wrote, where the body is its translation for the customer. */
  original: z.string().optional(),
  state: z.enum(['streaming', 'complete', 'interrupted']),
  sources: z.array(Source),
  /** Questions the assistant suggests when its confidence is low ("Did you mean"). */
  suggestions: z.array(z.string()),
  /** Calibrated probability that the answer is right (0 to 1); the desk shows it, customers do not see it. */
  confidence: z.number().nullable(),
  /** The customer's rating of an answer: thumb up or down; null without one. */
  helpful: z.boolean().nullable(),
  attachments: z.array(FileView),
  /** The conversation it was written in, where that was merged into this one; `seq` is then its place in this one. */
  mergedFrom: ConversationId.optional(),
  /** The mail by which a customer sent it. */
  mailId: InboundMailId.optional(),
  /** Who got a copy of a member's reply by mail; only the team sees it. */
  cc: z.array(z.string()).optional(),
  createdAt: Instant,
})
export type MessageView = z.output<typeof MessageView>

export const MessageBody = text(8000)

/** A member's own text of a reply that is sent translated; the customer can open it. */
export const MessageOriginal = MessageBody.min(1).optional()

/** The most people who get a copy of one reply. */
export const MAX_COPIES = 20
/** Who gets a copy of a reply that goes out by mail, beside the customer; nobody without it. */
export const Copies = z
  .array(Email)
  .max(MAX_COPIES)
  .overwrite((addresses) => [...new Set(addresses)])
  .optional()
