import type { Tx } from './db/tenant.ts'

/** Something that happened in a domain, told upward: `ticket.assigned`. Who cares reacts in the same transaction. */
export type DomainEvent<P> = { readonly name: string; readonly payload?: P }

export const domainEvent = <P>(name: string): DomainEvent<P> => ({ name })

export type EventHandler = { readonly to: string; run(t: Tx, payload: unknown): Promise<void> }

/** Answers an event of a lower domain within its transaction: if the reaction fails, what it reacts to did not happen either. */
export const onEvent = <P>(event: DomainEvent<P>, run: (t: Tx, payload: P) => Promise<void>): EventHandler => ({
  to: event.name,
  run: (t, payload) => run(t, payload as P),
})
