import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import {
  listTranslations,
  type MessageTranslation,
  translateMessage,
} from '#contracts/assistant/message-translation.ts'
import type { ReplyOf } from '#contracts/endpoint.ts'
import type { MessageId, TicketId } from '#contracts/ids.ts'
import type { Language } from '#contracts/languages.ts'
import type { TicketDetailView } from '#contracts/ticket/ticket.ts'
import { ticketKey } from '#web/admin/tickets/queries.ts'
import { call } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { pageLocale } from '#web/lib/format.ts'
import { readLocal, storeLocal } from '#web/lib/local-storage.ts'
import { readTranslations } from '#web/lib/read-translations.ts'

/** The desk's language, which its reader chose. */
const own = () => pageLocale() as Language

type Known = ReplyOf<typeof listTranslations>
const keyOf = (ticketId: TicketId) => ['tickets', 'translations', ticketId, own()] as const

/** The messages of a ticket in another language than the reader's, as far back as its thread is loaded. */
export const translationsQuery = (ticketId: TicketId) =>
  queryOptions({
    queryKey: keyOf(ticketId),
    queryFn: ({ signal, client }): Promise<Known> => {
      const loaded = client.getQueryData<TicketDetailView>(ticketKey(ticketId))?.thread.messages[0]?.seq ?? null
      return readTranslations(client.getQueryData<Known>(keyOf(ticketId)) ?? null, loaded, (cursor) =>
        call(listTranslations, { params: { ticketId }, query: { language: own(), cursor } }, { signal }),
      )
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

function storeTranslation(client: QueryClient, ticketId: TicketId, translated: MessageTranslation): void {
  client.setQueryData(translationsQuery(ticketId).queryKey, (known) =>
    known
      ? {
          ...known,
          items: known.items.map((one) =>
            one.messageId === translated.messageId ? { ...one, body: translated.body } : one,
          ),
        }
      : known,
  )
}

/** A message's translation, null where none is possible or needed; and what asks for it. */
export function useTranslation(ticketId: TicketId, messageId: MessageId) {
  const client = useQueryClient()
  const { data: item = null } = useQuery({
    ...translationsQuery(ticketId),
    select: ({ items, hasModel }) =>
      items.find((one) => one.messageId === messageId && (hasModel || one.body !== null)) ?? null,
  })
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const translate = async () => {
    setBusy(true)
    setError(null)
    try {
      const given = { params: { ticketId, messageId }, body: { language: own() } }
      storeTranslation(client, ticketId, await call(translateMessage, given))
    } catch (failure) {
      setError(failureText(failure))
    }
    setBusy(false)
  }
  return { item, isBusy, error, translate }
}

/** Whether messages are translated as they come into view; kept in this browser. */
const AUTOMATIC = 'segue_translate'
const watchers = new Set<() => void>()

export function useIsAutomatic(): [isAutomatic: boolean, set: (isAutomatic: boolean) => void] {
  const isAutomatic = useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => readLocal(AUTOMATIC) === true,
  )
  const set = (next: boolean) => {
    storeLocal(AUTOMATIC, next ? true : null)
    for (const watcher of watchers) watcher()
  }
  return [isAutomatic, set]
}

/** The name of a language in the reader's. */
export const nameOf = (language: Language): string =>
  new Intl.DisplayNames(pageLocale(), { type: 'language' }).of(language) ?? language
