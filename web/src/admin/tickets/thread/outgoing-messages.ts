import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import type { FileView } from '#contracts/conversation/file.ts'
import type { MessageView } from '#contracts/conversation/message.ts'
import type { MacroId, MessageId, TicketId } from '#contracts/ids.ts'
import { applyMacro } from '#contracts/ticket/macro.ts'
import type { TicketDetailView } from '#contracts/ticket/ticket.ts'
import { sendTicketMessage } from '#contracts/ticket/ticket.ts'
import * as m from '#i18n/messages.js'
import { listsKey, ticketKey } from '#web/admin/tickets/queries.ts'
import { call } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { insertMessage } from '#web/lib/merge-messages.ts'
import { notify } from '#web/ui/notify.ts'
import { readLocal, storeLocal } from './local-storage.ts'

/** A message the server has not acknowledged. It has a client-made id, so sending it twice stores one message. */
export type Outgoing = {
  id: MessageId
  body: string
  visibility: 'public' | 'note'
  files: FileView[]
  /** Its actions are carried out with the message. */
  macroId?: MacroId | undefined
  at: string
  /** `failed` waits for Retry. */
  state: 'sending' | 'failed'
  error: string | null
}

const keyOf = (ticketId: string) => `segue-unsent-${ticketId}`
const waiting = new Map<string, readonly Outgoing[]>()
const watchers = new Set<() => void>()
/** Sends one message after the other, so that they arrive in the order they were written. */
const queues = new Map<string, Promise<void>>()

function outgoingOf(ticketId: string): readonly Outgoing[] {
  const known = waiting.get(ticketId)
  if (known) return known
  // The page was closed while sending: whether the message was stored is unknown, and sending it again is harmless.
  const stored = (readLocal<Outgoing[]>(keyOf(ticketId)) ?? []).map((one) => ({ ...one, state: 'failed' as const }))
  waiting.set(ticketId, stored)
  return stored
}

function change(ticketId: string, by: (before: readonly Outgoing[]) => readonly Outgoing[]): void {
  const next = by(outgoingOf(ticketId))
  waiting.set(ticketId, next)
  storeLocal(keyOf(ticketId), next.length > 0 ? next : null)
  for (const watcher of watchers) watcher()
}

type Given = { id: MessageId; body: string; visibility: Outgoing['visibility']; fileIds: FileView['id'][] }

/** Sends a message, with a macro's actions where it has one; what of them was not possible is said in a toast. */
async function deliver(ticketId: TicketId, body: Given, macroId: MacroId | undefined): Promise<MessageView | null> {
  const params = { ticketId }
  if (!macroId) return call(sendTicketMessage, { params, body })
  const { message, skipped } = await call(applyMacro, { params, body: { ...body, macroId } })
  for (const { reason } of skipped) notify.info(m.macro_skipped({ reason }))
  return message
}

async function post(client: QueryClient, ticketId: string, one: Outgoing): Promise<void> {
  const { id, body, visibility, files } = one
  try {
    const message = await deliver(
      ticketId as TicketId,
      { id, body, visibility, fileIds: files.map((file) => file.id) },
      one.macroId,
    )
    client.setQueryData<TicketDetailView>(ticketKey(ticketId), (detail) =>
      detail && message
        ? { ...detail, thread: { ...detail.thread, messages: insertMessage(detail.thread.messages, message) } }
        : detail,
    )
    change(ticketId, (before) => before.filter((other) => other.id !== id))
    // A message may change the ticket (status, first response); live events report that too, where they arrive.
    void client.invalidateQueries({ queryKey: ticketKey(ticketId) })
    void client.invalidateQueries({ queryKey: listsKey })
  } catch (error) {
    change(ticketId, (before) =>
      before.map((other) => (other.id === id ? { ...other, state: 'failed', error: failureText(error) } : other)),
    )
  }
}

/** Unsent messages of a ticket, with send, retry and discard. */
export function useOutgoing(ticketId: string) {
  const client = useQueryClient()
  const outgoing = useSyncExternalStore(
    useCallback((watcher: () => void) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    }, []),
    () => outgoingOf(ticketId),
  )
  const enqueue = (one: Outgoing) => {
    const before = queues.get(ticketId) ?? Promise.resolve()
    queues.set(
      ticketId,
      before.then(() => post(client, ticketId, one)),
    )
  }
  return {
    outgoing,
    send: (given: Pick<Outgoing, 'id' | 'body' | 'visibility' | 'files' | 'macroId'>) => {
      const one: Outgoing = { ...given, at: new Date().toISOString(), state: 'sending', error: null }
      change(ticketId, (before) => [...before, one])
      enqueue(one)
    },
    retry: (id: MessageId) => {
      const one = outgoingOf(ticketId).find((other) => other.id === id)
      if (one?.state !== 'failed') return
      const again: Outgoing = { ...one, state: 'sending', error: null }
      change(ticketId, (before) => before.map((other) => (other.id === id ? again : other)))
      enqueue(again)
    },
    discard: (id: MessageId) => change(ticketId, (before) => before.filter((one) => one.id !== id)),
  }
}
