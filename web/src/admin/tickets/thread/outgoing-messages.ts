import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import type { FileView } from '#contracts/conversation/file.ts'
import type { MessageView } from '#contracts/conversation/message.ts'
import type { MessageId, TicketId } from '#contracts/ids.ts'
import { applyMacro } from '#contracts/ticket/macro.ts'
import type { TicketDetailView } from '#contracts/ticket/ticket.ts'
import { sendTicketMessage } from '#contracts/ticket/ticket.ts'
import * as m from '#i18n/messages.js'
import { beforeLeaving } from '#web/admin/session.ts'
import { copiesKey, listsKey, ticketKey } from '#web/admin/tickets/queries.ts'
import { CallError, call, isTransient } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { localKeys, readLocal, storeLocal } from '#web/lib/local-storage.ts'
import { insertMessage } from '#web/lib/merge-messages.ts'
import { notify } from '#web/ui/notify.ts'
import type { ChosenMacro } from './macros/picker.tsx'
import { knownCopies, readProposedCopies } from './use-copies.ts'

/** A message the server has not acknowledged. It has a client-made id, so sending it twice stores one message. */
export type Outgoing = {
  id: MessageId
  ticketId: string
  body: string
  visibility: 'public' | 'note'
  files: FileView[]
  /** The member's own text of a reply that is sent translated. */
  original?: string | undefined
  /** Who gets a copy by mail; undefined: whom the ticket proposes, read before it is sent. */
  cc?: readonly string[] | undefined
  /** Its actions are carried out with the message. */
  macro?: ChosenMacro | undefined
  /** Where the cursor was in the text, for who takes it back. */
  cursor: number
  at: string
  /** `held` can be taken back; `waiting` goes out by itself once there is a connection; `failed` was refused and waits for Retry. */
  state: 'held' | 'sending' | 'waiting' | 'failed'
  error: string | null
}
type Written = Pick<Outgoing, 'id' | 'body' | 'visibility' | 'files' | 'original' | 'macro' | 'cc' | 'cursor'>

/** How long a reply to the customer can be taken back. */
const HOLD_MS = 5000
/** How much longer another window leaves a held message to the window that holds it. */
const OTHER_WINDOW_MS = 2000
const RETRY_MS = 5000
const TIMEOUT_MS = 30_000
/** After that a reply may no longer fit, and nobody expects it to go out: it waits for Retry. */
const STALE_MS = 86_400_000

const PREFIX = 'segue-unsent-'
const NONE: readonly Outgoing[] = []
const unsent = new Map<string, readonly Outgoing[]>()
const watchers = new Set<() => void>()
const busy = new Set<string>()

const outgoingOf = (ticketId: string): readonly Outgoing[] => unsent.get(ticketId) ?? NONE

/** Shows and stores a message as it is now, each under its own key: two windows do not overwrite each other's. */
function put(one: Outgoing): void {
  const before = outgoingOf(one.ticketId)
  const isThere = before.some(({ id }) => id === one.id)
  unsent.set(one.ticketId, isThere ? before.map((other) => (other.id === one.id ? one : other)) : [...before, one])
  storeLocal(PREFIX + one.id, one)
  for (const watcher of watchers) watcher()
}

function remove({ id, ticketId }: Outgoing): void {
  const left = outgoingOf(ticketId).filter((other) => other.id !== id)
  unsent.set(ticketId, left)
  storeLocal(PREFIX + id, null)
  for (const watcher of watchers) watcher()
}

/** Sends a message, with a macro's actions where it has one. The request goes on when the page is closed. */
async function deliver({
  id,
  ticketId,
  body,
  original,
  visibility,
  files,
  macro,
  cc,
}: Outgoing): Promise<MessageView | null> {
  const params = { ticketId: ticketId as TicketId }
  const content = {
    id,
    body,
    original,
    visibility,
    fileIds: files.map((file) => file.id),
    ...(cc?.length ? { cc: [...cc] } : {}),
  }
  const options = { keepalive: true, signal: AbortSignal.timeout(TIMEOUT_MS) }
  if (!macro) return call(sendTicketMessage, { params, body: content }, options)
  const { message, skipped } = await call(applyMacro, { params, body: { ...content, macroId: macro.id } }, options)
  for (const { reason } of skipped) notify.info(m.macro_skipped({ reason }))
  return message
}

/** Who gets a copy of a message, where this page knows it. */
const copiesOf = (client: QueryClient, { visibility, cc, ticketId }: Outgoing): readonly string[] | undefined =>
  visibility === 'note' ? [] : (cc ?? knownCopies(client, ticketId))

