import fc from 'fast-check'
import type { Access, Endpoint } from '#contracts/endpoint.ts'
import { seededRandom } from '#server/demo/seeded-random.ts'
import { pathOf } from '#test/client.ts'
import { LONG, mutateBytes, type Random, type RawRequest, toText } from './malformed-bytes.ts'
import { type Give, inputOf, leavesOf } from './request-schema.ts'

export type Known = {
  /** Existing ids by kind, so that mutations pass the first look-up. */
  ids: () => Record<string, string>
  /** The headers of somebody who may call such a route. */
  headers: (access: Access) => Record<string, string>
}

const HUGE = 'y'.repeat(300_000)

/** Values that break wrong assumptions about types, lengths or the database. */
const HOSTILE_INPUTS: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  1e308,
  -0,
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\udc00x',
  '\u202e\ufeff\u2028',
  '😀'.repeat(500),
  LONG,
  '99999999999999999999',
  '-9223372036854775809',
  '2147483648',
  '1e400',
  'NaN',
  '00000000-0000-0000-0000-000000000000',
  'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
  '2026-02-30T00:00:00Z',
  '-271821-04-20T00:00:00.000Z',
  '+275760-09-13T00:00:00.000Z',
  '0001-01-01 BC',
  '../../../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  "' OR 1=1; --",
  '%',
  '%00',
  '%u0000',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '\r\nSet-Cookie: a=b',
  'a:* & !b | (c <-> d',
  '#2147483648',
  '[\\]^$.|?*+()',
  'MjAyNi0wMS0wMVQwMDowMDowMFp8eA',
  Buffer.from('2026-01-01T00:00:00Z|00000000-0000-0000-0000-000000000000-').toString('base64url'),
  Buffer.from(`+275760-09-13T00:00:00.000Z|${'-'.repeat(36)}`).toString('base64url'),
  [],
  {},
  [[]],
  [null],
  { length: -1 },
  JSON.parse('{"__proto__": {"polluted": true}, "constructor": {"prototype": {}}}'),
  JSON.parse('{"toString": 1, "toJSON": 1, "then": 1}'),
  Array.from({ length: 2000 }, (_, index) => index),
]

/** Inputs that every position gets once; the other requests are random. */
const SYSTEMATIC_INPUTS: readonly unknown[] = [
  'a\0b',
  '\ud800',
  LONG,
  '',
  null,
  -1,
  1.5,
  2 ** 53,
  '99999999999999999999',
  '+275760-09-13T00:00:00.000Z',
  ['x'],
  { x: 1 },
]

/** Nested objects, deeper than any parser accepts. */
const nested = (levels: number): unknown => JSON.parse(`${'[{"a":'.repeat(levels)}1${'}]'.repeat(levels)}`)

/**
 * Requests to the declared routes: first every position of every route with every systematic input, then random ones with up to three
 * faults. The same seed gives the same requests.
 */
export function malformedRequests(endpoints: readonly Endpoint[], known: Known, seed: number) {
  const random = seededRandom(`malformed ${seed}`)
  const anyValues = fc.sample(fc.anything({ withNullPrototype: false, maxDepth: 3 }), { seed, numRuns: 400 })
  const strings = fc.sample(fc.string({ unit: 'binary', maxLength: 80 }), { seed, numRuns: 400 })
  const hostileInput = (): unknown => {
    const kind = random.between(0, 9)
    if (kind < 6) return random.pick(HOSTILE_INPUTS)
    return random.pick(kind < 8 ? anyValues : strings)
  }
  const systematic = random.shuffled(
    endpoints.flatMap((endpoint) =>
      leavesOf(endpoint).flatMap((leaf) => SYSTEMATIC_INPUTS.map((value) => ({ endpoint, leaf, value }))),
    ),
  )
  return (): RawRequest => {
    const one = systematic.pop()
    if (one) return systematicRequest(one, known, random)
    const endpoint = random.pick(endpoints)
    const about: string[] = []
    const input = inputOf(endpoint, giveFor(known, random))
    const mutations = random.between(0, 2)
    for (let mutation = 0; mutation < mutations; mutation += 1)
      about.push(corrupt(input as Record<string, unknown>, random, hostileInput))
    const raw = rawOf(endpoint, input, known, random)
    if (random.between(0, 2) === 0) about.push(mutateBytes(raw, random, hostileInput))
    return {
      ...raw,
      about: `${endpoint.method} ${endpoint.path}: ${about.filter(Boolean).join(', ') || 'as declared'}`,
    }
  }
}

