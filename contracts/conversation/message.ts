import { z } from 'zod'
import { Instant, text } from '#contracts/fields.ts'
import { MessageId } from '#contracts/ids.ts'
import { FileView } from './file.ts'

/** Where an answer has its words from. `passage` is the text it rests on, with the heading and page it stands under in its document. */
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
  /** Notes are for the team only and never leave the desk. */
  visibility: z.enum(['public', 'note']),
  /** What a `system` line tells, by name, so that each side words it itself; `text` for what people and the assistant wrote. */
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
    'fallback',
  ]),
  body: z.string(),
  state: z.enum(['streaming', 'complete', 'interrupted']),
  sources: z.array(Source),
  /** Questions the assistant offers when it is not sure ("Did you mean"). */
  suggestions: z.array(z.string()),
  /** Calibrated probability that the answer is right (0 to 1); the desk shows it, customers do not see it. */
  confidence: z.number().nullable(),
  /** What the customer said of an answer: thumb up or down; null where nothing was said. */
  helpful: z.boolean().nullable(),
  attachments: z.array(FileView),
  createdAt: Instant,
})
export type MessageView = z.output<typeof MessageView>

export const MessageBody = text(8000)
