import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { DocumentId } from '#contracts/ids.ts'
import type { DocumentStatus, DocumentType } from '#contracts/knowledge/document.ts'
import { getDocument, listDocuments } from '#contracts/knowledge/document.ts'
import { call } from '#web/lib/call.ts'
import { statuses, types } from './labels.ts'

/** The tab's filter, from the address. */
export type Filter = { search: string; type: DocumentType | undefined; status: DocumentStatus | undefined }

/** How often the list is polled while a document is being read. */
const WATCH_MS = 1000

export const documentsKey = ['knowledge', 'documents'] as const

/** Reads the filter from the address; unknown values are ignored. */
export function filterFrom(search: Readonly<Record<string, string | undefined>>): Filter {
  return {
    search: search.q ?? '',
    type: types.find((type) => type === search.type),
    status: statuses.find((status) => status === search.status),
  }
}

/** Documents that match the filter, page by page. While one is being read, the list is polled every second. */
export const documentsQuery = (filter: Filter) =>
  infiniteQueryOptions({
    queryKey: [...documentsKey, 'list', filter],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(
        listDocuments,
        {
          query: {
            search: filter.search,
            limit: 100,
            ...(filter.type ? { type: filter.type } : {}),
            ...(filter.status ? { status: filter.status } : {}),
            ...(pageParam ? { cursor: pageParam } : {}),
          },
        },
        { signal },
      ),
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => ((state.data?.pages[0]?.processing ?? 0) > 0 ? WATCH_MS : false),
  })

/** A document with its passages. */
export const documentQuery = (id: DocumentId) =>
  queryOptions({
    queryKey: [...documentsKey, 'one', id],
    queryFn: ({ signal }) => call(getDocument, { params: { documentId: id } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.document.status === 'processing' ? WATCH_MS : false),
  })
