import { z } from 'zod'
import { ChatContext, ConversationState } from '#contracts/conversation/conversation.ts'
import { Priority } from '#contracts/conversation/escalation.ts'
import { endpoint } from '#contracts/endpoint.ts'
import { Email, Instant, line, requiredLine, requiredText, text } from '#contracts/fields.ts'
import { ConversationId, TicketId } from '#contracts/ids.ts'
import { Cursor, pageOf } from '#contracts/page.ts'
import { PortalParams, PortalSlug } from '#contracts/tenant/portal.ts'
import { TicketStatus } from './ticket.ts'
import { GivenFieldValues, TicketFieldView } from './ticket-field.ts'

const Portal = { tag: 'portal', access: 'guest' } as const

/** Priorities of the ticket forms: normal is stored as medium, critical as urgent. */
export const FormPriority = z.enum(['low', 'normal', 'medium', 'high', 'critical'])
export type FormPriority = z.output<typeof FormPriority>

/** A field as the ticket form shows it to customers. */
export const FormFieldView = TicketFieldView.pick({
  id: true,
  name: true,
  type: true,
  help: true,
  options: true,
}).extend({ isRequired: z.boolean() })
export type FormFieldView = z.output<typeof FormFieldView>

/** The fields that customers fill in on the ticket form. */
export const listFormFields = endpoint({
  ...Portal,
  method: 'GET',
  path: '/api/portal/:slug/ticket-fields',
  summary: 'The business’s own fields of the ticket form',
  rate: 'read',
  params: PortalParams,
  reply: z.object({ items: z.array(FormFieldView) }),
})

/** The guest's ticket form; with `conversationId` the ticket continues that chat. */
export const submitTicket = endpoint({
  ...Portal,
  method: 'POST',
  path: '/api/portal/:slug/tickets',
  summary: 'Submit a ticket',
  rate: 'guestTicket',
  idempotent: true,
  status: 201,
  params: PortalParams,
  body: z.strictObject({
    id: TicketId,
    name: requiredLine(120, 'error_enter_your_name'),
    email: Email,
    subject: requiredLine(200, 'error_enter_subject'),
    priority: FormPriority.default('normal'),
    description: requiredText(20_000, 'error_enter_request'),
    /** The category of one of the portal's topics. Another one is left out: the topic may have been removed meanwhile. */
    category: line(60).optional(),
    conversationId: ConversationId.optional(),
    /** The business's own fields of the form (`listFormFields`). */
    customFields: GivenFieldValues.default({}),
  }),
  reply: z.object({ id: TicketId, number: z.number().int(), conversationId: ConversationId, status: TicketStatus }),
})

export const GuestTicketView = z.object({
  id: TicketId,
  number: z.number().int(),
  subject: z.string(),
  description: z.string(),
  status: TicketStatus,
  priority: Priority,
  priorityLabel: z.string(),
  isAssigned: z.boolean(),
  rating: z.number().int().nullable(),
  ratingComment: z.string().nullable(),
  canRate: z.boolean(),
  conversationId: ConversationId,
  conversationState: ConversationState,
  context: ChatContext,
  createdAt: Instant,
  updatedAt: Instant,
})
export type GuestTicketView = z.output<typeof GuestTicketView>

/** Tickets of this guest session only; an email address that a guest enters gives access to nothing. */
export const listGuestTickets = endpoint({
  ...Portal,
  method: 'GET',
  path: '/api/portal/:slug/tickets',
  summary: 'My tickets',
  rate: 'read',
  params: PortalParams,
  query: z.object({ cursor: Cursor }),
  reply: pageOf(GuestTicketView),
})

export const getGuestTicket = endpoint({
  ...Portal,
  method: 'GET',
  path: '/api/portal/:slug/tickets/:ticketId',
  summary: 'One of my tickets',
  rate: 'read',
  params: z.object({ slug: PortalSlug, ticketId: TicketId }),
  reply: GuestTicketView,
})

/** Once per ticket, only when resolved or closed. */
export const rateTicket = endpoint({
  ...Portal,
  method: 'POST',
  path: '/api/portal/:slug/tickets/:ticketId/rating',
  summary: 'Rate a finished ticket',
  rate: 'guestWrite',
  params: z.object({ slug: PortalSlug, ticketId: TicketId }),
  body: z.strictObject({ stars: z.number().int().min(1).max(5), comment: text(2000).default('') }),
  reply: GuestTicketView,
})

/**
 * Confirms the email of a ticket by the token in the link of its mail. `conversationId` is the ticket's where this guest wrote it;
 * otherwise null, because a mail opens nobody else's conversation.
 */
export const confirmEmail = endpoint({
  ...Portal,
  method: 'POST',
  path: '/api/portal/:slug/email-confirmation',
  summary: 'Confirm the email address of a ticket',
  rate: 'guestWrite',
  params: PortalParams,
  body: z.strictObject({ token: line(200) }),
  reply: z.object({ number: z.number().int(), conversationId: ConversationId.nullable() }),
})
