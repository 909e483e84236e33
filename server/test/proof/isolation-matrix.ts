import { Pool } from 'pg'
import type { Endpoint } from '#contracts/endpoint.ts'
import { getSession } from '#contracts/identity/session.ts'
import { endSupportAccess, startSupportAccess } from '#contracts/owner/support-access.ts'
import { grantTenantPlan } from '#contracts/owner/tenant.ts'
import { signUpBusiness } from '#contracts/signup/signup.ts'
import { makeSession, PASSWORD } from '#server/identity/fixture.ts'
import { makePlatformOwner } from '#server/identity/service.ts'
import { clientOf, signInCookie, type TestClient } from '#test/client.ts'
import type { Harness } from '#test/harness.ts'
import { hashRows } from './canaries.ts'
import { createForeignId } from './foreign-id.ts'
import { createFullTenant, type FullTenant, getId, uploadText } from './full-tenant.ts'
import { actorsOf, customerOf, isForCustomers, ownerOf } from './isolation-actors.ts'
import { keepSignedIn } from './keep-signed-in.ts'
import { type Actor, type Probe, type Reply, sendProbe } from './probe.ts'
import {
  changedTables,
  compareWithMissing,
  findFaults,
  isAbout,
  isAllowed,
  isPublicUnderForeignLink,
  leastRoleOf,
} from './probe-faults.ts'
import { cursorAt, inputOf, type Position, positionsOf } from './request-schema.ts'

const OWNER = { email: 'owner@example.com', password: PASSWORD, name: 'Owner' }

type IsolationSetup = {
  h: Harness
  a: FullTenant
  b: FullTenant
  control: FullTenant
  owner: TestClient
  database: Pool
}

/** Creates two tenants full of canaries, a third as the control, and the platform owner. */
export async function setUpIsolation(h: Harness): Promise<IsolationSetup> {
  const [a, b, control] = [
    await createFullTenant(h, 'A'),
    await createFullTenant(h, 'B'),
    await createFullTenant(h, 'C'),
  ]
  await makePlatformOwner(h.platform, OWNER)
  const owner = clientOf(h.url, { cookie: await signInCookie(h.url, OWNER.email, OWNER.password) })
  const database = new Pool({ connectionString: h.database.ownerUrl, max: 2 })
  return { h, a, b, control, owner, database }
}

/**
 * Sends requests of every actor to one route, with every id of another tenant at every position and with ids that do not exist.
 * Returns the faults as texts.
 */
export async function probeRoute(setup: IsolationSetup, endpoint: Endpoint): Promise<string[]> {
  const { a, b, h, owner, database } = setup
  for (const fullTenant of [a, b]) await keepSignedIn(fullTenant)
  if (isForCustomers(endpoint)) for (const { customer } of [a, b]) await signInCustomer(h, customer)
  const faults: string[] = []
  for (const [home, foreign] of [
    [a, b],
    [b, a],
  ] as const) {
    const actors: Actor[] = [
      ...actorsOf(home),
      ...(leastRoleOf(endpoint) === 'owner' ? [ownerOf(home)] : []),
      ...(isForCustomers(endpoint) ? [customerOf(home)] : []),
      { name: 'nobody', access: 'none', fullTenant: null, client: h.visitor() },
      // To act on any business is what the routes of the platform owner are for; a sign-up would make the owner a member of one.
      ...(endpoint.access === 'owner' || endpoint.path === signUpBusiness.path
        ? []
        : [{ name: 'platform owner', access: 'owner' as const, fullTenant: null, client: owner }]),
    ]
    const probes = (await Promise.all(actors.map((actor) => probesOf(setup, endpoint, actor, foreign)))).flat()
    const unchanging = probes.filter((probe) => !isPublicUnderForeignLink(endpoint, probe))
    await clearSignInAttempts(database)
    const before = await hashRows(database, foreign.tenant.id)
    const answered = await Promise.all(
      unchanging.map(async (probe) => ({ probe, reply: await sendProbe(endpoint, probe) })),
    )
    const after = await hashRows(database, foreign.tenant.id)
    if (before !== after) faults.push(`rows of ${foreign.letter} changed: ${changedTables(before, after)}`)
    for (const probe of probes.filter((one) => !unchanging.includes(one)))
      answered.push({ probe, reply: await sendProbe(endpoint, probe) })
    for (const one of answered) faults.push(...findFaults(endpoint, one.probe, one.reply, foreign))
    faults.push(...compareWithMissing(answered))
  }
  return faults
}

/** Resets the sign-in's limit, which the probes would reach. */
const clearSignInAttempts = (database: Pool) => database.query('DELETE FROM auth.sign_in_attempt')

/** Signs a customer in again: a route about accounts may have ended the session. */
async function signInCustomer({ platform }: Harness, customer: FullTenant['customer']): Promise<void> {
  customer.headers.cookie = await makeSession(platform, customer.userId)
}

