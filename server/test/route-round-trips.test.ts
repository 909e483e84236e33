import { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#contracts/endpoint.ts'
import { allRoutes } from '#server/domains.ts'
import { measureRequest } from './database-use.ts'
import { type Harness, startHarness } from './harness.ts'
import { tenantTables } from './proof/canaries.ts'
import { createFullTenant, type FullTenant, getId, uploadText } from './proof/full-tenant.ts'
import { orderByEffect } from './proof/isolation-matrix.ts'
import { keepSignedIn } from './proof/keep-signed-in.ts'
import { type Reply, sendProbe } from './proof/probe.ts'
import { leastRoleOf } from './proof/probe-faults.ts'
import { inputOf, positionsOf } from './proof/request-schema.ts'
import { type TenantKeys, unboundTables } from './tenant-statements.ts'

type Bounds = { roundTrips: number; statements: number; commits: number }

const READING: Bounds = { roundTrips: 4, statements: 8, commits: 0 }
const CHANGING: Bounds = { roundTrips: 10, statements: 16, commits: 1 }
/** Reading routes that take more, because one reply shows several things. */
const MORE: Record<string, Partial<Bounds>> = {
  'GET /api/billing': { roundTrips: 5 },
  // A person's data is read piece by piece while it is sent, and that it was taken along is recorded.
  'GET /api/customers/:customerId/export': { roundTrips: 8, statements: 11, commits: 1 },
  'GET /api/onboarding': { roundTrips: 5 },
  'GET /api/overview': { roundTrips: 6, statements: 16 },
  'GET /api/quality/messages/:messageId': { roundTrips: 7 },
  'GET /api/quality/questions': { roundTrips: 5 },
  'GET /api/reports/export': { roundTrips: 5, statements: 10 },
  'GET /api/reports/tickets': { roundTrips: 5, statements: 10 },
  'GET /api/search': { roundTrips: 5, statements: 10 },
  // Who took the tickets of a business along is recorded.
  'GET /api/tickets/export': { roundTrips: 5, commits: 1 },
  // Who took the business along is recorded, in two logs.
  'GET /api/take-outs/:dataRunId/file': { roundTrips: 8, commits: 2 },
  'GET /api/tickets/:ticketId/sources': { roundTrips: 6, statements: 16 },
}
/** What a support team does all day, where a tenant filled by the proof lets it be done; with what takes more than usual. */
const CHANGES: Record<string, Partial<Bounds>> = {
  'PUT /api/tickets/:ticketId/snooze': {},
  'PUT /api/automation/rules/:automationRuleId': {},
  'PUT /api/automation/sla': {},
  'PUT /api/macros/:macroId': {},
  'PUT /api/notifications/preferences': {},
  'PUT /api/ticket-fields/:ticketFieldId': {},
  'PATCH /api/tickets/:ticketId': {},
  'PATCH /api/ticket-views/:savedViewId': {},
  'PATCH /api/customers/:customerId': {},
  'PATCH /api/customer-attributes/:customerAttributeId': {},
  'PATCH /api/settings': {},
  'POST /api/automation/rules': {},
  'POST /api/automation/rules/:automationRuleId/switch': {},
  'POST /api/automation/rules/dry-run': {},
  'POST /api/automation/sla/dry-run': {},
  'POST /api/alerts/read': {},
  'POST /api/customers/:customerId/block': {},
  'POST /api/customers/:customerId/notes': {},
  'POST /api/macros': {},
  'POST /api/ticket-fields': {},
  'POST /api/ticket-merges/:ticketMergeId/undo': {},
  'POST /api/ticket-tags/colour': {},
  'POST /api/ticket-views': {},
  'POST /api/tickets': {},
  'POST /api/tickets/:ticketId/alerts/read': {},
  'POST /api/tickets/:ticketId/assignee': { statements: 20 },
  'POST /api/tickets/:ticketId/hand-back': {},
  'POST /api/tickets/:ticketId/macros': { statements: 24 },
  'POST /api/tickets/:ticketId/messages': {},
  'POST /api/tickets/:ticketId/presence': {},
  'POST /api/tickets/:ticketId/status': {},
  'POST /api/tickets/:ticketId/take': {},
  'POST /api/tickets/:ticketId/wake': {},
}

/** A row's version is not in the path: the first of these that the row has. */
const VERSIONS = [1, 2, 3, 4, 5, 6, 7, 8]

const endpoints = orderByEffect(allRoutes.map(({ endpoint }) => endpoint)).filter(
  ({ access, path }) => (access === 'member' || access === 'guest') && !path.endsWith('/stream'),
)
const named = (wanted: Endpoint[]) => wanted.map((one) => [`${one.method} ${one.path}`, one] as const)
const reads = endpoints.filter(({ method }) => method === 'GET')
const writes = endpoints.filter(({ method, path }) => `${method} ${path}` in CHANGES)

let h: Harness
let full: FullTenant
let keys: TenantKeys
beforeAll(async () => {
  // No jobs: only what the request itself costs is counted.
  h = await startHarness({ env: { ROLE: 'web' } })
  full = await createFullTenant(h, 'A')
  const pool = new Pool({ connectionString: h.database.ownerUrl, max: 1 })
  keys = new Map((await tenantTables(pool)).map(({ table, key }) => [table, key]))
  await pool.end()
})
afterAll(() => h.stop())

/** Sends a request with ids of the tenant, and gives the reply with what it asked of the database. */
async function measure(endpoint: Endpoint, version = 1) {
  const positions = positionsOf(endpoint)
  const member = leastRoleOf(endpoint) === 'owner' ? full.proprietor : full.admin
  const client = endpoint.access === 'guest' ? full.guest : member
  // Only the uploader of a file may send it.
  const file = positions.some((one) => one.part === 'body' && one.kind === 'file') ? await uploadText(client, null) : ''
  const input = inputOf(endpoint, (part, path) => {
    const position = positions.find((one) => one.part === part && one.path === path)
    if (position?.part === 'params') return getId(full.ids, position.kind)
    if (position?.part === 'body' && position.kind === 'file') return file
    if (position?.part === 'body' && !position.isNew) return full.refs[position.kind] ?? full.ids[position.kind]
    return path === 'version' ? version : undefined
  })
  const actor = { name: 'admin', access: 'none' as const, fullTenant: full, client }
  let reply: Reply | undefined
  const use = await measureRequest(async () => {
    reply = await sendProbe(endpoint, { actor, label: 'own', input })
  })
  return { use, reply: reply as Reply }
}

/** A statement without its tenant would be sent to every node of a database that is distributed by tenant. */
async function expectOneTenant({ use }: Awaited<ReturnType<typeof measure>>): Promise<void> {
  for (const text of use.texts) expect(await unboundTables(text, keys), text).toEqual([])
}

function expectWithin({ use, reply }: Awaited<ReturnType<typeof measure>>, bounds: Bounds): void {
  expect(reply.status, reply.text).toBeLessThan(300)
  expect(use.statements, 'statements were counted').toBeGreaterThan(0)
  for (const [what, most] of Object.entries(bounds))
    expect(use[what as keyof Bounds], `${what} of\n${use.texts.join('\n')}`).toBeLessThanOrEqual(most)
}

describe('every reading route, generated from the declared routes, asks the database at most so much, and of one tenant in each statement', () => {
  it.each(named(reads))('%s', async (name, endpoint) => {
    // What a process reads once is not part of a request.
    await measure(endpoint)
    const measured = await measure(endpoint)
    expectWithin(measured, { ...READING, ...MORE[name] })
    await expectOneTenant(measured)
  })
})

describe('a change of the desk asks the database at most so much, in one commit', () => {
  it('is one that a declared route has', () => expect(writes).toHaveLength(Object.keys(CHANGES).length))

  it.each(named(writes))('%s', async (name, endpoint) => {
    await keepSignedIn(full)
    let last = await measure(endpoint)
    for (const version of VERSIONS) if (last.reply.status === 409) last = await measure(endpoint, version)
    expectWithin(last, { ...CHANGING, ...CHANGES[name] })
    await expectOneTenant(last)
  })
})
