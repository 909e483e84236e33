import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#contracts/endpoint.ts'
import { readAlert } from '#contracts/notification/alert.ts'
import { unsubscribePush } from '#contracts/notification/preferences.ts'
import { allRoutes } from '#server/domains.ts'
import type { TestClient } from './client.ts'
import { type Harness, startHarness } from './harness.ts'
import { queryAsOwner } from './owner-query.ts'
import { createFullTenant, type FullTenant, getId, uploadText } from './proof/full-tenant.ts'
import { orderByEffect } from './proof/isolation-matrix.ts'
import { sendProbe } from './proof/probe.ts'
import { inputOf, positionsOf } from './proof/request-schema.ts'
import { type LeastRole, ROUTE_ACCESS } from './route-access.ts'

const endpoints = orderByEffect(allRoutes.map(({ endpoint }) => endpoint))
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const OF_ONE_MEMBER: readonly Endpoint[] = [unsubscribePush, readAlert]
const leastRoleOf = (endpoint: Endpoint): LeastRole | undefined => ROUTE_ACCESS[nameOf(endpoint)]?.[1]

describe('the table of route access', () => {
  it('has a row for every declared route, and no other', () => {
    expect(Object.keys(ROUTE_ACCESS).sort()).toEqual(endpoints.map(nameOf).sort())
  })

  it.each(endpoints.map((one) => [nameOf(one), one] as const))(
    '%s has the rate class of its declaration',
    (name, one) => {
      expect(ROUTE_ACCESS[name]?.[0]).toBe(one.rate)
    },
  )

  it.each(endpoints.map((one) => [nameOf(one), one] as const))(
    '%s has the authentication of its declaration',
    (_, one) => {
      const declared = {
        public: ['public'],
        guest: ['guest'],
        account: ['account'],
        member: ['agent', 'admin', 'owner'],
        owner: ['platform owner'],
      }
      expect(declared[one.access]).toContain(leastRoleOf(one))
    },
  )
})

describe('the roles of members', () => {
  let h: Harness
  let tenant: FullTenant
  let owner: TestClient
  beforeAll(async () => {
    h = await startHarness({ env: { ROLE: 'web' } })
    tenant = await createFullTenant(h, 'A')
    owner = await h.member(tenant, 'owner')
  })
  afterAll(() => h.stop())

  /** The reply to a request that the route's schemas accept, with ids of this tenant at every position. */
  const answerOf = async (endpoint: Endpoint, client: TestClient) => {
    const positions = positionsOf(endpoint)
    // Only the uploader of a file may send it.
    const file =
      positions.some(({ part, kind }) => part === 'body' && kind === 'file') && (await uploadText(client, null))
    const input = inputOf(endpoint, (part, path) => {
      const position = positions.find((one) => one.part === part && one.path === path)
      if (position?.part === 'params') return getId(tenant.ids, position.kind)
      if (position?.part !== 'body' || position.isNew) return undefined
      return (position.kind === 'file' && file) || (tenant.refs[position.kind] ?? tenant.ids[position.kind])
    })
    const actor = { name: 'member', access: 'member' as const, fullTenant: tenant, client }
    const { status, code } = await sendProbe(endpoint, { actor, label: 'own', input })
    return { status, code }
  }

  /** How often the audit log says that the agent was refused at a route. */
  const denialsOf = async ({ method, path }: Endpoint): Promise<number> => {
    const [row] = await queryAsOwner<{ n: number }>(
      h.database.ownerUrl,
      `SELECT count(*)::int AS n FROM auth.audit_log
       WHERE action = 'denied' AND actor_email = $1 AND detail->>'method' = $2 AND detail->>'route' = $3`,
      [tenant.agent.email, method, path],
    )
    return row?.n ?? -1
  }

  const ofMembers = endpoints.filter(({ access }) => access === 'member')
  it.each(ofMembers.map((one) => [nameOf(one), one] as const))(
    '%s answers 403 exactly to the roles below its least role, and records it once in the audit log',
    async (_, endpoint) => {
      const before = await denialsOf(endpoint)
      const agent = await answerOf(endpoint, tenant.agent)
      const least = leastRoleOf(endpoint)
      const isRefused = least === 'admin' || least === 'owner'
      if (isRefused) expect(agent).toEqual({ status: 403, code: 'forbidden' })
      // 409: the row is not in the state or version that the change requires.
      // 404: a browser or an alert of another member, which is found by its own member only.
      else expect([200, 201, 202, 204, 409, ...(OF_ONE_MEMBER.includes(endpoint) ? [404] : [])]).toContain(agent.status)
      expect((await denialsOf(endpoint)) - before).toBe(isRefused ? 1 : 0)
      if (least === 'owner') expect((await answerOf(endpoint, tenant.admin)).status).toBe(403)
      for (const client of least === 'owner' ? [owner] : [tenant.admin, owner]) {
        const { status } = await answerOf(endpoint, client)
        expect([401, 403]).not.toContain(status)
      }
    },
  )
})
