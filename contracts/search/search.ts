import { z } from 'zod'
import { MessageView } from '#contracts/conversation/message.ts'
import { endpoint } from '#contracts/endpoint.ts'
import { Instant, line } from '#contracts/fields.ts'
import { ArticleId, CustomerId, FaqId, MessageId, TicketId } from '#contracts/ids.ts'
import { TicketStatus } from '#contracts/ticket/ticket.ts'

/** A ticket that a search found; `message`: the message with the most of the words, where there is one. */
export const FoundTicket = z.object({
  id: TicketId,
  number: z.number().int(),
  subject: z.string(),
  status: TicketStatus,
  customerName: z.string(),
  customerEmail: z.string().nullable(),
  lastMessageAt: Instant,
  message: z
    .object({
      id: MessageId,
      author: MessageView.shape.author,
      authorName: z.string().nullable(),
      visibility: MessageView.shape.visibility,
      /** The part of its text around the first word that was found, on one line. */
      excerpt: z.string(),
    })
    .nullable(),
})
export type FoundTicket = z.output<typeof FoundTicket>

/** What a search found, at most five of each kind, the best first. */
export const SearchResult = z.object({
  tickets: z.array(FoundTicket),
  customers: z.array(z.object({ id: CustomerId, name: z.string(), email: z.string().nullable() })),
  faqs: z.array(z.object({ id: FaqId, question: z.string(), isPublished: z.boolean() })),
  articles: z.array(z.object({ id: ArticleId, title: z.string(), isPublished: z.boolean() })),
  /** How the words begin that were searched for, other endings and corrected slips included: in lower case, without accents. */
  terms: z.array(z.string()),
})
export type SearchResult = z.output<typeof SearchResult>

/** What the palette finds while its user types: tickets by every message, customers, FAQs and articles. */
export const searchDesk = endpoint({
  method: 'GET',
  path: '/api/search',
  summary: 'Find tickets, customers, FAQs and articles by words',
  tag: 'search',
  access: 'member',
  rate: 'read',
  query: z.object({ words: line(200).min(1) }),
  reply: SearchResult,
})