/** The probes of one actor: each position alone with a foreign and a missing id, and all positions foreign at once. */
async function probesOf(
  setup: IsolationSetup,
  endpoint: Endpoint,
  actor: Actor,
  foreign: FullTenant,
): Promise<Probe[]> {
  const positions = positionsOf(endpoint)
  const probes: Probe[] = []
  const add = async (label: string, swapped: Map<Position, string>, rest: Partial<Probe>) => {
    const values = new Map<string, unknown>()
    for (const position of positions) {
      const value = swapped.get(position) ?? (actor.fullTenant && sameTenantValue(actor.fullTenant, position))
      if (value) values.set(`${position.part} ${position.path}`, value)
    }
    const version = await versionOf(setup, actor.fullTenant ?? foreign)
    const give = (part: string, path: string) =>
      values.get(`${part} ${path}`) ?? passwordAt(part, path) ?? (path === 'version' ? version : undefined)
    probes.push({ actor, label, input: inputOf(endpoint, give), ...rest })
  }
  const all = new Map<Position, string>()
  for (const position of positions) {
    const value = await foreignValue(foreign, position)
    all.set(position, value)
    if (!actor.fullTenant || !isAllowed(endpoint, actor)) continue
    const at = `${position.part}.${position.path}`
    await add(`${foreign.letter}'s ${position.kind} in ${at}`, new Map([[position, value]]), {
      position,
      value: 'foreign',
    })
    await add(`a missing ${position.kind} in ${at}`, new Map([[position, missingValue(position)]]), {
      position,
      value: 'missing',
    })
  }
  if (positions.length > 0) await add(`everything of ${foreign.letter}`, all, { value: 'all' })
  if (positions.length === 0 || !isAllowed(endpoint, actor)) {
    if (actor.fullTenant) await add('ids of the same tenant', new Map(), { value: 'own' })
    else if (positions.length === 0) await add('no id', new Map(), { value: 'own' })
  }
  return probes
}

const passwordAt = (part: string, path: string): string | undefined =>
  part === 'body' && /password$/i.test(path) ? PASSWORD : undefined

/** The actor's id in the path, so that the request reaches the probed position; references in bodies are left out. */
const sameTenantValue = (fullTenant: FullTenant, position: Position): string | null =>
  position.part === 'params' ? getId(fullTenant.ids, position.kind) : null

async function foreignValue(fullTenant: FullTenant, { kind, part, isNew }: Position): Promise<string> {
  if (isNew) return createForeignId(fullTenant, kind)
  return (part === 'body' ? fullTenant.refs[kind] : undefined) ?? getId(fullTenant.ids, kind)
}

const missingValue = ({ kind }: Position): string => {
  if (kind === 'cursor') return cursorAt(crypto.randomUUID())
  return /slug/i.test(kind) ? 'no-such-thing' : crypto.randomUUID()
}

async function versionOf({ database }: IsolationSetup, fullTenant: FullTenant): Promise<number> {
  const { rows } = await database.query<{ version: number }>(
    'SELECT version FROM ticket WHERE tenant_id = $1 AND id = $2',
    [fullTenant.tenant.id, fullTenant.ids.ticket],
  )
  return rows[0]?.version ?? 1
}

