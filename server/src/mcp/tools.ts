import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { ApiScope } from '#contracts/api-key/scope.ts'
import { MessageBody, type MessageView } from '#contracts/conversation/message.ts'
import { type MessageId, TicketId } from '#contracts/ids.ts'
import { TicketStatus } from '#contracts/ticket/ticket.ts'
import * as m from '#i18n/messages.js'
import { searchKnowledge } from '#server/knowledge/service.ts'
import { inEnglish, text } from '#server/platform/text/message.ts'
import { listDeskTickets, readTicket, reply } from '#server/ticket/service.ts'
import type { McpCaller } from './answer.ts'

export type Tool = {
  name: string
  description: string
  scope: ApiScope
  isReading: boolean
  input: z.ZodObject
  run(caller: McpCaller, given: never): Promise<unknown>
}

const tool = <Input extends z.ZodObject>(
  declared: Omit<Tool, 'input' | 'run'> & {
    input: Input
    run(caller: McpCaller, given: z.output<Input>): Promise<unknown>
  },
): Tool => declared as unknown as Tool

const Reply = z.strictObject({
  ticketId: TicketId,
  text: MessageBody.min(1).describe('What to write, in the language of the customer'),
  idempotencyKey: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe('The same key writes one message on a ticket, however often the call is repeated'),
})

/** What models can do here: the names and descriptions are what they choose by. */
export const TOOLS: readonly Tool[] = [
  tool({
    name: 'search_knowledge',
    description:
      'Search what the business has published: FAQs, help articles and documents. Gives the passages that answer the question best, each with its source and the probability that it answers.',
    scope: 'knowledge:read',
    isReading: true,
    input: z.strictObject({
      question: z.string().min(1).max(1000),
      limit: z.int().min(1).max(10).default(5),
    }),
    run: async ({ tenant }, { question, limit }) => searchKnowledge(tenant, question, limit),
  }),
  tool({
    name: 'find_tickets',
    description:
      'Find tickets by words of their subject, messages or customer, by number (#12), and by status; the newest first. Without words it lists the newest.',
    scope: 'tickets:read',
    isReading: true,
    input: z.strictObject({
      words: z.string().max(200).optional(),
      statuses: z.array(TicketStatus).min(1).optional(),
      limit: z.int().min(1).max(50).default(20),
      cursor: z.string().max(2000).optional().describe('nextCursor of the page before'),
    }),
    run: async ({ tenant, actor }, { limit, ...query }) => {
      const { items, nextCursor } = await listDeskTickets(tenant, actor, { ...query, limit })
      return { items, nextCursor }
    },
  }),
  tool({
    name: 'read_ticket',
    description:
      'Read a ticket: its fields, its customer and the newest messages of its thread, notes of the team included.',
    scope: 'tickets:read',
    isReading: true,
    input: z.strictObject({
      ticketId: TicketId,
      cursor: z.string().max(2000).optional().describe('nextCursor of the thread, for its earlier messages'),
    }),
    run: async ({ tenant, actor }, { ticketId, cursor }) => {
      const { ticket, customer, thread } = await readTicket(tenant, actor, ticketId, cursor, 'en')
      return { ticket, customer, thread }
    },
  }),
  tool({
    name: 'draft_reply',
    description:
      'Write a draft of a reply as a note on the ticket. The customer does not see it: a member of the team reads it and sends it or not.',
    scope: 'tickets:write',
    isReading: false,
    input: Reply,
    run: async (caller, given) => {
      const note = `${inEnglish(text(m.mcp_draft, { name: caller.actor.name }))}\n\n${given.text}`
      return { sentToCustomer: false, message: await write(caller, given, 'note', note) }
    },
  }),
  tool({
    name: 'send_reply',
    description: 'Send a reply to the customer of a ticket at once. It cannot be taken back.',
    scope: 'tickets:send',
    isReading: false,
    input: Reply,
    run: async (caller, given) => ({
      sentToCustomer: true,
      message: await write(caller, given, 'public', given.text),
    }),
  }),
]

const write = (
  { tenant, actor }: McpCaller,
  { ticketId, idempotencyKey }: z.output<typeof Reply>,
  visibility: 'public' | 'note',
  body: string,
): Promise<MessageView> => {
  const id =
    idempotencyKey === undefined ? crypto.randomUUID() : idFrom([actor.userId, ticketId, visibility, idempotencyKey])
  return reply(tenant, actor, ticketId, { id: id as MessageId, body, visibility, fileIds: [] })
}

/** The id that the same texts always give, as a UUID (version 8: made by own rules). */
export function idFrom(parts: readonly string[]): string {
  const hex = createHash('sha256').update(JSON.stringify(parts)).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
