import { z } from 'zod'
import { ChatContext } from '#contracts/conversation/conversation.ts'
import { EscalationReason, Priority } from '#contracts/conversation/escalation.ts'
import { endpoint } from '#contracts/endpoint.ts'
import { Instant } from '#contracts/fields.ts'
import { ConversationId, TicketId } from '#contracts/ids.ts'

export const IssueCategory = z.enum(['authentication', 'billing', 'technical'])
export type IssueCategory = z.output<typeof IssueCategory>

/** What somebody came with, as finely as words tell it. */
export const IssueTopic = z.enum([
  'password',
  'sign_in',
  'second_factor',
  'locked_account',
  'refund',
  'double_charge',
  'payment',
  'invoice',
  'subscription',
  'error',
  'broken',
  'slow',
  'connection',
  'installation',
  'integration',
])
export type IssueTopic = z.output<typeof IssueTopic>

export const CommunicationStyle = z.enum(['concise', 'detailed'])
export const TechnicalLevel = z.enum(['beginner', 'advanced'])
export const EmotionalState = z.enum(['calm', 'pleased', 'frustrated', 'hurried'])
export const Solution = z.enum(['steps', 'article', 'person'])
export const Learning = z.enum(['examples', 'pictures', 'videos'])
export const Trait = z.enum(['polite', 'impatient', 'thorough'])
export const EscalationPattern = z.enum(['quick', 'patient'])

/** All that is remembered of a visitor of one portal, as the visitor and the team both see it (seed 1 §3, seed 3 §3). */
export const MemoryView = z.object({
  visitCount: z.number().int(),
  firstVisitAt: Instant,
  lastSeenAt: Instant,
  /** Questions with their answers, over all visits. */
  totalInteractions: z.number().int(),
  timezone: z.string().nullable(),
  preferredLanguage: z.string().nullable(),
  communicationStyle: CommunicationStyle.nullable(),
  technicalLevel: TechnicalLevel.nullable(),
  emotionalState: EmotionalState.nullable(),
  preferredSolutions: z.array(Solution),
  learningPreferences: z.array(Learning),
  personalityTraits: z.array(Trait),
  escalationPattern: EscalationPattern.nullable(),
  /** At most the last 10, the newest first; `count` goes by visits. */
  knownIssues: z.array(
    z.object({
      category: IssueCategory,
      topic: IssueTopic,
      issue: z.string(),
      count: z.number().int(),
      firstAt: Instant,
      lastAt: Instant,
    }),
  ),
  resolvedIssues: z.array(z.object({ category: IssueCategory, topic: IssueTopic, at: Instant })),
  successfulSolutions: z.array(z.object({ title: z.string(), at: Instant })),
  commonQuestions: z.array(z.object({ question: z.string(), count: z.number().int(), at: Instant })),
  /** 5 is the best; a thumb up counts 5, down 1. */
  satisfaction: z.array(z.object({ stars: z.number().int(), at: Instant })),
  recentExchanges: z.array(
    z.object({
      conversationId: ConversationId,
      context: ChatContext,
      question: z.string(),
      answer: z.string(),
      isHelpful: z.boolean().nullable(),
      at: Instant,
    }),
  ),
  escalations: z.array(z.object({ reason: EscalationReason, priority: Priority, words: z.string(), at: Instant })),
})
export type MemoryView = z.output<typeof MemoryView>

const Remembered = z.object({ memory: MemoryView.nullable() })
const InPortal = z.object({ slug: z.string().min(1).max(64) })

/** "What we remember": the visitor's own memory, null where there is none (M2). */
export const getGuestMemory = endpoint({
  method: 'GET',
  path: '/api/portal/:slug/memory',
  summary: 'What is remembered of me',
  tag: 'portal',
  access: 'guest',
  rate: 'read',
  params: InPortal,
  reply: Remembered,
})

/** Erases it at once and for good. The chats themselves stay: they are the business's record of its answers. */
export const eraseGuestMemory = endpoint({
  method: 'DELETE',
  path: '/api/portal/:slug/memory',
  summary: 'Erase what is remembered of me',
  tag: 'portal',
  access: 'guest',
  rate: 'guestWrite',
  params: InPortal,
  reply: z.object({ erased: z.literal(true) }),
})

/** What is remembered of who wrote a ticket, for the side panel (M2). */
export const getTicketMemory = endpoint({
  method: 'GET',
  path: '/api/tickets/:ticketId/memory',
  summary: 'What is remembered of the customer of a ticket',
  tag: 'tickets',
  access: 'member',
  rate: 'read',
  params: z.object({ ticketId: TicketId }),
  reply: Remembered,
})
