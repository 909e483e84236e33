import { z } from 'zod'
import { Source } from '#contracts/conversation/message.ts'
import { endpoint } from '#contracts/endpoint.ts'
import { text } from '#contracts/fields.ts'
import { TicketId } from '#contracts/ids.ts'
import { LANGUAGES } from '#contracts/languages.ts'

/** What a model does with the text in the composer; `draft` and `summarise` need none. */
export const TextTool = z.enum(['draft', 'rewrite', 'shorten', 'friendlier', 'translate', 'summarise'])
export type TextTool = z.output<typeof TextTool>

/** A proposal that the member reads, changes and can undo. Nothing is sent and nothing is stored. */
export const TextProposal = z.object({
  text: z.string(),
  model: z.string(),
  /** Figures of the proposal that the text did not have, for the member to check. */
  newFigures: z.array(z.string()),
})
export type TextProposal = z.output<typeof TextProposal>

const Tools = { tag: 'tickets', access: 'member' } as const
const ById = z.object({ ticketId: TicketId })

/** Asks the business's model for a proposal, within its budgets; takes up to 25 s. */
export const proposeText = endpoint({
  ...Tools,
  method: 'POST',
  path: '/api/tickets/:ticketId/proposals',
  summary: 'A model drafts, rewrites, shortens, translates or summarises for the composer',
  rate: 'write',
  params: ById,
  body: z.strictObject({
    tool: TextTool,
    text: text(8000).default(''),
    /** For `translate`; null: the customer's. */
    language: z.enum(LANGUAGES).nullable().default(null),
  }),
  reply: TextProposal,
})

/** A source for the reply: its own words, as they would be inserted. */
export const ReplySource = z.object({ source: Source, answer: z.string() })
export type ReplySource = z.output<typeof ReplySource>

/** What the knowledge says to the customer's last message, best first; without a model too. */
export const listReplySources = endpoint({
  ...Tools,
  method: 'GET',
  path: '/api/tickets/:ticketId/sources',
  summary: 'Sources for a reply to the customer’s last message',
  rate: 'read',
  params: ById,
  reply: z.object({ items: z.array(ReplySource), hasModel: z.boolean() }),
})
