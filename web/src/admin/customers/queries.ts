import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listAttributes } from '#contracts/customer/attribute.ts'
import {
  type CustomerFilter,
  type CustomerPlan,
  type CustomerSort,
  listCustomers,
} from '#contracts/customer/customer.ts'
import { getCustomerRecord, listCustomerTimeline } from '#contracts/customer/customer-record.ts'
import { listDuplicates } from '#contracts/customer/merge.ts'
import type { CustomerId } from '#contracts/ids.ts'
import { call } from '#web/lib/call.ts'

export const customersKey = ['customers'] as const
export const attributesKey = ['customer-attributes'] as const

const PAGE = 100

/** The plans, in their order. */
export const plans: readonly CustomerPlan[] = ['Basic', 'Pro', 'Business', 'Enterprise']
const sorts: readonly CustomerSort[] = ['name', 'email', 'plan', 'status', 'tickets', 'joined', 'lastActive']

/** The list's filter and order in the address; unknown values are ignored. */
export const filterFrom = (search: Readonly<Record<string, string | undefined>>): CustomerFilter => ({
  search: search.q ?? '',
  plan: plans.find((plan) => plan === search.plan) ?? 'all',
  sort: sorts.find((sort) => sort === search.sort) ?? 'lastActive',
  direction: search.direction === 'asc' ? 'asc' : 'desc',
})

/** Customers that match, page by page. A refetch reads the pages that are shown. */
export const customersQuery = (filter: CustomerFilter) =>
  infiniteQueryOptions({
    queryKey: [...customersKey, 'list', filter],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(
        listCustomers,
        { query: { ...filter, limit: PAGE, ...(pageParam ? { cursor: pageParam } : {}) } },
        { signal },
      ),
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  })

export const recordQuery = (customerId: CustomerId) =>
  queryOptions({
    queryKey: [...customersKey, 'one', customerId],
    queryFn: ({ signal }) => call(getCustomerRecord, { params: { customerId } }, { signal }),
  })

/** Customers that may be the same person. */
export const duplicatesQuery = (customerId: CustomerId) =>
  queryOptions({
    queryKey: [...customersKey, 'duplicates', customerId],
    queryFn: ({ signal }) => call(listDuplicates, { params: { customerId } }, { signal }),
  })

/** The customers last active whose name or address has these words, to choose one. */
export const matchingQuery = (search: string) =>
  queryOptions({
    queryKey: [...customersKey, 'matching', search],
    queryFn: ({ signal }) => call(listCustomers, { query: { search, limit: 10 } }, { signal }),
    placeholderData: keepPreviousData,
  })

export const timelineQuery = (customerId: CustomerId) =>
  infiniteQueryOptions({
    queryKey: [...customersKey, 'timeline', customerId],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(listCustomerTimeline, { params: { customerId }, query: pageParam ? { cursor: pageParam } : {} }, { signal }),
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  })

export const attributesQuery = queryOptions({
  queryKey: attributesKey,
  queryFn: ({ signal }) => call(listAttributes, {}, { signal }),
})
