import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  type ChatOutcome,
  type ChosenDays,
  type Dimension,
  getAssistantReport,
  getTicketReport,
  getTicketReportBy,
  listReportedChats,
} from '#contracts/report/report.ts'
import { call } from '#web/lib/call.ts'

export const analyticsKey = ['analytics'] as const

/** The figures of tickets; while another period loads, those of the one before. */
export const ticketReportQuery = (query: ChosenDays) =>
  queryOptions({
    queryKey: [...analyticsKey, 'tickets', query],
    queryFn: ({ signal }) => call(getTicketReport, { query }, { signal }),
    placeholderData: keepPreviousData,
  })

export const assistantReportQuery = (query: ChosenDays) =>
  queryOptions({
    queryKey: [...analyticsKey, 'assistant', query],
    queryFn: ({ signal }) => call(getAssistantReport, { query }, { signal }),
    placeholderData: keepPreviousData,
  })

export const breakdownQuery = (query: ChosenDays & { dimension: Dimension }) =>
  queryOptions({
    queryKey: [...analyticsKey, 'by', query],
    queryFn: ({ signal }) => call(getTicketReportBy, { query }, { signal }),
    placeholderData: keepPreviousData,
  })

/** The chats behind a figure of the assistant. */
export const chatsQuery = (query: ChosenDays & { outcome: ChatOutcome }) =>
  infiniteQueryOptions({
    queryKey: [...analyticsKey, 'chats', query],
    queryFn: ({ pageParam, signal }) =>
      call(listReportedChats, { query: { ...query, cursor: pageParam, limit: 50 } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
