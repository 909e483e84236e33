import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReplyOf } from '#contracts/endpoint.ts'
import type { CopyPerson, listCopies } from '#contracts/inbound-mail/inbound-mail.ts'
import { copiesKey, copiesQuery } from '#web/admin/tickets/queries.ts'
import type { Mode } from './draft.ts'

export type CopiesState = {
  ticketId: string
  /** The reply goes out by mail, so that others can get a copy. */
  isMailed: boolean
  people: readonly CopyPerson[]
  /** The addresses that get one. */
  cc: readonly string[]
  /** Those whom the ticket proposes are still read: a reply is sent with `cc` undefined, and gets them before it leaves. */
  isReading: boolean
  /** An address is typed and not added: nothing is sent until that is clear. */
  isPending: boolean
  setPending: (isPending: boolean) => void
}

/** Who gets a copy of a reply: whom the member chose, else whom the newest mail or reply has in copy. A note has none. */
export function useCopies(ticketId: string, mode: Mode, chosen: readonly string[] | undefined): CopiesState {
  const { data, isLoading, isError } = useQuery(copiesQuery(ticketId))
  const [isTyped, setPending] = useState(false)
  const isMailed = mode === 'reply' && data?.isMailed === true
  const people = data?.people ?? []
  // Where they could not be read, what was chosen is sent: the server refuses what may not be.
  const known = isMailed ? (chosen ?? proposedOf(data)) : isError ? (chosen ?? []) : []
  const cc = mode === 'reply' ? known : []
  return {
    ticketId,
    isMailed,
    people,
    cc,
    isReading: mode === 'reply' && isLoading,
    isPending: isMailed && isTyped,
    setPending,
  }
}

type Read = ReplyOf<typeof listCopies>

const proposedOf = ({ isMailed, people }: Read): string[] =>
  isMailed ? people.filter((person) => person.isIncluded).map(({ address }) => address) : []

/** Whom a ticket proposes to get a copy of the next reply; read where this page has not read them yet. */
export const proposedCopies = async (client: QueryClient, ticketId: string): Promise<string[]> =>
  proposedOf(await client.ensureQueryData(copiesQuery(ticketId)))

/** The same, without a request; undefined where they are not read. */
export function knownCopies(client: QueryClient, ticketId: string): string[] | undefined {
  const read = client.getQueryData<Read>(copiesKey(ticketId))
  return read && proposedOf(read)
}

/** The name that the mails give an address, with the address. */
export function shownPerson(people: readonly CopyPerson[], address: string): string {
  const name = people.find((person) => person.address === address)?.name
  return name ? `${name} <${address}>` : address
}
