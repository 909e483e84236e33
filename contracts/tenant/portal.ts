import { z } from 'zod'
import { ChatContext, ConversationState, Priority } from '#contracts/conversation/conversation.ts'
import { endpoint } from '#contracts/endpoint.ts'
import { ArticleId, ConversationId, GuestId, TicketId } from '#contracts/ids.ts'
import { Cursor, Email, Instant, pageOf, requiredLine, requiredText, text } from '#contracts/page.ts'
import { TicketStatus } from '#contracts/ticket/ticket.ts'
import { Branding, BusinessInfo, CustomerExperience } from './tenant.ts'

const Slug = z.string().min(1).max(64)
const InPortal = z.object({ slug: Slug })
const Portal = { tag: 'portal', access: 'guest' } as const

/** What anyone with the link may know of a business. */
export const PortalView = z.object({
  slug: z.string(),
  name: z.string(),
  status: z.enum(['ACTIVE', 'SUSPENDED']),
  branding: Branding,
  businessInfo: BusinessInfo.omit({ industry: true }),
  customerExperience: CustomerExperience,
  /** Whether it is business hours there now, and when they begin next. */
  isOpenNow: z.boolean(),
  opensAt: Instant.nullable(),
  /** Median first answer of a person over the last 30 days, in minutes; null until there are ten. */
  usualReplyMinutes: z.number().nullable(),
  isDemo: z.boolean(),
})
export type PortalView = z.output<typeof PortalView>

/** A suspended tenant answers with `status: SUSPENDED`, so that the page can say so; an unknown one is not found. */
export const getPortal = endpoint({
  method: 'GET',
  path: '/api/portal/:slug',
  summary: 'A business as its customers see it',
  tag: 'portal',
  access: 'public',
  rate: 'read',
  params: InPortal,
  reply: PortalView,
})

/**
 * Begins or resumes a guest session. The cookie is set in any case; `bearer: true` also hands out the token, for frames on other
 * sites where cookies are blocked.
 */
export const startGuestSession = endpoint({
  method: 'POST',
  path: '/api/portal/:slug/guest',
  summary: 'Begin or resume a guest session',
  tag: 'portal',
  access: 'public',
  rate: 'guestStart',
  params: InPortal,
  body: z.strictObject({ bearer: z.boolean().default(false) }),
  reply: z.object({ guestId: GuestId, token: z.string().nullable(), isReturning: z.boolean() }),
})

/** The words of the two forms (R34): normal is stored as medium, critical as urgent. */
export const FormPriority = z.enum(['low', 'normal', 'medium', 'high', 'critical'])
export type FormPriority = z.output<typeof FormPriority>

/** The guest's ticket form; with `conversationId` the ticket continues that chat (E2, R6). */
export const submitTicket = endpoint({
  ...Portal,
  method: 'POST',
  path: '/api/portal/:slug/tickets',
  summary: 'Submit a ticket',
  rate: 'guestWrite',
  idempotent: true,
  status: 201,
  params: InPortal,
  body: z.strictObject({
    id: TicketId,
    name: requiredLine(120, 'Enter your name.'),
    email: Email,
    subject: requiredLine(200, 'Enter a subject.'),
    priority: FormPriority.default('normal'),
    description: requiredText(20_000, 'Describe what you need help with.'),
    conversationId: ConversationId.optional(),
  }),
  reply: z.object({ id: TicketId, number: z.number().int(), conversationId: ConversationId, status: TicketStatus }),
})

export const OwnTicketView = z.object({
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
export type OwnTicketView = z.output<typeof OwnTicketView>

/** Tickets of this guest session only; a claimed e-mail shows nothing. */
export const listOwnTickets = endpoint({
  ...Portal,
  method: 'GET',
  path: '/api/portal/:slug/tickets',
  summary: 'My tickets',
  rate: 'read',
  params: InPortal,
  query: z.object({ cursor: Cursor }),
  reply: pageOf(OwnTicketView),
})

export const getOwnTicket = endpoint({
  ...Portal,
  method: 'GET',
  path: '/api/portal/:slug/tickets/:ticketId',
  summary: 'One of my tickets',
  rate: 'read',
  params: z.object({ slug: Slug, ticketId: TicketId }),
  reply: OwnTicketView,
})

/** Once per ticket, only when resolved or closed (U6). */
export const rateTicket = endpoint({
  ...Portal,
  method: 'POST',
  path: '/api/portal/:slug/tickets/:ticketId/rating',
  summary: 'Rate a finished ticket',
  rate: 'guestWrite',
  params: z.object({ slug: Slug, ticketId: TicketId }),
  body: z.strictObject({ stars: z.number().int().min(1).max(5), comment: text(2000).default('') }),
  reply: OwnTicketView,
})

export const ArticleCategory = z.enum(['Basics', 'Technical', 'Billing', 'Support', 'Features', 'Security'])
export type ArticleCategory = z.output<typeof ArticleCategory>

export const ArticleRowView = z.object({
  id: ArticleId,
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  category: ArticleCategory,
  views: z.number().int(),
  /** Share of readers who said it helped, in percent; null before the first vote. */
  helpfulPercent: z.number().int().nullable(),
  updatedAt: Instant,
})
export type ArticleRowView = z.output<typeof ArticleRowView>

export const listArticles = endpoint({
  method: 'GET',
  path: '/api/portal/:slug/articles',
  summary: 'Published help articles',
  tag: 'portal',
  access: 'public',
  rate: 'read',
  params: InPortal,
  query: z.object({ search: z.string().max(200).default(''), category: ArticleCategory.optional(), cursor: Cursor }),
  reply: pageOf(ArticleRowView),
})

/** Counts a view. */
export const readArticle = endpoint({
  method: 'GET',
  path: '/api/portal/:slug/articles/:articleSlug',
  summary: 'Read a help article',
  tag: 'portal',
  access: 'public',
  rate: 'read',
  params: z.object({ slug: Slug, articleSlug: z.string().min(1).max(120) }),
  reply: ArticleRowView.extend({ body: z.string().describe('Markdown') }),
})

/** One vote per guest and article; a second one replaces the first. */
export const voteArticle = endpoint({
  ...Portal,
  method: 'POST',
  path: '/api/portal/:slug/articles/:articleSlug/vote',
  summary: 'Say whether an article helped',
  rate: 'guestWrite',
  params: z.object({ slug: Slug, articleSlug: z.string().min(1).max(120) }),
  body: z.strictObject({ helpful: z.boolean() }),
  reply: ArticleRowView,
})
