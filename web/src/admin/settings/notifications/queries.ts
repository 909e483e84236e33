import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Language } from '#contracts/languages.ts'
import { getMailServer } from '#contracts/notification/mail-server.ts'
import {
  type LetterKind,
  listBlockedAddresses,
  listOutbox,
  type MailStatus,
  previewLetter,
} from '#contracts/notification/outbox.ts'
import { getPreferences } from '#contracts/notification/preferences.ts'
import { call } from '#web/lib/call.ts'

export const preferencesQuery = queryOptions({
  queryKey: ['notification-preferences'],
  queryFn: ({ signal }) => call(getPreferences, {}, { signal }),
})

export const mailServerQuery = queryOptions({
  queryKey: ['mail-server'],
  queryFn: ({ signal }) => call(getMailServer, {}, { signal }),
})

export const blocksQuery = queryOptions({
  queryKey: ['mail-blocks'],
  queryFn: ({ signal }) => call(listBlockedAddresses, {}, { signal }),
})

export const letterQuery = (kind: LetterKind, language: Language) =>
  queryOptions({
    queryKey: ['mail-letter', kind, language],
    queryFn: ({ signal }) => call(previewLetter, { query: { kind, language } }, { signal }),
  })

const POLL_MS = 3000

export const outboxQuery = (status: MailStatus | null) =>
  infiniteQueryOptions({
    queryKey: ['mail-outbox', status],
    queryFn: ({ pageParam, signal }) =>
      call(
        listOutbox,
        { query: { ...(status ? { status } : {}), ...(pageParam ? { cursor: pageParam } : {}) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    // While a mail is on its way.
    refetchInterval: ({ state }) =>
      state.data?.pages[0]?.items.some(({ status: now }) => now === 'pending') ? POLL_MS : false,
  })
