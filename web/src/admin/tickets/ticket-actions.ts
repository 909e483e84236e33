import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Priority } from '#contracts/conversation/escalation.ts'
import type { FieldValue } from '#contracts/custom-field.ts'
import type { TeamId, TicketId, UserId } from '#contracts/ids.ts'
import { snoozeTicket, wakeTicket } from '#contracts/ticket/snooze.ts'
import type { TicketDetailView, TicketStatus, TicketView } from '#contracts/ticket/ticket.ts'
import { assignTicket, changeTicket, handBackTicket, moveTicket, takeTicket } from '#contracts/ticket/ticket.ts'
import * as m from '#i18n/messages.js'
import { useMember } from '#web/admin/session.ts'
import { countersQuery } from '#web/admin/ticket-counters.ts'
import { CallError, call, isTransient } from '#web/lib/call.ts'
import { notify } from '#web/ui/notify.ts'
import { listsKey, ticketKey } from './queries.ts'
import { changeRow, type Rows, rowOf } from './rows.ts'
import { sendHeld } from './thread/outgoing-messages.ts'

type ChangedFields = {
  subject?: string
  priority?: Priority
  category?: string
  tags?: string[]
  /** Of the business's own; null empties one. */
  customFields?: Record<string, FieldValue | null>
}

/** A requested change of a ticket, as a value, so that it can be repeated on a newer version. */
export type Intent =
  | { kind: 'take' }
  | { kind: 'move'; status: TicketStatus }
  | { kind: 'assign'; assignee: { id: UserId; name: string } | null }
  | { kind: 'assign-team'; team: { id: TeamId; name: string } | null }
  /** Until an instant or the customer's `reply`; null ends it. */
  | { kind: 'snooze'; until: string | null }
  | { kind: 'change'; change: ChangedFields }

/** A version conflict: the requested change, the version it was made on, the current one, and who changed it. */
export type Conflict = { intent: Intent; seen: TicketView; current: TicketView; by: string | null }

/** The ticket with a requested change applied, for an optimistic update. */
export function withIntent(ticket: TicketView, intent: Intent, me: { id: UserId; name: string }): TicketView {
  if (intent.kind === 'change') {
    const customFields = { ...ticket.customFields, ...intent.change.customFields } as TicketView['customFields']
    return { ...ticket, ...intent.change, customFields }
  }
  if (intent.kind === 'assign') return { ...ticket, assignee: intent.assignee }
  if (intent.kind === 'assign-team') return { ...ticket, team: intent.team }
  // Until when, the server says.
  if (intent.kind === 'snooze') return ticket
  if (intent.kind === 'take') return { ...ticket, status: 'in-progress', assignee: me }
  return { ...ticket, status: intent.status }
}

/** Sends a change that was made on a version of the ticket. */
export function sendIntent(intent: Intent, ticketId: TicketId, version: number): Promise<TicketView> {
  const params = { ticketId }
  switch (intent.kind) {
    case 'take':
      return call(takeTicket, { params, body: { version } })
    case 'move':
      return call(moveTicket, { params, body: { version, status: intent.status } })
    case 'assign':
      return call(assignTicket, { params, body: { version, assigneeId: intent.assignee?.id ?? null } })
    case 'assign-team':
      return call(assignTicket, { params, body: { version, teamId: intent.team?.id ?? null } })
    case 'snooze':
      return intent.until
        ? call(snoozeTicket, { params, body: { version, until: intent.until } })
        : call(wakeTicket, { params, body: { version } })
    case 'change':
      return call(changeTicket, { params, body: { version, ...intent.change } })
  }
}

/** Writes a ticket into the cache, in the lists too. */
export function showTicket(client: QueryClient, ticket: TicketView): void {
  client.setQueryData<TicketDetailView>(ticketKey(ticket.id), (detail) => detail && { ...detail, ticket })
  client.setQueriesData<Rows>(
    { queryKey: listsKey },
    (rows) => rows && changeRow(rows, ticket.id, (row) => rowOf(ticket, row.isUnread)),
  )
}

/** Reads a ticket, the lists and their numbers again. */
export function readAgain(client: QueryClient, id: string): void {
  void client.invalidateQueries({ queryKey: ticketKey(id) })
  void client.invalidateQueries({ queryKey: listsKey })
  void client.invalidateQueries({ queryKey: countersQuery.queryKey })
}

