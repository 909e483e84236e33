import type { MessageView } from '#contracts/conversation/message.ts'
import type { MessageId } from '#contracts/ids.ts'
import { fillVariables, unfilledVariables, variableValues } from '#contracts/ticket/template.ts'
import type { TicketStatus } from '#contracts/ticket/ticket.ts'
import type { TicketAction } from '#contracts/ticket/ticket-action.ts'
import * as m from '#i18n/messages.js'
import { appendToLocked, newId, sendToLocked } from '#server/conversation/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { AppError, conflict, invalid } from '#server/platform/errors.ts'
import { type Text, text } from '#server/platform/text/message.ts'
import { readTenant } from '#server/tenant/service.ts'
import { applyChange, changeStatus } from './apply-change.ts'
import { assignmentOf } from './assignment.ts'
import { listActiveFields } from './custom-fields/queries.ts'
import { customFieldChange, refuseUnfilledFields } from './custom-fields/values.ts'
import { fieldChange } from './field-change.ts'
import { type LoadedTicket, lockTicket, refuseMerged } from './load.ts'
import { canAssign, isSnoozed, stepsTo } from './policy.ts'
import type { TicketChange } from './queries.ts'
import type { TicketRow } from './schema.ts'
import { snoozeLocked, wakeBy } from './snooze/snooze.ts'
import { snoozeEndOf } from './snooze/snooze-times.ts'

/** An action that was not possible on this ticket, and why. */
export type Skipped = { action: TicketAction; reason: Text }

/** The tags of a ticket, at most (contracts/ticket/ticket.ts). */
const MAX_TAGS = 20

type ActionOf<Type extends TicketAction['type']> = Extract<TicketAction, { type: Type }>
type MessageAction = ActionOf<'add_note' | 'send_reply'>
type SnoozeAction = ActionOf<'snooze'>
type FieldAction = Exclude<TicketAction, MessageAction | SnoozeAction>

/** Whether an action writes a note or a reply. */
export const isMessage = (action: TicketAction): action is MessageAction =>
  action.type === 'add_note' || action.type === 'send_reply'
const isSnooze = (action: TicketAction): action is SnoozeAction => action.type === 'snooze'
const isField = (action: TicketAction): action is FieldAction => !isMessage(action) && !isSnooze(action)

/**
 * Carries out actions on a ticket that the caller has locked (`lockTicket`), for a macro, a rule and many tickets at once: first notes and
 * replies, then all fields as one version, then the status by its allowed steps, then the snooze. What is not possible (a former member, a
 * variable without value, a time that has passed) is left out and reported; what is so already costs nothing. `messageId` gives the id of
 * the first message that is written, the second one and so on.
 * Throws a conflict for a merged ticket.
 */
export async function applyActions(
  t: Tx,
  actor: Actor,
  given: LoadedTicket,
  actions: readonly TicketAction[],
  messageId: (place: number) => MessageId = newId,
): Promise<{ loaded: LoadedTicket; skipped: Skipped[] }> {
  await refuseMerged(t, given.ticket)
  const skipped: Skipped[] = []
  const loaded = await writeMessages(t, actor, given, actions.filter(isMessage), skipped, messageId)
  const changed = await changeFields(t, actor, loaded, actions.filter(isField), skipped)
  const snooze = actions.findLast(isSnooze)
  const put = snooze && (await attempt(snooze, skipped, () => snoozeBy(t, actor, changed, snooze)))
  return { loaded: put ?? changed, skipped }
}

async function snoozeBy(t: Tx, actor: Actor, loaded: LoadedTicket, { until }: SnoozeAction): Promise<LoadedTicket> {
  const { ticket } = loaded
  if (until === null)
    return isSnoozed(ticket) ? { ...loaded, ticket: await wakeBy(t, actor, ticket, {}, 'member') } : loaded
  const end = await snoozeEndOf(t, until)
  const isSo = end === 'reply' ? ticket.snoozedUntilReply : ticket.snoozedUntil?.getTime() === end.getTime()
  return isSo ? loaded : { ...loaded, ticket: await snoozeLocked(t, actor, loaded, end) }
}

/** Runs one action; what the product refuses with a text is reported, every other error is thrown. */
async function attempt<T>(action: TicketAction, skipped: Skipped[], run: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof AppError) || !['conflict', 'not_found', 'invalid_input'].includes(error.code)) throw error
    skipped.push({ action, reason: Object.values(error.details.fields ?? {})[0] ?? error.text })
    return undefined
  }
}

async function writeMessages(
  t: Tx,
  actor: Actor,
  loaded: LoadedTicket,
  actions: readonly MessageAction[],
  skipped: Skipped[],
  messageId: (place: number) => MessageId,
): Promise<LoadedTicket> {
  let now = loaded
  let place = 0
  for (const action of actions) {
    const written = await attempt(action, skipped, () => writeMessage(t, actor, now, action, messageId(place)))
    if (written) place += 1
    // The message's handlers may have changed conversation and ticket: both are read again under the lock.
    if (written) now = await lockTicket(t, actor, now.ticket.id)
  }
  return now
}