/** Sends the request as an authorised actor with ids of the same tenant: unless this works, refusals prove nothing. */
export async function checkReachable(setup: IsolationSetup, endpoint: Endpoint): Promise<string[]> {
  const { control, owner, h, database } = setup
  await keepSignedIn(control)
  await clearSignInAttempts(database)
  // Routes about the own account end its sessions.
  if (!(await owner.call(getSession)).user)
    owner.headers.cookie = await signInCookie(h.url, OWNER.email, OWNER.password)
  const member = leastRoleOf(endpoint) === 'owner' ? control.proprietor : control.admin
  const client = { public: h.visitor(), guest: control.guest, account: control.admin, member, owner }[endpoint.access]
  const version = await versionOf(setup, control)
  const positions = positionsOf(endpoint)
  // Only the uploader of a file may send it.
  const file =
    endpoint.access === 'public' || endpoint.access === 'owner'
      ? ''
      : await uploadText(client, endpoint.access === 'guest' ? control.slug : null)
  const give = (part: string, path: string) => {
    const position = positions.find((one) => one.part === part && one.path === path)
    if (position?.part === 'params') return getId(control.ids, position.kind)
    if (position?.part === 'body' && position.kind === 'file') return file
    if (position?.part === 'body' && !position.isNew) return control.refs[position.kind] ?? control.ids[position.kind]
    return passwordAt(part, path) ?? (path === 'version' ? version : undefined)
  }
  const actor: Actor = { name: 'control', access: 'none', fullTenant: control, client }
  let reply = await sendProbe(endpoint, { actor, label: 'own', input: inputOf(endpoint, give) })
  if (reply.text.includes('"signed_out"')) {
    await signInCustomer(h, control.customer)
    reply = await sendProbe(endpoint, { actor: customerOf(control), label: 'own', input: inputOf(endpoint, give) })
  }
  // The platform owner who opened a business as support would be its member from here on.
  if (endpoint.path === grantTenantPlan.path) await restorePlan(setup)
  if (endpoint.path === startSupportAccess.path) {
    const { id: supportAccessId } = JSON.parse(reply.text)
    await owner.call(endSupportAccess, { params: { supportAccessId } })
  }
  // A route about an account may end at the check of a code, or of the account's session, after the caller was accepted.
  const isCodeRefused =
    (endpoint.access === 'account' && reply.fields.includes('body.code')) ||
    (endpoint.access === 'guest' && reply.status === 401 && /\/account(\/session)?$/.test(endpoint.path))
  const isReached =
    reply.status < 300 ||
    reply.status === 409 ||
    isCodeRefused ||
    // An upload may end at the content of the file, and a tool for an address at the address, after the caller was accepted.
    (endpoint.access === 'owner' &&
      (reply.fields.includes('body.file') || (reply.status === 404 && !endpoint.path.includes('/:')))) ||
    // The guest was accepted; what they gave is not signed by the business's server.
    reply.text.includes('identity_refused') ||
    // A public route may end at a secret that only a mail or a paid checkout brings.
    (endpoint.access === 'public' && [401, 404].includes(reply.status) && !endpoint.path.includes('/:'))
  return isReached
    ? []
    : [`the route is not reached with ids of the same tenant: ${reply.status} ${reply.text.slice(0, 300)}`]
}

/** The control's plan as it was made: without limits of its own. */
const restorePlan = ({ database, control }: IsolationSetup) =>
  database.query(
    `UPDATE subscription SET plan_id = 'lifetime', ticket_limit = NULL, seat_limit = NULL, ai_limit = NULL WHERE tenant_id = $1`,
    [control.tenant.id],
  )

/** Requests rows of another guest of the same tenant: the replies must equal those for missing rows, and nothing may change. */
export async function probeOtherGuest(setup: IsolationSetup, endpoint: Endpoint): Promise<string[]> {
  const { a, database } = setup
  const actor: Actor = { name: 'the other guest', access: 'guest', fullTenant: a, client: a.otherGuest }
  const faults: string[] = []
  for (const position of positionsOf(endpoint)) {
    const isOwned = position.kind in a.others && position.kind in a.ids && !position.isNew
    if (!isOwned) continue
    const inputWith = (id: string | undefined) =>
      inputOf(endpoint, (part, path) => {
        if (part === position.part && path === position.path) return id
        const other = positionsOf(endpoint).find((one) => one.part === part && one.path === path)
        return other && other.part === 'params' ? (a.others[other.kind] ?? a.ids[other.kind]) : undefined
      })
    const label = `the ${position.kind} of another guest in ${position.part}.${position.path}`
    const id = position.part === 'body' ? a.refs[position.kind] : a.ids[position.kind]
    const before = await hashRows(database, a.tenant.id)
    const foreign = await sendProbe(endpoint, { actor, label, input: inputWith(id) })
    const missing = await sendProbe(endpoint, { actor, label, input: inputWith(crypto.randomUUID()) })
    const after = await hashRows(database, a.tenant.id)
    if (before !== after) faults.push(`${label} changed ${changedTables(before, after)}`)
    const same = ({ status, code, message }: Reply) => `${status} ${code} ${message}`
    if (foreign.status < 400 || same(foreign) !== same(missing))
      faults.push(`${label} answers "${same(foreign)}", a missing one "${same(missing)}"`)
    if (!isAbout(missing, position)) faults.push(`${label} is not checked: "${same(missing)}"`)
  }
  return faults
}

/** What takes its right from the own customer or session. */
const ENDS_ACCESS = [
  '/api/customers/:customerId/block',
  '/api/customers/:customerId/erasures',
  '/api/session',
  '/api/owner/tenants/:tenantId/deletions',
]

/** Reads first, deletions and what ends an access last, so that the tenants' rows exist and their requests succeed as long as possible. */
export const orderByEffect = (endpoints: Endpoint[]): Endpoint[] => {
  const rank = ({ method, path }: Endpoint) =>
    ['GET', 'PUT', 'PATCH', 'POST', 'DELETE'].indexOf(method) + 10 * (ENDS_ACCESS.indexOf(path) + 1)
  const depth = ({ path }: Endpoint) => path.split('/').length
  // Dependent rows are deleted first.
  return [...endpoints].sort((one, other) => rank(one) - rank(other) || depth(other) - depth(one))
}

export async function closeIsolation(setup: IsolationSetup): Promise<void> {
  await setup.database.end()
}
