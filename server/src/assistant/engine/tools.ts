import type { Tool, ToolSet } from 'ai'
import { z } from 'zod'
import type { ReplyStyle } from '#contracts/tenant/tenant.ts'
import * as m from '#i18n/messages.js'
import type { Evidence } from '#server/assistant/grounding/evidence.ts'
import type { Mask } from '#server/assistant/grounding/masking.ts'
import { asData, passageMarkup } from '#server/assistant/grounding/prompt.ts'
import type { Question, ToolRequest } from '#server/assistant/types.ts'
import { findGuest } from '#server/customer/service.ts'
import { searchKnowledge } from '#server/knowledge/service.ts'
import { isInstruction, type Language } from '#server/language/service.ts'
import type { Tenant } from '#server/platform/platform.ts'
import type { Text } from '#server/platform/text/message.ts'
import type { TicketRow } from '#server/ticket/schema.ts'
import { listGuestTickets } from '#server/ticket/service.ts'
import { relevant, toPassage, withoutInstructions } from './answer-context.ts'

/** The conversation that tools are bound to, and the callbacks for their results. */
export type ToolContext = {
  tenant: Tenant
  question: Question
  mask: Mask
  /** The last number given to a passage; a tool's passages continue from it. */
  passages: number
  addEvidence(evidence: Evidence): void
  recordUse(name: string): void
  request(toolRequest: ToolRequest): void
}

const MAX_RESULTS = 4
const MAX_TICKETS = 10

/** Input schemas, created once because every turn offers them. */
const Search = z.object({ query: z.string().max(400).describe('What to look for, in a few words.') })
const Nothing = z.object({})
const NewTicket = z.object({
  subject: z.string().max(200).describe('What it is about, in one line.'),
  description: z.string().max(2000).describe('What the customer needs.'),
})
const Reason = z.object({ reason: z.string().max(200).describe('Why, in a few words.') })

/** Types a tool without importing the SDK, which is loaded only where a model is called. */
const tool = <T extends z.ZodType>(given: {
  description: string
  inputSchema: T
  execute: (input: z.output<T>) => Promise<string>
}): Tool => given as Tool

/**
 * The assistant's tools. None takes a tenant or a customer as input: both come from the session. Results are data with personal
 * data masked, and each is added as evidence.
 */
export function assistantTools(context: ToolContext): ToolSet {
  const { question } = context
  return {
    search_knowledge: tool({
      description: 'Searches the help pages of the business again, with other words than the customer used.',
      inputSchema: Search,
      execute: ({ query }) => searchAgain(context, query),
    }),
    ...(question.guestId ? { own_tickets: ownTickets(context) } : {}),
    ...(question.conversationId ? escalationTools(context) : {}),
  }
}

async function searchAgain(context: ToolContext, query: string): Promise<string> {
  context.recordUse('search_knowledge')
  const words = context.mask.show(query).slice(0, 400)
  const found = relevant(withoutInstructions(await searchKnowledge(context.tenant, words, MAX_RESULTS)))
  if (found.length === 0) return 'Nothing was found.'
  const passages = found.map((one, position) => toPassage(one, context.passages + position))
  context.passages += passages.length
  for (const passage of passages) context.addEvidence(passage)
  return passages.map(passageMarkup).join('\n')
}

const ownTickets = (context: ToolContext): Tool =>
  tool({
    description: 'The tickets of the customer in this chat, with number, subject and status.',
    inputSchema: Nothing,
    execute: async () => {
      context.recordUse('own_tickets')
      const { guestId } = context.question
      if (!guestId) return 'No tickets.'
      const rows = await context.tenant.read((t) => listGuestTickets(t, { guestId }, { limit: MAX_TICKETS }))
      const lines = rows.map(({ ticket }) => ticketLine(ticket, context.question.language))
      return addResult(context, lines.length > 0 ? lines.join('\n') : textOf(m.assistant_tickets_none, context))
    },
  })

/** A ticket as its owner is told of it. */
function ticketLine({ number, subject, status, createdAt }: TicketRow, language: Language): string {
  const locale = { locale: language }
  return m.assistant_ticket_line(
    {
      number,
      subject: isInstruction(subject) ? '…' : asData(subject),
      status: STATUS[status]({}, locale),
      date: createdAt.toISOString().slice(0, 10),
    },
    locale,
  )
}

const STATUS: Record<TicketRow['status'], Text> = {
  open: m.common_status_open,
  'in-progress': m.common_status_in_progress,
  waiting: m.common_status_waiting,
  resolved: m.common_status_resolved,
  closed: m.common_status_closed,
}

type OwnText = (wording: { style: ReplyStyle }, locale: { locale: Language }) => string

const textOf = (text: OwnText, { question: { language, style = 'professional' } }: ToolContext): string =>
  text({ style }, { locale: language })

/** Adds what a tool found or did, in the sentences in which the customer is told of it; the model gets the same. */
function addResult(context: ToolContext, result: string): string {
  const text = context.mask.hide(result)
  context.addEvidence({ id: 0, kind: 'tool', title: '', text, source: null })
  return text
}

const escalationTools = (context: ToolContext): ToolSet => ({
  create_ticket: tool({
    description: 'Has a ticket made of this chat, when the customer wants one or nothing here helps.',
    inputSchema: NewTicket,
    execute: async ({ subject, description }) => {
      context.recordUse('create_ticket')
      context.request({
        kind: 'ticket',
        subject: context.mask.show(subject),
        description: context.mask.show(description),
      })
      return addResult(
        context,
        textOf((await isIdentified(context)) ? m.assistant_done_ticket : m.assistant_done_ticket_form, context),
      )
    },
  }),
  hand_over: tool({
    description: 'Passes the chat on to a person of the team, when the customer asks for one or is not helped here.',
    inputSchema: Reason,
    execute: async () => {
      context.recordUse('hand_over')
      context.request({ kind: 'person' })
      return addResult(context, textOf(m.assistant_done_person, context))
    },
  }),
})

/** Whether the guest is an identified customer: then the ticket is created directly, else by the form. */
const isIdentified = async ({ tenant, question: { guestId } }: ToolContext): Promise<boolean> =>
  guestId !== null && Boolean((await tenant.read((t) => findGuest(t, guestId)))?.customerId)
