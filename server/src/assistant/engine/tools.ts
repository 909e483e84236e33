import type { Tool, ToolSet } from 'ai'
import { z } from 'zod'
import type { Evidence } from '#server/assistant/grounding/evidence.ts'
import type { Mask } from '#server/assistant/grounding/masking.ts'
import { asData, passageMarkup } from '#server/assistant/grounding/prompt.ts'
import type { Question, Wish } from '#server/assistant/types.ts'
import { findGuest } from '#server/customer/service.ts'
import { searchKnowledge } from '#server/knowledge/service.ts'
import { isInstruction } from '#server/language/service.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { listGuestTickets } from '#server/ticket/service.ts'
import { passageOf, withoutInstructions } from './ground.ts'

/** What tools work with: the caller they are bound to, and where their findings go. */
export type ToolContext = {
  tenant: Tenant
  question: Question
  mask: Mask
  /** Numbers already given to passages; a tool's go on from there. */
  passages: number
  found(evidence: Evidence): void
  used(name: string): void
  wish(wish: Wish): void
}

const MAX_RESULTS = 4
const MAX_TICKETS = 10

/** What each takes; made once, since every turn offers them. */
const Search = z.object({ query: z.string().max(400).describe('What to look for, in a few words.') })
const Nothing = z.object({})
const NewTicket = z.object({
  subject: z.string().max(200).describe('What it is about, in one line.'),
  description: z.string().max(2000).describe('What the customer needs.'),
})
const Reason = z.object({ reason: z.string().max(200).describe('Why, in a few words.') })

/** `tool()` of the SDK is for the compiler only; its package is loaded where a model is called, not here. */
const tool = <T extends z.ZodType>(given: {
  description: string
  inputSchema: T
  execute: (input: z.output<T>) => Promise<string>
}): Tool => given as Tool

/**
 * The assistant's tools. None takes a tenant, a customer or an address: whose chat it is stands in the session. Results are data, with
 * personal data masked, and each counts as evidence of its own.
 */
export function toolsFor(bench: ToolContext): ToolSet {
  const { question } = bench
  return {
    search_knowledge: tool({
      description: 'Searches the help pages of the business again, with other words than the customer used.',
      inputSchema: Search,
      execute: ({ query }) => search(bench, query),
    }),
    ...(question.guestId ? { own_tickets: ownTickets(bench) } : {}),
    ...(question.conversationId ? callingTools(bench) : {}),
  }
}

async function search(bench: ToolContext, query: string): Promise<string> {
  bench.used('search_knowledge')
  const words = bench.mask.show(query).slice(0, 400)
  const { found } = withoutInstructions(await searchKnowledge(bench.tenant, words, MAX_RESULTS))
  if (found.length === 0) return 'Nothing was found.'
  const passages = found.map((one, position) => passageOf(one, bench.passages + position))
  bench.passages += passages.length
  for (const passage of passages) bench.found(passage)
  return passages.map(passageMarkup).join('\n')
}

const ownTickets = (bench: ToolContext): Tool =>
  tool({
    description: 'The tickets of the customer in this chat, with number, subject and status.',
    inputSchema: Nothing,
    execute: async () => {
      bench.used('own_tickets')
      const { guestId } = bench.question
      if (!guestId) return 'No tickets.'
      const rows = await bench.tenant.read((t) => listGuestTickets(t, guestId, { limit: MAX_TICKETS }))
      const lines = rows.map(({ ticket }) => {
        const subject = isInstruction(ticket.subject) ? '' : ` "${asData(ticket.subject)}"`
        return `Ticket ${ticket.number}${subject}: ${ticket.status}, opened ${ticket.createdAt.toISOString().slice(0, 10)}`
      })
      const text = bench.mask.hide(lines.length > 0 ? lines.join('\n') : 'The customer has no tickets.')
      bench.found({ id: 0, kind: 'tool', title: 'Tickets of the customer', text, source: null })
      return text
    },
  })

const callingTools = (bench: ToolContext): ToolSet => ({
  create_ticket: tool({
    description: 'Has a ticket made of this chat, when the customer wants one or nothing here helps.',
    inputSchema: NewTicket,
    execute: async ({ subject, description }) => {
      bench.used('create_ticket')
      bench.wish({ kind: 'ticket', subject: bench.mask.show(subject), description: bench.mask.show(description) })
      return told(
        bench,
        (await isKnown(bench))
          ? 'A ticket for this chat is being opened. The customer can go on writing here in the chat.'
          : 'The customer is being shown a form to open a ticket with their name and e-mail address.',
      )
    },
  }),
  hand_over: tool({
    description: 'Passes the chat on to a person of the team, when the customer asks for one or is not helped here.',
    inputSchema: Reason,
    execute: async () => {
      bench.used('hand_over')
      bench.wish({ kind: 'person' })
      return told(
        bench,
        'The chat is being passed on to a person of the team, who sees everything that was written here.',
      )
    },
  }),
})

/** Whether the visitor has said who they are: the house makes the ticket then, else it shows the form. */
const isKnown = async ({ tenant, question: { guestId } }: ToolContext): Promise<boolean> =>
  guestId !== null && Boolean((await tenant.read((t) => findGuest(t, guestId)))?.customerId)

function told(bench: ToolContext, text: string): string {
  bench.found({ id: 0, kind: 'tool', title: '', text, source: null, isDeed: true })
  return text
}
