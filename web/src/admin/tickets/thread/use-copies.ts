import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReplyOf } from '#contracts/endpoint.ts'
import type { TicketId } from '#contracts/ids.ts'
import { type CopyPerson, listCopies } from '#contracts/inbound-mail/inbound-mail.ts'
import { copiesKey, copiesQuery } from '#web/admin/tickets/queries.ts'
import { call } from '#web/lib/call.ts'
import type { Mode } from './draft.ts'

export type CopiesState = {
  ticketId: string
  /** The reply goes out by mail, so that others can get a copy. */
  isMailed: boolean
  people: readonly CopyPerson[]
  /** The addresses that get one. */
  cc: readonly string[]
  /** Those whom the ticket proposes are not read, or could not be: a reply is sent without them, and gets them before it leaves. */
  isReading: boolean
  /** An address is typed and not added: nothing is sent until that is clear. */
  isPending: boolean
  setPending: (isPending: boolean) => void
}

/** Who gets a copy of a reply: whom the member chose, else whom the newest mail or reply has in copy. A note has none. */
export function useCopies(ticketId: string, mode: Mode, chosen: readonly string[] | undefined): CopiesState {
  const { data } = useQuery(copiesQuery(ticketId))
  const [isTyped, setPending] = useState(false)
  const isMailed = mode === 'reply' && data?.isMailed === true
  const people = data?.people ?? []
  return {
    ticketId,
    isMailed,
    people,
    cc: isMailed ? (chosen ?? proposedOf(data)) : [],
    isReading: mode === 'reply' && data === undefined,
    isPending: isMailed && isTyped,
    setPending,
  }
}

type Read = ReplyOf<typeof listCopies>

const proposedOf = ({ isMailed, people }: Read): string[] =>
  isMailed ? people.filter((person) => person.isIncluded).map(({ address }) => address) : []

/** Whom a ticket proposes to get a copy of the next reply, as it is now. */
export const readProposedCopies = async (ticketId: string, signal: AbortSignal): Promise<string[]> =>
  proposedOf(await call(listCopies, { params: { ticketId: ticketId as TicketId }, query: {} }, { signal }))

/** The same as this page has read it; undefined where it has not. */
export function knownCopies(client: QueryClient, ticketId: string): string[] | undefined {
  const read = client.getQueryData<Read>(copiesKey(ticketId))
  return read && proposedOf(read)
}

/** The name that the mails give an address, with the address. */
export function shownPerson(people: readonly CopyPerson[], address: string): string {
  const name = people.find((person) => person.address === address)?.name
  return name ? `${name} <${address}>` : address
}