const hasOwnFields = (intent: Intent) => intent.kind === 'change' && intent.change.customFields !== undefined

type Faults = Record<string, string> | null

export const isStatus = (intent: Intent): boolean => intent.kind === 'take' || intent.kind === 'move'

/**
 * Runs the changes of a ticket one after the other: the second one starts from the version the first one made. A held reply goes out before,
 * because it was written before: it may not arrive on a ticket that the change has resolved.
 */
const queues = new Map<string, Promise<unknown>>()

export function runInOrder<T>(client: QueryClient, id: string, run: () => Promise<T>): Promise<T> {
  const turn = (queues.get(id) ?? Promise.resolve()).then(() => sendHeld(client, id)).then(run, run)
  queues.set(
    id,
    turn.catch(() => undefined),
  )
  return turn
}

/** Actions on a ticket. `conflict` is set when another member changed it first. */
export function useTicketActions(id: TicketId, onDeleted: () => void) {
  const client = useQueryClient()
  const { user } = useMember()
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const current = () => client.getQueryData<TicketDetailView>(ticketKey(id))?.ticket

  /** What is wrong with fields of the request is returned, to be shown at them; everything else is a toast or a question. */
  const fail = async (error: unknown, intent: Intent, seen: TicketView): Promise<Faults> => {
    const refusal = error instanceof CallError ? error : null
    const isConflict = refusal?.code === 'conflict'
    const now = isConflict ? (refusal.current as TicketView | null) : null
    showTicket(client, now ?? seen)
    readAgain(client, id)
    if (now && refusal?.reason === 'version') {
      const detail = await client.fetchQuery({ queryKey: ticketKey(id), staleTime: 0 }).catch(() => undefined)
      const by = (detail as TicketDetailView | undefined)?.activity[0]?.actorName ?? null
      setConflict({ intent, seen, current: current() ?? now, by })
    } else if (hasOwnFields(intent) && refusal?.code === 'invalid_input') return refusal.fields
    else if (isStatus(intent) && !isConflict) notify.error(m.ticket_status_failed())
    else notify.failure(error)
    return null
  }
  const change = (intent: Intent) =>
    runInOrder(client, id, async (): Promise<Faults> => {
      const seen = current()
      if (!seen) return null
      // Loaded by the section already.
      const { hasQueuedChange, notifyStatus, queueChange } = await import('./queued-changes.tsx')
      const queue = () => queueChange(client, { ticketId: id, intent, seen, me: user })
      if (hasQueuedChange(id)) return queue()
      // A status change waits for the server, which returns the allowed next steps; other changes are optimistic.
      if (!isStatus(intent)) showTicket(client, withIntent(seen, intent, user))
      try {
        const ticket = await sendIntent(intent, id, seen.version)
        showTicket(client, ticket)
        if (isStatus(intent)) notifyStatus(ticket)
        readAgain(client, id)
        return null
      } catch (error) {
        return isTransient(error) ? queue() : fail(error, intent, seen)
      }
    })
  const steps = useRef(new Set<string>())
  /** Gives what is wrong with fields of the request, by their path; null where nothing is. */
  const run = async (intent: Intent): Promise<Faults> => {
    const key = JSON.stringify(intent)
    // A double click counts once.
    if (isStatus(intent) && steps.current.has(key)) return null
    steps.current.add(key)
    return change(intent).finally(() => steps.current.delete(key))
  }
  const handBack = async () => {
    try {
      showTicket(client, await sendHeld(client, id).then(() => call(handBackTicket, { params: { ticketId: id } })))
      notify.success(m.ticket_handed_back())
    } catch (error) {
      notify.failure(error)
    }
    readAgain(client, id)
  }
  const remove = async () => {
    const ticket = current()
    if (!ticket) return
    try {
      await (await import('./delete-after-question.ts')).deleteAfterQuestion(client, ticket, onDeleted)
    } catch (error) {
      notify.error(m.ticket_delete_failed())
      if (error instanceof CallError && error.code === 'conflict') readAgain(client, id)
    }
  }
  const resolveConflict = (isMine: boolean) => {
    const intent = conflict?.intent
    setConflict(null)
    if (isMine && intent) void run(intent)
  }
  return { run, handBack, remove, conflict, resolveConflict }
}

export type TicketActions = ReturnType<typeof useTicketActions>
