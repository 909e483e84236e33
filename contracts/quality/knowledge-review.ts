import { z } from 'zod'
import { Source } from '#contracts/conversation/message.ts'
import { endpoint } from '#contracts/endpoint.ts'
import { Instant } from '#contracts/fields.ts'
import { CustomerId, KnowledgeConflictId, MessageId, StaleEntryId, TicketId } from '#contracts/ids.ts'
import { Cursor, Limit, pageOf } from '#contracts/page.ts'

const Quality = { tag: 'quality', access: 'member' } as const
const Count = z.number().int()

export const ReviewStatus = z.enum(['open', 'dismissed'])
export type ReviewStatus = z.output<typeof ReviewStatus>

export const ConflictKind = z.enum([
  'money',
  'duration',
  'percent',
  'measure',
  'count',
  'clock',
  'date',
  'weekday',
  'phone',
  'email',
  'address',
  'rule',
])
export type ConflictKind = z.output<typeof ConflictKind>

/** From which to which character of a passage. */
export const Span = z.object({ start: Count, end: Count })
export type Span = z.output<typeof Span>

export const ConflictSide = z.object({
  kind: Source.shape.kind,
  id: z.string(),
  title: z.string(),
  /** The words around the sentence. */
  passage: z.string(),
  /** The sentence that says something else. */
  sentence: Span,
  /** What of it differs. */
  differs: z.array(Span),
})
export type ConflictSide = z.output<typeof ConflictSide>

export const KnowledgeConflictView = z.object({
  id: KnowledgeConflictId,
  /** In what the two passages differ: a kind of value, or a rule and its opposite. */
  kind: ConflictKind,
  first: ConflictSide,
  second: ConflictSide,
  status: ReviewStatus,
  dismissedByName: z.string().nullable(),
  foundAt: Instant,
})
export type KnowledgeConflictView = z.output<typeof KnowledgeConflictView>

/** How many findings wait for a person. */
export const ReviewCounts = z.object({ conflicts: Count, stale: Count })
export type ReviewCounts = z.output<typeof ReviewCounts>

/** Two passages of the knowledge that cannot both be true, newest first. */
export const listKnowledgeConflicts = endpoint({
  ...Quality,
  method: 'GET',
  path: '/api/quality/conflicts',
  summary: 'Contradictions in the knowledge',
  rate: 'read',
  query: z.object({ status: ReviewStatus.default('open'), cursor: Cursor, limit: Limit }),
  reply: pageOf(KnowledgeConflictView).extend({
    open: ReviewCounts,
    /** Entries that changed and are not compared yet. */
    waiting: Count,
    canEdit: z.boolean(),
  }),
})

export const getReviewCounts = endpoint({
  ...Quality,
  method: 'GET',
  path: '/api/quality/review-counts',
  summary: 'How many findings in the knowledge wait for a person',
  rate: 'read',
  reply: ReviewCounts,
})

const ConflictParams = z.object({ knowledgeConflictId: KnowledgeConflictId })

/** Dismisses a contradiction until one of its sentences changes, or opens it again. */
export const setConflictStatus = endpoint({
  ...Quality,
  method: 'POST',
  path: '/api/quality/conflicts/:knowledgeConflictId/status',
  summary: 'Dismiss a contradiction, or open it again',
  rate: 'write',
  params: ConflictParams,
  body: z.strictObject({ status: ReviewStatus }),
  reply: KnowledgeConflictView,
})

export const ToldView = z.object({
  messageId: MessageId,
  customerId: CustomerId.nullable(),
  /** Null: a visitor without a name. */
  customerName: z.string().nullable(),
  ticket: z.object({ id: TicketId, number: Count }).nullable(),
  at: Instant,
})
export type ToldView = z.output<typeof ToldView>

const Told = z.object({ conversations: Count, items: z.array(ToldView) })

/** Who was answered from either passage: how many conversations, and the newest of them. */
export const listTold = endpoint({
  ...Quality,
  method: 'GET',
  path: '/api/quality/conflicts/:knowledgeConflictId/told',
  summary: 'Who was told which of two passages',
  rate: 'read',
  params: ConflictParams,
  reply: z.object({ first: Told, second: Told }),
})

export const StaleReason = z.enum(['page_changed', 'page_gone', 'never_used', 'always_person'])
export type StaleReason = z.output<typeof StaleReason>

export const StaleEntryView = z.object({
  id: StaleEntryId,
  kind: Source.shape.kind,
  sourceId: z.string(),
  title: z.string(),
  reason: StaleReason,
  /** Sentences that the page no longer has, or answers after which a person followed; 0 where nothing is counted. */
  count: Count,
  /** Address of the page. */
  url: z.string().nullable(),
  status: ReviewStatus,
  foundAt: Instant,
})
export type StaleEntryView = z.output<typeof StaleEntryView>

/** Entries that may be out of date, newest finding first. */
export const listStaleEntries = endpoint({
  ...Quality,
  method: 'GET',
  path: '/api/quality/stale-entries',
  summary: 'Entries of the knowledge that may be out of date',
  rate: 'read',
  query: z.object({ status: ReviewStatus.default('open'), cursor: Cursor, limit: Limit }),
  reply: pageOf(StaleEntryView).extend({ open: ReviewCounts, canEdit: z.boolean() }),
})

/** Dismisses a finding until its entry changes, or opens it again. */
export const setStaleStatus = endpoint({
  ...Quality,
  method: 'POST',
  path: '/api/quality/stale-entries/:staleEntryId/status',
  summary: 'Dismiss an entry that may be out of date, or open it again',
  rate: 'write',
  params: z.object({ staleEntryId: StaleEntryId }),
  body: z.strictObject({ status: ReviewStatus }),
  reply: StaleEntryView,
})
