import * as agent from './agent/events.ts'
import * as billing from './billing/events.ts'
import * as conversation from './conversation/events.ts'
import * as customer from './customer/events.ts'
import * as knowledge from './knowledge/events.ts'
import type { DomainEvent } from './platform/event.ts'
import * as provider from './provider/events.ts'
import * as team from './team/events.ts'
import * as tenant from './tenant/events.ts'
import * as ticket from './ticket/events.ts'

const declarations = [tenant, billing, team, customer, knowledge, conversation, ticket, provider, agent]

/** Every declared domain event, domain by domain: all that a domain's `events.ts` exports. */
export const domainEvents: readonly DomainEvent[] = declarations.flatMap((declared): DomainEvent[] =>
  Object.values(declared),
)
