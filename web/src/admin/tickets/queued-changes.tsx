import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { TicketId, UserId } from '#contracts/ids.ts'
import { getTicket, type TicketStatus, type TicketView } from '#contracts/ticket/ticket.ts'
import * as m from '#i18n/messages.js'
import { CallError, call, isTransient, newId } from '#web/lib/call.ts'
import { localKeys, readLocal, storeLocal } from '#web/lib/local-storage.ts'
import { notify } from '#web/ui/notify.ts'
import { type Intent, isStatus, readAgain, runInOrder, sendIntent, showTicket, withIntent } from './ticket-actions.ts'

/** A change of a ticket that waits for a connection; `seen` is the ticket that it was made on. */
type QueuedChange = {
  id: string
  ticketId: TicketId
  intent: Intent
  seen: TicketView
  me: { id: UserId; name: string }
  at: string
}

const statusNames: Record<TicketStatus, () => string> = {
  open: m.ticket_word_open,
  'in-progress': m.ticket_word_in_progress,
  waiting: m.ticket_word_waiting,
  resolved: m.ticket_word_resolved,
  closed: m.ticket_word_closed,
}

/** Says that the status was changed: at once, or when the change went out. */
export const notifyStatus = ({ status }: TicketView): void =>
  notify.success(m.ticket_status_updated({ status: statusNames[status]() }))

const PREFIX = 'segue-change-'
const RETRY_MS = 5000
/** After that a change may no longer fit, and nobody expects it to go out. */
const STALE_MS = 86_400_000

const queued = (): QueuedChange[] =>
  localKeys(PREFIX)
    .map((key) => readLocal<QueuedChange>(key))
    .filter((one) => one !== null)
    .sort((one, other) => one.at.localeCompare(other.at))

/** Whether changes of a ticket wait: a later one has to wait behind them. */
export const hasQueuedChange = (ticketId: string): boolean => queued().some((one) => one.ticketId === ticketId)

/** Keeps a change, also when the page is closed, shows it as if it were made, and sends it once there is a connection. */
export function queueChange(
  client: QueryClient,
  change: Pick<QueuedChange, 'ticketId' | 'intent' | 'seen' | 'me'>,
): null {
  const one = { ...change, id: newId<TicketId>(), at: new Date().toISOString() }
  storeLocal(PREFIX + one.id, one)
  showTicket(client, withIntent(one.seen, one.intent, one.me))
  notify.info(m.ticket_change_waits())
  setTimeout(() => void sendQueued(client), RETRY_MS)
  return null
}

/** Sends what this browser kept, of a page that was closed too, and from then on whenever the connection is back. */
export function QueuedChanges() {
  const client = useQueryClient()
  useEffect(() => {
    const send = () => void sendQueued(client)
    send()
    addEventListener('online', send)
    return () => removeEventListener('online', send)
  }, [client])
  return null
}

let isSending = false
/** Each once and in the order they were made; a ticket's messages that were written before go out first. */
async function sendQueued(client: QueryClient): Promise<void> {
  if (isSending) return
  isSending = true
  for (const one of queued()) {
    const isSent = await runInOrder(client, one.ticketId, () => send(client, one))
    if (isSent) continue
    setTimeout(() => void sendQueued(client), RETRY_MS)
    break
  }
  isSending = false
}

/** False where there is no connection. */
async function send(client: QueryClient, one: QueuedChange): Promise<boolean> {
  const { ticketId, seen, me } = one
  if (!readLocal(PREFIX + one.id)) return true
  try {
    const { ticket, activity } = await call(getTicket, { params: { ticketId } })
    const intent = onto(ticket, seen, one.intent)
    const isDone = isEqual(withIntent(ticket, intent, me), ticket)
    if (Date.now() - Date.parse(one.at) > STALE_MS) notify.error(m.ticket_change_stale({ number: ticket.number }))
    else if (!isDone && isChangedByOther(one, ticket))
      notify.error(m.ticket_change_refused({ number: ticket.number, name: activity[0]?.actorName ?? m.ticket_team() }))
    else if (!isDone) {
      const changed = await sendIntent(intent, ticketId, ticket.version)
      showTicket(client, changed)
      if (isStatus(intent)) notifyStatus(changed)
    }
  } catch (error) {
    if (isTransient(error) || isConflict(error)) return false
    notify.failure(error)
  }
  storeLocal(PREFIX + one.id, null)
  readAgain(client, ticketId)
  return true
}

/** Somebody was faster by a moment: it is compared with the ticket as it is now. */
const isConflict = (error: unknown): boolean =>
  error instanceof CallError && error.code === 'conflict' && error.reason === 'version'

/** The change as it is meant on the current ticket: tags are added and taken away, and those of others stay. */
function onto(now: TicketView, seen: TicketView, intent: Intent): Intent {
  const wanted = intent.kind === 'change' ? intent.change.tags : undefined
  if (intent.kind !== 'change' || !wanted) return intent
  const kept = now.tags.filter((tag) => wanted.includes(tag) || !seen.tags.includes(tag))
  const added = wanted.filter((tag) => !seen.tags.includes(tag) && !kept.includes(tag))
  return { kind: 'change', change: { ...intent.change, tags: [...kept, ...added] } }
}

/** Whether somebody else changed the very thing meanwhile. Tags are merged instead. */
function isChangedByOther({ intent, seen, me }: QueuedChange, now: TicketView): boolean {
  const wanted = withIntent(seen, intent, me)
  const keys = (Object.keys(wanted) as (keyof TicketView)[]).filter((key) => !isEqual(wanted[key], seen[key]))
  return keys.some((key) => key !== 'tags' && !isEqual(seen[key], now[key]))
}

const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
