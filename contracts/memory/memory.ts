import { z } from 'zod'
import { ChatContext } from '#contracts/conversation/conversation.ts'
import { EscalationReason, Priority } from '#contracts/conversation/escalation.ts'
import { endpoint } from '#contracts/endpoint.ts'
import { Instant } from '#contracts/fields.ts'
import { ConversationId, TicketId } from '#contracts/ids.ts'

export const IssueCategory = z.enum(['authentication', 'billing', 'technical'])
export type IssueCategory = z.output<typeof IssueCategory>

/** Topic of an issue within its category. */
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

/** The memory of a visitor of one portal, as the visitor and the members see it. */
export const MemoryView = z.object({
  visitCount: z.number().int(),
  firstVisitAt: Instant,
  lastSeenAt: Instant,
  /** Number of questions with an answer, over all visits. */
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
  /** At most the last 10, newest first; `count` counts visits. */
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
  /** 1 to 5; a thumb up counts 5, down 1. */
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

/** "What we remember": the guest's memory, null where there is none. */
export const getGuestMemory = endpoint({
  method: 'GET',
  path: '/api/portal/:slug/memory',
  summary: 'What is remembered of the guest',
  tag: 'portal',
  access: 'guest',
  rate: 'read',
  params: InPortal,
  reply: Remembered,
})

/** Erases it at once and permanently. The chats stay: they are the business's record of its answers. */
export const eraseGuestMemory = endpoint({
  method: 'DELETE',
  path: '/api/portal/:slug/memory',
  summary: 'Erase what is remembered of the guest',
  tag: 'portal',
  access: 'guest',
  rate: 'guestWrite',
  params: InPortal,
  reply: z.object({ erased: z.literal(true) }),
})

/** The memory of a ticket's requester, for the side panel. */
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
