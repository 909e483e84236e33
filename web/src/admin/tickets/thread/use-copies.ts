import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CopyPerson } from '#contracts/inbound-mail/inbound-mail.ts'
import { copiesQuery } from '#web/admin/tickets/queries.ts'
import type { Mode } from './draft.ts'

export type CopiesState = {
  ticketId: string
  /** The reply goes out by mail, so that others can get a copy. */
  isMailed: boolean
  people: readonly CopyPerson[]
  /** The addresses that get one. */
  cc: readonly string[]
  /** They are still read, or an address is typed and not added: nothing is sent until that is clear. */
  isPending: boolean
  setPending: (isPending: boolean) => void
}

/** Who gets a copy of a reply: whom the member chose, else whom the newest mail or reply has in copy. A note has none. */
export function useCopies(ticketId: string, mode: Mode, chosen: readonly string[] | undefined): CopiesState {
  const { data, isLoading, isError } = useQuery(copiesQuery(ticketId))
  const [isTyped, setPending] = useState(false)
  const isMailed = mode === 'reply' && data?.isMailed === true
  const people = data?.people ?? []
  const included = () => people.filter((person) => person.isIncluded).map(({ address }) => address)
  // Where they could not be read, what was chosen is sent: the server refuses what may not be.
  const known = isMailed ? (chosen ?? included()) : isError ? (chosen ?? []) : []
  const cc = mode === 'reply' ? known : []
  return {
    ticketId,
    isMailed,
    people,
    cc,
    isPending: mode === 'reply' && (isLoading || (isMailed && isTyped)),
    setPending,
  }
}

/** The name that the mails give an address, with the address. */
export function shownPerson(people: readonly CopyPerson[], address: string): string {
  const name = people.find((person) => person.address === address)?.name
  return name ? `${name} <${address}>` : address
}
