import type { FastifyRequest } from 'fastify'
import type { GuestId, TenantId, UserId } from '#contracts/ids.ts'
import type { Guest, Member, SignedIn } from '#server/platform/actor.ts'
import type { AppError } from '#server/platform/errors.ts'

/** Who was refused. */
export type DeniedActor =
  | { kind: 'member'; id: UserId; email: string; role: string }
  | { kind: 'guest'; id: GuestId }
  | { kind: 'unauthenticated'; email: null }

/** A request that was answered with `forbidden`: who wanted to do what. Without its body and query, which may hold anything. */
export type Denial = {
  actor: DeniedActor
  tenantId: TenantId | null
  method: string
  /** The declared path, `/api/tickets/:ticketId`; null where the address is none. */
  route: string | null
  /** The ids of the path, by their names. */
  target: Record<string, string>
  reason: string | null
  address: string
  requestId: string
}

/** Writes a denial into the audit log; provided by the domain that owns it. */
export type RecordDenial = (denial: Denial) => Promise<void>

/** Longer parameters are no ids of ours. */
const MAX_PARAMETER = 64

export function denialOf(request: FastifyRequest, { details }: AppError): Denial {
  const { refused } = details
  const parameters = Object.entries((request.params as Record<string, unknown> | undefined) ?? {})
  const target = parameters.filter(([, value]) => typeof value === 'string' && value.length <= MAX_PARAMETER)
  return {
    actor: refused
      ? { kind: 'member', id: refused.userId, email: refused.email, role: refused.role }
      : deniedActor(request.caller?.actor ?? null),
    tenantId: refused?.tenantId ?? request.caller?.tenantId ?? null,
    method: request.method,
    route: request.routeOptions.url ?? null,
    target: Object.fromEntries(target) as Record<string, string>,
    reason: details.reason ?? null,
    address: request.ip,
    requestId: request.id,
  }
}

function deniedActor(actor: Guest | Member | SignedIn | null): DeniedActor {
  if (!actor) return { kind: 'unauthenticated', email: null }
  if (actor.kind === 'guest') return { kind: 'guest', id: actor.guestId }
  const role = actor.kind === 'member' ? actor.role : actor.kind
  return { kind: 'member', id: actor.userId, email: actor.email, role }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the caller is authenticated; the actor is null on public routes. */
    caller: { actor: Guest | Member | SignedIn | null; tenantId: TenantId | null } | null
  }
}
