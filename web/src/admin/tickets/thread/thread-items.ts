import type { MessageView } from '#contracts/conversation/message.ts'
import type { ActivityView } from '#contracts/ticket/ticket-activity.ts'
import type { Outgoing } from './outgoing-messages.ts'

/** One item of a thread, in order. `isFirst` in a group of one author shows the name. */
export type ThreadItem =
  | { kind: 'day'; key: string; at: string }
  | { kind: 'event'; key: string; message: MessageView }
  | { kind: 'activity'; key: string; entry: ActivityView }
  | { kind: 'message'; key: string; message: MessageView; isFirst: boolean }
  | { kind: 'outgoing'; key: string; one: Outgoing }

/** Messages of one author within this time form a group. */
const RUN_MS = 5 * 60_000

const dayOf = (at: string) => new Date(at).toDateString()

function isSameRun(before: MessageView | null, message: MessageView): boolean {
  return (
    before !== null &&
    before.author === message.author &&
    before.authorName === message.authorName &&
    before.visibility === message.visibility &&
    before.mergedFrom === message.mergedFrom &&
    Date.parse(message.createdAt) - Date.parse(before.createdAt) < RUN_MS
  )
}

/** What happened to a ticket since the first of the loaded messages, the earliest first; before it are older pages. */
export function activityBetween(
  activity: readonly ActivityView[],
  messages: readonly MessageView[],
  hasOlder: boolean,
): ActivityView[] {
  const from = hasOlder ? (messages[0]?.createdAt ?? '') : ''
  return activity.filter(({ at }) => at >= from).reverse()
}

/**
 * Items of a thread: a divider for each day, messages grouped by author, system messages, what happened to the ticket, and unsent messages
 * at the end. A system message about a status gives way to the entry about the same change.
 */
export function threadItemsOf(
  messages: readonly MessageView[],
  outgoing: readonly Outgoing[],
  activity: readonly ActivityView[] = [],
): ThreadItem[] {
  const items: ThreadItem[] = []
  let day = ''
  let before: MessageView | null = null
  const beginDay = (at: string) => {
    if (dayOf(at) === day) return
    day = dayOf(at)
    before = null
    items.push({ kind: 'day', key: `day ${day}`, at })
  }
  let next = 0
  const addActivityUntil = (end: string | null) => {
    for (let entry = activity[next]; entry && (end === null || entry.at < end); entry = activity[++next]) {
      beginDay(entry.at)
      items.push({ kind: 'activity', key: entry.id, entry })
      before = null
    }
  }
  const moved = new Set(
    activity.filter(({ changes }) => changes.some(({ field }) => field === 'status')).map(({ at }) => at),
  )
  for (const message of messages) {
    if (message.kind === 'status_changed' && moved.has(message.createdAt)) continue
    addActivityUntil(message.createdAt)
    beginDay(message.createdAt)
    if (message.author === 'system') {
      items.push({ kind: 'event', key: message.id, message })
      before = null
    } else {
      items.push({ kind: 'message', key: message.id, message, isFirst: !isSameRun(before, message) })
      before = message
    }
  }
  addActivityUntil(null)
  const here = new Set<string>(messages.map((message) => message.id))
  for (const one of outgoing) if (!here.has(one.id)) items.push({ kind: 'outgoing', key: one.id, one })
  return items
}

/** The newest public message of a member that the customer has read; it shows "Seen". */
export function seenMessageOf(messages: readonly MessageView[], seenSeq: number): string | null {
  const last = messages.findLast((one) => one.author === 'member' && one.visibility === 'public')
  return last && last.seq <= seenSeq ? last.id : null
}
