import type { ConversationState } from '#contracts/conversation/conversation.ts'
import type { TicketCan, TicketStatus } from '#contracts/ticket/ticket.ts'
import * as m from '#i18n/messages.js'
import type { Actor } from '#server/platform/actor.ts'
import type { RoleRule } from '#server/platform/policy.ts'
import type { TicketRow } from './schema.ts'

/** Owners and admins create and remove demo tickets, because every member sees them in the list. */
export const EDIT_DEMO_TICKETS: RoleRule = {
  least: 'admin',
  refusal: m.error_demo_ticket_roles,
}

/** Owners and admins share views, because every member sees them; everybody keeps own ones. */
export const SHARE_VIEWS: RoleRule = { least: 'admin', refusal: m.error_views_roles }

/** Owners and admins rename, merge and delete tags, at every ticket at once. */
export const EDIT_TAGS: RoleRule = { least: 'admin', refusal: m.error_tags_roles }

/** Owners and admins decide which fields tickets have; every member fills them in. */
export const EDIT_TICKET_FIELDS: RoleRule = { least: 'admin', refusal: m.error_ticket_fields_roles }

/** Owners and admins export tickets: the file holds the addresses of all customers. */
export const EXPORT_TICKETS: RoleRule = { least: 'admin', refusal: m.error_export_roles }

/**
 * The allowed status changes of a ticket: open ⇄ in-progress ⇄ waiting → resolved → closed; a finished ticket can be reopened. Any other is
 * a conflict. `waiting` means waiting for the customer.
 */
export const STEPS: Record<TicketStatus, readonly TicketStatus[]> = {
  open: ['in-progress'],
  'in-progress': ['open', 'waiting', 'resolved'],
  waiting: ['in-progress', 'open', 'resolved'],
  resolved: ['closed', 'open'],
  closed: ['open'],
}

const FINISHED: readonly TicketStatus[] = ['resolved', 'closed']

export const isFinished = (status: TicketStatus): boolean => FINISHED.includes(status)
export const canMove = (from: TicketStatus, to: TicketStatus): boolean => STEPS[from].includes(to)
/** Whether the actor may write to customers. A program may where its key has the scope for it. */
export const canSend = (actor: Actor): boolean =>
  actor.kind !== 'member' || (actor.key?.scopes.includes('tickets:send') ?? true)

export const canWork = (actor: Actor): boolean => actor.kind === 'member' || actor.kind === 'system'
/** What was merged is worked on in the ticket that it leads on to: it stays as it is until the merge is undone. */
const canChange = (actor: Actor, row: TicketRow): boolean => canWork(actor) && row.mergedIntoId === null
export const canMerge = canChange
export const canDelete = (actor: Actor, row: TicketRow): boolean => canChange(actor, row) && isFinished(row.status)
export const canTake = (actor: Actor, row: TicketRow): boolean => canWork(actor) && row.status === 'open'
export const canAssign = (actor: Actor, row: TicketRow): boolean => canWork(actor) && row.status !== 'closed'
/** The allowed changes that lead from one status to another, in order: none where it is the same, most often one. */
export function stepsTo(from: TicketStatus, to: TicketStatus): TicketStatus[] {
  const paths: TicketStatus[][] = [[]]
  for (const path of paths) {
    const at = path.at(-1) ?? from
    if (at === to) return path
    for (const next of STEPS[at]) if (next !== from && !path.includes(next)) paths.push([...path, next])
  }
  return []
}

/** Unfinished work is put off. */
export const canSnooze = (actor: Actor, row: TicketRow): boolean => canChange(actor, row) && !isFinished(row.status)
export const isSnoozed = (row: Pick<TicketRow, 'snoozedUntil' | 'snoozedUntilReply'>): boolean =>
  row.snoozedUntil !== null || row.snoozedUntilReply
/** What a ticket that is not snoozed has in its columns. */
export const AWAKE = { snoozedUntil: null, snoozedUntilReply: false } as const
/** Only finished tickets are rated, and only once; a merged one is rated with the one that it leads on to. */
export const canRate = (row: Pick<TicketRow, 'status' | 'rating' | 'mergedIntoId'>): boolean =>
  isFinished(row.status) && row.rating === null && row.mergedIntoId === null

/** The status after a customer's message: a waiting or finished ticket is open again. */
export const statusAfterCustomerReply = (status: TicketStatus): TicketStatus =>
  status === 'in-progress' || status === 'open' ? status : 'open'

export const ticketPermissions = (actor: Actor, row: TicketRow, conversationState: ConversationState): TicketCan => ({
  take: canTake(actor, row),
  reply: canChange(actor, row),
  assign: canAssign(actor, row),
  moveTo: canChange(actor, row) ? [...STEPS[row.status]] : [],
  snooze: canSnooze(actor, row),
  delete: canDelete(actor, row),
  handBack: canWork(actor) && !isFinished(row.status) && conversationState !== 'ai',
  merge: canMerge(actor, row),
})
