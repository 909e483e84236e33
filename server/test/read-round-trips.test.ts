import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allRoutes } from '#server/domains.ts'
import { pathOf } from './client.ts'
import { measureRequest } from './database-use.ts'
import { type Harness, startHarness } from './harness.ts'
import { createFullTenant, type FullTenant, getId } from './proof/full-tenant.ts'
import { inputOf, positionsOf } from './proof/request-schema.ts'

type Bounds = { roundTrips: number; statements: number; commits?: number }

const USUAL: Bounds = { roundTrips: 4, statements: 8 }
/** Routes that read more, because one reply shows several things. */
const MORE: Record<string, Bounds> = {
  '/api/billing': { roundTrips: 5, statements: 5 },
  '/api/knowledge/analytics': { roundTrips: 7, statements: 7 },
  '/api/knowledge/articles/:articleId': { roundTrips: 6, statements: 6 },
  '/api/onboarding': { roundTrips: 5, statements: 5 },
  '/api/overview': { roundTrips: 6, statements: 16 },
  '/api/quality/messages/:messageId': { roundTrips: 7, statements: 7 },
  '/api/quality/questions': { roundTrips: 5, statements: 5 },
  '/api/reports/export': { roundTrips: 5, statements: 10 },
  '/api/reports/tickets': { roundTrips: 5, statements: 10 },
  '/api/search': { roundTrips: 5, statements: 10 },
  // Who took the tickets of a business along is recorded.
  '/api/tickets/export': { roundTrips: 5, statements: 5, commits: 1 },
  '/api/tickets/:ticketId/sources': { roundTrips: 6, statements: 16 },
}

const endpoints = allRoutes
  .map(({ endpoint }) => endpoint)
  .filter(({ method, access, path }) => method === 'GET' && /member|guest/.test(access) && !path.endsWith('/stream'))

let h: Harness
let full: FullTenant
beforeAll(async () => {
  // No jobs: only what the request itself costs is counted.
  h = await startHarness({ env: { ROLE: 'web' } })
  full = await createFullTenant(h, 'A')
})
afterAll(() => h.stop())

describe('every reading route, generated from the declared routes, waits for the database at most so often', () => {
  it.each(endpoints.map((endpoint) => [endpoint.path, endpoint] as const))('%s', async (path, endpoint) => {
    const positions = positionsOf(endpoint)
    const input = inputOf(endpoint, (part, at) => {
      const position = positions.find((one) => one.part === part && one.path === at)
      return position?.part === 'params' ? getId(full.ids, position.kind) : undefined
    })
    const send = async () => {
      const response = await (endpoint.access === 'guest' ? full.guest : full.admin).raw(pathOf(endpoint, input))
      expect(response.status, await response.text()).toBe(200)
    }
    // What a process reads once is not part of a request.
    await send()
    const use = await measureRequest(send)
    const { roundTrips, statements, commits = 0 } = MORE[path] ?? USUAL
    expect(use.statements, 'statements were counted').toBeGreaterThan(0)
    expect(use.roundTrips, use.texts.join('\n')).toBeLessThanOrEqual(roundTrips)
    expect(use.statements, use.texts.join('\n')).toBeLessThanOrEqual(statements)
    expect(use.commits, use.texts.join('\n')).toBeLessThanOrEqual(commits)
  })
})
