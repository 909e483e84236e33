import type { MessageView } from '#contracts/conversation/message.ts'
import type { Outgoing } from './outgoing-messages.ts'

/** One item of a thread, in order. `isFirst` in a group of one author shows the name. */
export type ThreadItem =
  | { kind: 'day'; key: string; at: string }
  | { kind: 'event'; key: string; message: MessageView }
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
    Date.parse(message.createdAt) - Date.parse(before.createdAt) < RUN_MS
  )
}

/** Items of a thread: a divider for each day, messages grouped by author, system messages, and unsent messages at the end. */
export function threadItemsOf(messages: readonly MessageView[], outgoing: readonly Outgoing[]): ThreadItem[] {
  const items: ThreadItem[] = []
  let day = ''
  let before: MessageView | null = null
  for (const message of messages) {
    if (dayOf(message.createdAt) !== day) {
      day = dayOf(message.createdAt)
      before = null
      items.push({ kind: 'day', key: `day ${day}`, at: message.createdAt })
    }
    if (message.author === 'system') {
      items.push({ kind: 'event', key: message.id, message })
      before = null
    } else {
      items.push({ kind: 'message', key: message.id, message, isFirst: !isSameRun(before, message) })
      before = message
    }
  }
  const here = new Set<string>(messages.map((message) => message.id))
  for (const one of outgoing) if (!here.has(one.id)) items.push({ kind: 'outgoing', key: one.id, one })
  return items
}

/** The newest public message of a member that the customer has read; it shows "Seen". */
export function seenMessageOf(messages: readonly MessageView[], seenSeq: number): string | null {
  const last = messages.findLast((one) => one.author === 'member' && one.visibility === 'public')
  return last && last.seq <= seenSeq ? last.id : null
}
