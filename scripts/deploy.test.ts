import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '#server/platform/config.ts'

const ROOT = new URL('../', import.meta.url)
const textOf = (name: string) => readFileSync(new URL(name, ROOT), 'utf8')

type Service = {
  build?: string
  environment?: Record<string, string>
  depends_on?: object
  volumes?: string[]
  image?: string
}
const { services, volumes } = parse(textOf('compose.scale.yaml'), { merge: true }) as {
  services: Record<string, Service>
  volumes: Record<string, null>
}

const GIVEN: Record<string, string> = {
  POSTGRES_PASSWORD: 'database-password',
  S3_PASSWORD: 'store-password',
  MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
}

/** A value as Compose fills it in. */
const filled = (value: string, given = GIVEN): string =>
  value.replace(
    /\$\{(\w+)(?::([-?])((?:[^{}]|\$\{\w+(?::-\w*)?\})*))?\}/g,
    (_, name: string, kind: string, other = '') => {
      if (given[name] !== undefined) return given[name]
      if (kind === '-') return filled(other, given)
      throw new Error(`${name} has no value`)
    },
  )

const settingsOf = (name: string, given: Record<string, string> = {}) =>
  readConfig(
    Object.fromEntries(
      Object.entries(services[name]?.environment ?? {}).map(([key, value]) => [
        key,
        filled(value, { ...GIVEN, ...given }),
      ]),
    ),
  )

describe('compose.scale.yaml', () => {
  it('has two web nodes, a worker, a proxy, PgBouncer, PostgreSQL, NATS and an S3 store, each of which starts after what it needs', () => {
    expect(Object.keys(services).sort()).toEqual(
      ['bucket', 'db', 'nats', 'pgbouncer', 'proxy', 's3', 'web-1', 'web-2', 'worker'].sort(),
    )
    for (const { depends_on = {} } of Object.values(services))
      for (const name of Array.isArray(depends_on) ? depends_on : Object.keys(depends_on))
        expect(Object.keys(services)).toContain(name)
    for (const { image } of Object.values(services)) expect(image).not.toMatch(/^[^:]+\/[^:]+$|:latest$/)
  })

  it('gives every node settings that the product takes, one role each and the same keys and addresses', () => {
    const nodes = ['web-1', 'web-2', 'worker'].map((name) => settingsOf(name))
    expect(nodes.map(({ role }) => role)).toEqual(['web', 'web', 'worker'])
    for (const node of nodes) {
      expect({ ...node, role: null }).toEqual({ ...nodes[0], role: null })
      expect(node).toMatchObject({ baseUrl: 'http://localhost:3000', demo: false, otlp: null, trustProxy: 1 })
      expect(node.databaseUrl).toBe('postgres://segue:database-password@pgbouncer:5432/segue')
      expect(node.s3).toMatchObject({ origin: 'http://s3:9000', bucket: 'segue', secretAccessKey: 'store-password' })
    }
    expect(services.worker?.environment).toMatchObject({ NATS_URL: 'nats://nats:4222' })
    expect(services.worker?.environment?.DATABASE_DIRECT_URL).toContain('@db:5432/')
    expect(settingsOf('web-1', { DATABASE_READ_URL: 'postgres://replica/segue' }).databaseReadUrl).toBe(
      'postgres://replica/segue',
    )
    expect(settingsOf('web-1').databaseReadUrl).toBeNull()
  })

  it('keeps what lasts in named volumes, and names only files that are there', () => {
    const mounted = Object.values(services).flatMap((service) => service.volumes ?? [])
    for (const source of mounted.map((one) => one.split(':')[0] ?? ''))
      expect(source.startsWith('./') ? existsSync(new URL(source, ROOT)) : source in volumes, source).toBe(true)
    const proxy = textOf('deploy/haproxy/haproxy.cfg')
    for (const node of ['web-1', 'web-2']) expect(proxy).toMatch(new RegExp(`^ +server ${node} ${node}:3000$`, 'm'))
    expect(proxy).toContain('option httpchk GET /readyz')
  })
})

describe('the Helm chart', () => {
  const values = parse(textOf('deploy/helm/segue/values.yaml')) as { settings: Record<string, string> }

  it('has the version of the product, values that its schema knows, and settings that the product takes', () => {
    const { version } = JSON.parse(textOf('package.json')) as { version: string }
    expect(parse(textOf('deploy/helm/segue/Chart.yaml'))).toMatchObject({ version, appVersion: version })
    const schema = JSON.parse(textOf('deploy/helm/segue/values.schema.json')) as { properties: object }
    expect(Object.keys(values).filter((name) => !(name in schema.properties))).toEqual([])
    expect(readConfig(values.settings)).toMatchObject({ demo: false, trustProxy: 1 })
  })

  it('takes secrets from outside: it makes none, and no value or template holds one', () => {
    const names = ['_pod.tpl', 'web.yaml', 'worker.yaml', 'disruption-budgets.yaml', 'autoscaler.yaml', 'ingress.yaml']
    const templates = names.map((name) => textOf(`deploy/helm/segue/templates/${name}`)).join('\n')
    expect(templates).not.toMatch(/kind: Secret/)
    expect(templates).toContain('name: {{ $root.Values.existingSecret }}')
    expect(JSON.stringify(values)).not.toMatch(/password|:\/\/|MASTER_KEY|_URL/i)
  })
})
