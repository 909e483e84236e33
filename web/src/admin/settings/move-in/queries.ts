import { queryOptions } from '@tanstack/react-query'
import { type DataImportView, getDataImport, listDataImports } from '#contracts/data-import/data-import.ts'
import type { DataImportId } from '#contracts/ids.ts'
import { call } from '#web/lib/call.ts'

/** Live events name this part. */
export const importsKey = ['data-imports'] as const

/** Live events report the progress; it is also polled, in case they do not arrive. */
const POLL_MS = 2000

const AT_WORK: readonly DataImportView['status'][] = ['reading', 'checking', 'running', 'undoing']
export const isAtWork = ({ status }: DataImportView): boolean => AT_WORK.includes(status)

export const importsQuery = queryOptions({
  queryKey: [...importsKey, 'list'],
  queryFn: async ({ signal }) => (await call(listDataImports, {}, { signal })).items,
})

export const importQuery = (id: string) =>
  queryOptions({
    queryKey: [...importsKey, id],
    queryFn: ({ signal }) => call(getDataImport, { params: { dataImportId: id as DataImportId } }, { signal }),
    refetchInterval: (query) => (query.state.data && isAtWork(query.state.data) ? POLL_MS : false),
    staleTime: 0,
  })
