import type { NeutralCustomer, NeutralTicket } from '#server/data-import/reading/neutral.ts'
import type { Person } from './source-reader.ts'

/** The people of an export by id, and which customers were converted already. */
export function createPeople() {
  const people = new Map<string, Person>()
  const converted = new Set<string>()
  const customer = (person: Omit<Person, 'isAgent'>): NeutralCustomer[] => {
    if (converted.has(person.id)) return []
    converted.add(person.id)
    const { id, name, email } = person
    return [{ kind: 'customer', id, name, email, createdAt: people.get(id)?.createdAt ?? null }]
  }
  return {
    add: (person: Person) => {
      const known = people.get(person.id)
      // What names a person in passing knows less of them than the list of people.
      if (!known || (person.email && !known.email) || (!known.isAgent && !known.email)) people.set(person.id, person)
    },
    find: (id: string | null): Person | null => (id === null ? null : (people.get(id) ?? null)),
    /** As a mapping names an agent: by e-mail, else by name. */
    agent: (id: string | null): string | null => {
      const person = id === null ? undefined : people.get(id)
      return person ? (person.email ?? person.name) : null
    },
    customer,
    /** The customer of a ticket before the ticket itself, once. */
    withRequester: (ticket: NeutralTicket): (NeutralCustomer | NeutralTicket)[] =>
      ticket.requester ? [...customer(ticket.requester), ticket] : [ticket],
  }
}

/** The person a ticket is from; without an id they are known by their e-mail. */
export function requesterOf(id: string | null, name: string | null, email: string | null): NeutralTicket['requester'] {
  const known = id ?? email
  return known === null ? null : { id: known, name: name ?? email ?? 'Anonymous Customer', email }
}