type SystematicCase = { endpoint: Endpoint; leaf: { part: string; path: string }; value: unknown }

/** A request that is valid except at one position. */
function systematicRequest({ endpoint, leaf, value }: SystematicCase, known: Known, random: Random): RawRequest {
  const rest = giveFor(known, random, 0)
  // Paths and queries hold text only.
  const given = leaf.part === 'body' ? value : toText(value)
  const input = inputOf(endpoint, (part, path) => (part === leaf.part && path === leaf.path ? given : rest(part, path)))
  const raw = rawOf(endpoint, input as Record<string, unknown>, known, random)
  return {
    ...raw,
    about: `${endpoint.method} ${endpoint.path}: ${leaf.part}.${leaf.path} = ${toText(value).slice(0, 40)}`,
  }
}

/** Gives existing ids; in `omissions` of five cases it leaves the schema's sample. */
const giveFor =
  (known: Known, random: Random, omissions = 1): Give =>
  (part, path) => {
    if (random.between(0, 4) < omissions) return undefined
    const ids = known.ids()
    const name = path.split('.').at(-1) ?? ''
    if (part === 'params') return ids[name.replace(/Id$/, '')] ?? ids[name]
    if (name === 'assigneeId') return ids.user
    if (name === 'version') return Number(ids.version)
    // Items of lists are not filled.
    return /^\d+$/.test(name) ? undefined : ids[name.replace(/Id$/, '')]
  }

/** Corrupts the input at one position. */
function corrupt(input: Record<string, unknown>, random: Random, hostileInput: () => unknown): string {
  const part = random.pick(Object.keys(input).length > 0 ? Object.keys(input) : ['body'])
  if (part === 'params') {
    const params = input.params as Record<string, string>
    const name = random.pick(Object.keys(params))
    params[name] = toText(hostileInput())
    return `params.${name}`
  }
  if (part === 'query') {
    const query = input.query as Record<string, unknown>
    const name = random.pick(['cursor', 'after', 'limit', 'search', 'assignee', 'status', 'category', 'unknown'])
    query[name] = toText(hostileInput())
    return `query.${name}`
  }
  if (random.between(0, 5) === 0 || input.body === null || typeof input.body !== 'object') {
    input.body = random.between(0, 3) === 0 ? nested(random.pick([50, 500, 5000])) : hostileInput()
    return 'body'
  }
  const body = input.body as Record<string, unknown>
  const name = random.pick([...Object.keys(body), 'unknown', 'tenantId', 'role', '__proto__'])
  const change = random.between(0, 6)
  if (change === 0) delete body[name]
  else if (change === 1) body[name] = [body[name]]
  else if (change === 2) body[name] = { value: body[name] }
  else if (change === 3) body[name] = HUGE.slice(0, random.pick([8001, 20_001, 250_000, 300_000]))
  else
    Object.defineProperty(body, name, { value: hostileInput(), enumerable: true, configurable: true, writable: true })
  return `body.${name}`
}

function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    return '{"not": json'
  }
}

function rawOf(endpoint: Endpoint, input: Record<string, unknown>, known: Known, random: Random): RawRequest {
  const headers: RawRequest['headers'] = random.between(0, 19) > 0 ? { ...known.headers(endpoint.access) } : {}
  let body: Buffer | null = null
  if (endpoint.rate === 'upload') {
    headers['content-type'] = 'multipart/form-data; boundary=proof'
    body = Buffer.from(
      '--proof\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nwords\r\n--proof--\r\n',
    )
  } else if (input.body !== undefined) {
    headers['content-type'] = 'application/json'
    body = Buffer.from(jsonOf(input.body))
  }
  return { method: endpoint.method, path: wellFormed(endpoint, input), headers, body, about: '' }
}

/** The path of the request. A lone surrogate, which cannot be percent-encoded, becomes U+FFFD. */
function wellFormed(endpoint: Endpoint, input: Record<string, unknown>): string {
  const clean = (values: unknown) =>
    Object.fromEntries(
      Object.entries((values ?? {}) as object).map(([key, value]) => [key, toText(value).toWellFormed()]),
    )
  return pathOf(endpoint, { params: clean(input.params), query: clean(input.query) })
}