async function writeMessage(
  t: Tx,
  actor: Actor,
  { ticket, conversation }: LoadedTicket,
  action: MessageAction,
  id: MessageId,
): Promise<MessageView> {
  const { name: businessName } = await readTenant(t)
  const agentName = actor.kind === 'member' ? actor.name : null
  const body = fillVariables(action.body, variableValues({ ticket, agentName, businessName }))
  refuseUnfilled(body, 'body.actions')
  const visibility = action.type === 'add_note' ? 'note' : 'public'
  const message = { id, body, visibility } as const
  if (actor.kind === 'member') return sendToLocked(t, actor, conversation, message)
  // By a rule: under the business's name and without an author. It takes no chat over and is no member's answer (reactions.ts).
  const automatic = { ...message, author: 'member', authorName: businessName } as const
  return (await appendToLocked(t, conversation, automatic, {})).view
}

/** Throws invalid_input for a text that still has a variable: none reaches a customer as it is written. */
export function refuseUnfilled(body: string, field: string): void {
  const unfilled = unfilledVariables(body)
  if (unfilled.length === 0) return
  const facts = { variables: unfilled.join(', '), example: '{{customer.first_name|there}}' }
  throw invalid({ [field]: text(m.error_variable_without_value, facts) })
}

type Fields = { change: TicketChange; names: Partial<LoadedTicket>; actions: Text[] }

async function changeFields(
  t: Tx,
  actor: Actor,
  loaded: LoadedTicket,
  actions: readonly FieldAction[],
  skipped: Skipped[],
): Promise<LoadedTicket> {
  const { ticket } = loaded
  const wanted: TicketChange = {}
  const beside: Fields = { change: {}, names: {}, actions: [] }
  for (const action of actions) {
    await attempt(action, skipped, async () => {
      if (action.type === 'set_status') return
      if (isAssignment(action)) merge(beside, await assignedBy(t, actor, loaded, action))
      else if (action.type === 'set_field') {
        const stored = beside.change.customFields ?? ticket.customFields
        merge(beside, { names: {}, ...(await customFieldChange(t, stored, { [action.fieldId]: action.value })) })
      } else Object.assign(wanted, fieldBy(action, wanted.tags ?? ticket.tags))
    })
  }
  const fields = fieldChange(ticket, wanted)
  const steps = await statusSteps(t, { ...ticket, ...beside.change }, actions, skipped)
  return writeFields(
    t,
    actor,
    loaded,
    {
      ...beside,
      change: { ...fields.change, ...beside.change },
      actions: [...fields.actions, ...beside.actions],
    },
    steps,
  )
}

/** The steps to the last of the wanted statuses: none where the ticket would be resolved without a value that has to be there before. */
async function statusSteps(
  t: Tx,
  { status, customFields }: TicketRow,
  actions: readonly FieldAction[],
  skipped: Skipped[],
): Promise<TicketStatus[]> {
  const wanted = actions.findLast((action) => action.type === 'set_status')
  if (!wanted) return []
  const steps = stepsTo(status, wanted.status)
  if (!steps.includes('resolved')) return steps
  const allowed = await attempt(wanted, skipped, async () => {
    refuseUnfilledFields(await listActiveFields(t), customFields)
    return steps
  })
  return allowed ?? []
}

/** One version with all fields, and one more for each further step of the status. */
async function writeFields(
  t: Tx,
  actor: Actor,
  loaded: LoadedTicket,
  { change, names, actions }: Fields,
  [first, ...further]: TicketStatus[],
): Promise<LoadedTicket> {
  let now = { ...loaded, ...names }
  if (first) now = await changeStatus(t, actor, now, first, { change, actions })
  else if (actions.length > 0) {
    now = { ...now, ticket: await applyChange(t, actor, loaded.ticket, change, { actions }) }
  }
  for (const status of further) now = await changeStatus(t, actor, now, status)
  return now
}

type AssignmentAction = ActionOf<'assign_member' | 'assign_team'>

const isAssignment = (action: FieldAction): action is AssignmentAction =>
  action.type === 'assign_member' || action.type === 'assign_team'

function merge(into: Fields, more: Fields): void {
  Object.assign(into.change, more.change)
  Object.assign(into.names, more.names)
  into.actions.push(...more.actions)
}

const NOTHING: Fields = { change: {}, names: {}, actions: [] }

async function assignedBy(t: Tx, actor: Actor, { ticket }: LoadedTicket, action: AssignmentAction): Promise<Fields> {
  if (!canAssign(actor, ticket)) throw conflict(m.error_ticket_closed_assign)
  if (action.type === 'assign_team') {
    return action.teamId === ticket.teamId ? NOTHING : assignmentOf(t, { teamId: action.teamId })
  }
  if (action.assigneeId === 'me' && actor.kind !== 'member') throw conflict(m.error_action_needs_member)
  const assigneeId = action.assigneeId === 'me' && actor.kind === 'member' ? actor.userId : action.assigneeId
  if (assigneeId === 'me' || assigneeId === ticket.assigneeId) return NOTHING
  return assignmentOf(t, { assigneeId })
}

type PlainAction = Exclude<FieldAction, AssignmentAction | ActionOf<'set_status' | 'set_field'>>

function fieldBy(action: PlainAction, tags: readonly string[]): TicketChange {
  switch (action.type) {
    case 'set_priority':
      return { priority: action.priority }
    case 'set_category':
      return { category: action.category }
    case 'remove_tag':
      return { tags: tags.filter((tag) => tag !== action.tag) }
    case 'add_tag':
      if (tags.includes(action.tag)) return {}
      if (tags.length >= MAX_TAGS) throw conflict(text(m.error_too_many_tags, { max: MAX_TAGS }))
      return { tags: [...tags, action.tag] }
  }
}
