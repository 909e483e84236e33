import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Endpoint, endpoint } from '#contracts/endpoint.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { buildApp } from './app.ts'
import { allRoutes, authenticatorsOf } from './domains.ts'
import { publicRoute, type Route } from './platform/route/route.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

const good = { method: 'GET', path: '/api/x', summary: 'x', tag: 'x', access: 'public', rate: 'read' } as const
const portalFrame = {
  frameOf: () => Promise.reject(new Error('unused')),
  hasSession: () => false,
  widgetOf: async () => null,
}
const bootWith = (route: Route) =>
  buildApp(h.platform, {
    authenticators: authenticatorsOf(h.platform),
    routes: [route],
    reportFlood: async () => undefined,
    portalFrame,
    landingPage: async (_, page) => page,
    helpPages: { pageOf: async () => null, readyPageOf: () => null, sitemapOf: async () => null },
    findServedHost: async () => ({ kind: 'platform' }),
    recordDenial: async () => undefined,
    health: { isReady: () => true },
  })
const declared = (changes: Partial<Endpoint>): Route => ({
  endpoint: { ...endpoint({ ...good, reply: z.object({}) }), ...changes } as Endpoint,
  handle: async () => ({}),
})

async function contractEndpoints(): Promise<Endpoint[]> {
  const folder = new URL('../../contracts/', import.meta.url)
  const files = (await readdir(folder, { recursive: true })).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  )
  const modules = await Promise.all(files.map((name) => import(new URL(name, folder).href)))
  const isEndpoint = (value: unknown): value is Endpoint =>
    typeof value === 'object' && value !== null && 'access' in value && 'reply' in value
  return modules.flatMap((module) => Object.values(module as object).filter(isEndpoint))
}

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

describe('route declarations', () => {
  it.each([
    ['its access', { access: undefined }],
    ['its rate class', { rate: undefined }],
    ['its reply', { reply: undefined }],
    ['its summary', { summary: undefined }],
  ])('stop the start without %s', async (_, missing) => {
    await expect(bootWith(declared(missing as Partial<Endpoint>))).rejects.toThrow('does not declare')
  })

  it('stop the start when a path has ids and no params, or a guest route names no portal', async () => {
    await expect(bootWith(declared({ path: '/api/x/:id' }))).rejects.toThrow('must declare its params')
    await expect(bootWith(declared({ access: 'guest' }))).rejects.toThrow('names no portal')
  })

  it('cannot be bound to weaker access than the contract declares', () => {
    const members = endpoint({ ...good, access: 'member', reply: z.object({}) })
    expect(() => publicRoute(members, async () => ({}))).toThrow('is declared for member')
  })

  it('exist for every endpoint of the contracts', async () => {
    const mounted = new Set(allRoutes.map((route) => nameOf(route.endpoint)))
    const declaredEndpoints = await contractEndpoints()
    expect(declaredEndpoints.length).toBeGreaterThan(100)
    const missing = declaredEndpoints.map(nameOf).filter((name) => !mounted.has(name))
    expect(missing).toEqual([])
  })
})

type Schema = { type?: string; maximum?: number; [key: string]: unknown }

/** The paths of the whole numbers in a schema that may be greater than a column of the database holds. */
function unbounded(schema: Schema, path: string): string[] {
  const parts = Object.entries(schema).flatMap(([key, value]) =>
    value && typeof value === 'object' ? unbounded(value as Schema, `${path}.${key}`) : [],
  )
  return schema.type === 'integer' && !((schema.maximum ?? Number.POSITIVE_INFINITY) < 2 ** 31)
    ? [path, ...parts]
    : parts
}

describe('requests', () => {
  it('name no whole number that the database cannot hold', () => {
    const found = allRoutes.flatMap(({ endpoint: one }) =>
      [one.params, one.query, one.body]
        .filter(Boolean)
        .flatMap((part) =>
          unbounded(z.toJSONSchema(part, { io: 'output', unrepresentable: 'any' }) as Schema, nameOf(one)),
        ),
    )
    expect(found).toEqual([])
  })
})

describe('the API reference', () => {
  it('lists every declared route as OpenAPI 3.1', async () => {
    const api = (await (await h.visitor().raw('/api/openapi.json')).json()) as {
      openapi: string
      paths: Record<string, Record<string, unknown>>
    }
    expect(api.openapi).toMatch(/^3\.1/)
    for (const { endpoint: one } of allRoutes) {
      const path = one.path.replace(/:(\w+)/g, '{$1}')
      expect(api.paths[path]?.[one.method.toLowerCase()], nameOf(one)).toBeDefined()
    }
  })

  it('is a page at /api/docs', async () => {
    const page = await h.visitor().raw('/api/docs')
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('Segue API')
    expect(page.headers.get('content-security-policy')).not.toContain('unsafe-inline')
  })
})
