import type { Endpoint } from '#contracts/endpoint.ts'
import { type LeastRole, ROUTE_ACCESS } from '#test/route-access.ts'
import type { FullTenant } from './full-tenant.ts'
import type { Actor, Probe, Reply } from './probe.ts'
import type { Position } from './request-schema.ts'

/** Whether an actor may call a route at all, with ids of its own tenant. */
export const isAllowed = (endpoint: Endpoint, actor: Actor): boolean =>
  endpoint.access === 'public' ||
  (actor.isProgram === true && endpoint.scope !== null) ||
  (endpoint.access === actor.access && !actor.isProgram && !isBelow(actor.role, leastRoleOf(endpoint))) ||
  (endpoint.access === 'guest' && actor.access === 'customer') ||
  (endpoint.access === 'account' && !actor.isProgram && ['customer', 'member', 'owner'].includes(actor.access))

/** Whether a member's role is less than a route needs. */
const isBelow = (role: Actor['role'], least: LeastRole | undefined): boolean =>
  (least === 'admin' && role === 'agent') || (least === 'owner' && role !== 'owner')

export const leastRoleOf = ({ method, path }: Endpoint) => ROUTE_ACCESS[`${method} ${path}`]?.[1]

/** Whether a probe calls a public route with the other tenant's slug, which anyone may do. */
export const isPublicUnderForeignLink = (endpoint: Endpoint, { value, position }: Probe): boolean =>
  endpoint.access === 'public' && (value === 'all' || (value === 'foreign' && position?.kind === 'slug'))

/** The faults of one reply. */
export function findFaults(endpoint: Endpoint, probe: Probe, reply: Reply, foreign: FullTenant): string[] {
  const { actor, position, value } = probe
  const faults: string[] = []
  const add = (what: string) =>
    faults.push(`${actor.name} with ${probe.label}: ${what} (${reply.status} ${reply.text.slice(0, 200)})`)
  const secrets = isPublicUnderForeignLink(endpoint, probe)
    ? [foreign.canary.private, foreign.canary.note]
    : Object.values(foreign.canary)
  if (secrets.some((secret) => reply.text.includes(secret))) add(`shows a text of ${foreign.letter}`)
  if (actor.access !== 'member' && actor.fullTenant && reply.text.includes(actor.fullTenant.canary.note))
    add('shows a note')
  if (reply.status >= 500) add('failed')
  if (reply.status >= 400 && reply.code === '') add('answers without the error shape')
  if (reply.status === 429) add('was rate limited')
  const isRefused = [401, 403, 404].includes(reply.status)
  if (!isAllowed(endpoint, actor) && !isRefused) add('is allowed')
  const isReference = position !== undefined && position.part !== 'query' && !position.isNew
  if (endpoint.access !== 'public' && isReference && value !== 'own' && reply.status < 400) add('succeeds')
  const namesRow = endpoint.path.includes('/:')
  if (endpoint.access !== 'public' && value === 'all' && namesRow && reply.status < 400) add('succeeds')
  // What a sign-up is paid with belongs to no business; it is read when the rest of the sign-up is right.
  const isSignUp = endpoint.path.startsWith('/api/signup')
  if (isReference && !isSignUp && isAllowed(endpoint, actor) && value === 'missing' && !isAbout(reply, position))
    add(`ends before ${position.part}.${position.path} is read, so this proves nothing`)
  return faults
}

/** Whether a refusal can be about this position: not found, a field of this name, or (a portal's session) not signed in. */
export const isAbout = (reply: Reply, { part, path, kind }: Position): boolean =>
  reply.status === 404 ||
  (reply.status === 401 && kind === 'slug') ||
  (reply.status === 400 && reply.fields.some((field) => `${part}.${path}`.startsWith(field)))

/** What opens to whoever knows its id: a portal's address is public, and a checkout belongs to nobody before it is used. */
const OPENED_BY_ID = ['slug', 'checkout']

/** A foreign and a missing row must give the same reply, except where the id alone opens it. */
export function compareWithMissing(answered: { probe: Probe; reply: Reply }[]): string[] {
  const faults: string[] = []
  for (const { probe, reply } of answered) {
    if (probe.value !== 'foreign' || OPENED_BY_ID.includes(probe.position?.kind ?? '')) continue
    const twin = answered.find(
      (one) =>
        one.probe.actor === probe.actor && one.probe.position === probe.position && one.probe.value === 'missing',
    )
    const same = (one: Reply) => `${one.status} ${one.code} ${one.message}`
    if (twin && same(twin.reply) !== same(reply))
      faults.push(`${probe.actor.name}: ${probe.label} answers "${same(reply)}", a missing one "${same(twin.reply)}"`)
  }
  return faults
}

export function changedTables(before: string, after: string): string {
  const old = new Set(before.split('\n'))
  return after
    .split('\n')
    .filter((line) => !old.has(line))
    .map((line) => line.split(' ')[0])
    .join(', ')
}
