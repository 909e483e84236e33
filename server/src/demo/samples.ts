import { z } from 'zod'
import { ArticleContent, DocumentContent, FaqContent, readContent } from './content.ts'

const text = z.string().trim().min(1)

const SampleTicket = z.object({
  subject: text,
  description: text,
  customer: z.object({ name: text, email: z.email() }),
  status: z.enum(['open', 'in-progress', 'waiting', 'resolved', 'closed']),
  priority: z.enum(['low', 'medium', 'high', 'urgent']),
  category: text,
  tags: z.array(text),
})

const Samples = z.object({
  /** Seeded into an empty knowledge base, marked as demo. */
  faqs: z.array(FaqContent),
  documents: z.array(DocumentContent),
  /** The help centre of a new tenant; published, marked as demo. */
  articles: z.array(ArticleContent),
  /** Added by a refresh of an empty ticket list, which then shows "Created demo tickets for testing". */
  demoTickets: z.array(SampleTicket),
  /** Shown under an error with the label Sample; never stored. */
  shown: z.object({
    customer: z.object({
      name: text,
      email: z.email(),
      plan: z.literal('Basic'),
      status: z.literal('Active'),
      tickets: z.int(),
      joinedDaysAgo: z.int(),
      lastActiveMinutesAgo: z.int(),
    }),
    ticket: SampleTicket,
    activities: z.array(
      z.object({
        action: text,
        type: z.enum(['general', 'user', 'ticket', 'ai', 'analytics', 'feedback']),
        minutesAgo: z.int(),
      }),
    ),
  }),
})

export type Samples = z.infer<typeof Samples>

/** The demo rows of a new tenant, and what an empty or failed screen shows; all labelled as demo or sample. */
export function samples(): Samples {
  return Samples.parse(readContent('./samples.json'))
}
