import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { listInboundMails } from '#contracts/inbound-mail/inbound-mail.ts'
import { listMailboxes } from '#contracts/inbound-mail/mailbox.ts'
import { call } from '#web/lib/call.ts'

/** How often the state of the mailboxes is read again: one that was added is read within seconds. */
const POLL_MS = 5000

export const mailboxesQuery = queryOptions({
  queryKey: ['mailboxes'],
  queryFn: ({ signal }) => call(listMailboxes, {}, { signal }),
  refetchInterval: POLL_MS,
})

export const receivedMailsQuery = infiniteQueryOptions({
  queryKey: ['received-mails'],
  queryFn: ({ pageParam, signal }) =>
    call(listInboundMails, { query: pageParam ? { cursor: pageParam } : {} }, { signal }),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.nextCursor,
  refetchInterval: POLL_MS,
})
