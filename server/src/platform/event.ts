import { z } from 'zod'
import type { ConversationId } from '#contracts/ids.ts'
import type { Actor } from './actor.ts'
import type { Tx } from './db/tenant.ts'

/**
 * Something that happened in a domain. Handlers inside the server get the facts (rows, the actor); integrators (webhooks,
 * automation rules, analytics) get the payload, which is a public interface like the API.
 */
export type DomainEvent<Facts = never, Payload extends z.ZodObject = z.ZodObject> = {
  /** Stable wire name: `ticket.created`. */
  readonly name: string
  /** Increases when the payload changes incompatibly: a field is removed or changes its meaning. */
  readonly version: number
  /** When it is emitted, for `docs/events.md`. */
  readonly summary: string
  readonly payload: Payload
  toPayload(facts: Facts): z.input<Payload>
}

/**
 * Declares a domain event. The payload shows ids and values as the API does and holds no secret and no text of an internal note.
 * An event is emitted in one place, in the transaction of the change: `t.emit(event, facts)`.
 */
export const domainEvent = <Facts, Payload extends z.ZodObject>(
  declared: DomainEvent<Facts, Payload>,
): DomainEvent<Facts, Payload> => declared

/** The payload of an event for integrators: only what its schema declares. */
export const payloadOf = <Facts, Payload extends z.ZodObject>(
  event: DomainEvent<Facts, Payload>,
  facts: Facts,
): z.output<Payload> => event.payload.parse(event.toPayload(facts))

/** What an announced event is going to be about, where its handlers' reads depend on that. */
export type About = { conversationId: ConversationId | null }

export const NOTHING_YET: About = { conversationId: null }

export type EventHandler = {
  readonly to: string
  /** Reads what the handler needs. Where the event was announced, it has been read in a round trip of the emitter's. */
  prepare?(t: Tx, about: About): Promise<unknown>
  run(t: Tx, facts: unknown, read: (about?: About) => Promise<unknown>): Promise<void>
}

/** Handles an event within its transaction: if the handler fails, the change that emitted the event is undone too. */
export const onEvent = <Facts, Prepared = never>(
  event: Pick<DomainEvent<Facts>, 'name' | 'toPayload'>,
  run: (t: Tx, facts: Facts, read: (about?: About) => Promise<Prepared>) => Promise<void>,
  prepare?: (t: Tx, about: About) => Promise<Prepared>,
): EventHandler => ({
  to: event.name,
  ...(prepare ? { prepare } : {}),
  run: (t, facts, read) => run(t, facts as Facts, read as (about?: About) => Promise<Prepared>),
})

/** Who caused an event. */
export const ActorPayload = z
  .object({
    kind: z.enum(['member', 'guest', 'assistant', 'system']),
    id: z.uuid().nullable().describe('Id of the member or of the guest; null for assistant and system'),
    name: z.string().nullable().describe('Name of the member; null for everyone else'),
  })
  .meta({ id: 'Actor' })

/** An actor for a payload, without the e-mail address. */
export function presentActor(actor: Actor): z.input<typeof ActorPayload> {
  if (actor.kind === 'member') return { kind: actor.kind, id: actor.userId, name: actor.name }
  return { kind: actor.kind, id: actor.kind === 'guest' ? actor.guestId : null, name: null }
}
