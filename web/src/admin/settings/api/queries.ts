import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { listApiKeys } from '#contracts/api-key/api-key.ts'
import type { WebhookId } from '#contracts/ids.ts'
import { type DeliveryState, listDeliveries, listWebhooks } from '#contracts/webhook/webhook.ts'
import { call } from '#web/lib/call.ts'

/** How often an open log is read again: an event is in it at once, and its answer within seconds. */
const POLL_MS = 3000

export const apiKeysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: ({ signal }) => call(listApiKeys, {}, { signal }),
})

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: ({ signal }) => call(listWebhooks, {}, { signal }),
})

export const deliveriesQuery = (webhookId: WebhookId, state: DeliveryState | null) =>
  infiniteQueryOptions({
    queryKey: ['webhooks', webhookId, 'deliveries', state],
    queryFn: ({ pageParam, signal }) =>
      call(
        listDeliveries,
        { params: { webhookId }, query: { ...(state ? { state } : {}), ...(pageParam ? { cursor: pageParam } : {}) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: POLL_MS,
  })