/** False where there is no connection: what comes after it waits too. */
async function post(client: QueryClient, one: Outgoing): Promise<boolean> {
  const key = ticketKey(one.ticketId)
  put({ ...one, state: 'sending' })
  try {
    const known = copiesOf(client, one)
    // Past the cache, where a read that waits for a connection would keep everything behind it waiting.
    const cc = known ?? (await readProposedCopies(one.ticketId, AbortSignal.timeout(TIMEOUT_MS)))
    const message = await deliver({ ...one, cc })
    client.setQueryData<TicketDetailView>(key, (detail) =>
      detail && message
        ? { ...detail, thread: { ...detail.thread, messages: insertMessage(detail.thread.messages, message) } }
        : detail,
    )
    remove(one)
    // A message may change the ticket (status, first response); live events report that too, where they arrive.
    void client.invalidateQueries({ queryKey: key })
    void client.invalidateQueries({ queryKey: listsKey })
    void client.invalidateQueries({ queryKey: copiesKey(one.ticketId) })
    return true
  } catch (error) {
    const isRefused = error instanceof CallError && !isTransient(error)
    put({ ...one, state: isRefused ? 'failed' : 'waiting', error: failureText(error) })
    if (!isRefused) setTimeout(() => void flush(client, one.ticketId), RETRY_MS)
    return isRefused
  }
}

/** Sends what is due of a ticket, one after the other, so that messages arrive in the order they were written. */
async function flush(client: QueryClient, ticketId: string): Promise<void> {
  if (busy.has(ticketId)) return
  busy.add(ticketId)
  const next = () => outgoingOf(ticketId).find(({ state }) => state === 'sending' || state === 'waiting')
  for (let one = next(); one; one = next()) if (!(await post(client, one))) break
  busy.delete(ticketId)
  for (const watcher of watchers) watcher()
}

/** Ends the time in which a ticket's replies can be taken back, and sends them. */
function release(client: QueryClient, ticketId: string): void {
  for (const one of outgoingOf(ticketId)) if (one.state === 'held') put({ ...one, state: 'sending' })
  void flush(client, ticketId)
}

/** The same, until they are sent and the ticket is shown as they left it. */
export async function sendHeld(client: QueryClient, ticketId: string): Promise<void> {
  release(client, ticketId)
  if (!busy.has(ticketId)) return
  await new Promise<void>((resolve) => {
    const check = () => {
      if (busy.has(ticketId)) return
      watchers.delete(check)
      resolve()
    }
    watchers.add(check)
  })
  await client.refetchQueries({ queryKey: ticketKey(ticketId) })
}

/** Sends at once what is held while the page is being closed; whether it arrived is found out when the page is open again. */
function sendWhileLeaving(client: QueryClient): void {
  for (const one of [...unsent.values()].flat()) {
    if (one.state === 'held') put({ ...one, state: 'waiting' })
    const cc = copiesOf(client, one)
    // A page that closes reads nothing more: who gets a copy is read, and the reply sent, when it is open again.
    if (one.state !== 'failed' && cc) void deliver({ ...one, cc }).catch(() => undefined)
  }
}

/** What this browser stored and did not send, of a page that was closed, is sent by itself; sending it again is harmless. */
function resume(client: QueryClient): void {
  for (const key of localKeys(PREFIX)) {
    const one = readLocal<Outgoing>(key)
    if (!one?.ticketId) continue
    const age = Date.now() - Date.parse(one.at)
    if (one.state === 'failed' || age > STALE_MS) put({ ...one, state: 'failed' })
    else if (one.state !== 'held') put({ ...one, state: 'waiting' })
    else setTimeout(() => readLocal(key) && put({ ...one, state: 'waiting' }), HOLD_MS + OTHER_WINDOW_MS - age)
    setTimeout(() => void flush(client, one.ticketId), HOLD_MS + OTHER_WINDOW_MS - age)
  }
}

let isResumed = false
function resumeOnce(client: QueryClient): void {
  if (isResumed) return
  isResumed = true
  const flushAll = () => [...unsent.keys()].map((ticketId) => flush(client, ticketId))
  addEventListener('online', flushAll)
  addEventListener('pagehide', () => sendWhileLeaving(client))
  addEventListener('pageshow', flushAll)
  beforeLeaving.add(() => Promise.all([...unsent.keys()].map((ticketId) => sendHeld(client, ticketId))))
  resume(client)
}

/** Unsent messages of a ticket, with send, undo, retry and discard. What is held is sent when the ticket is left. */
export function useOutgoing(ticketId: string) {
  const client = useQueryClient()
  const outgoing = useSyncExternalStore(
    useCallback((watcher: () => void) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    }, []),
    () => outgoingOf(ticketId),
  )
  useEffect(() => {
    resumeOnce(client)
    return () => release(client, ticketId)
  }, [client, ticketId])
  const find = (id: MessageId) => outgoingOf(ticketId).find((other) => other.id === id)
  return {
    outgoing,
    send: (written: Written) => {
      release(client, ticketId)
      const state = written.visibility === 'public' ? 'held' : 'sending'
      put({ ...written, ticketId, at: new Date().toISOString(), state, error: null })
      if (state === 'sending') void flush(client, ticketId)
      else setTimeout(() => find(written.id)?.state === 'held' && release(client, ticketId), HOLD_MS)
    },
    /** Takes a held message back; null where it is on its way already. */
    undo: (id: MessageId): Outgoing | null => {
      const one = find(id)
      if (one?.state !== 'held') return null
      remove(one)
      return one
    },
    retry: (id: MessageId) => {
      const one = find(id)
      if (one?.state === 'failed') put({ ...one, state: 'waiting', error: null })
      void flush(client, ticketId)
    },
    discard: (id: MessageId) => {
      const one = find(id)
      if (one) remove(one)
    },
  }
}
