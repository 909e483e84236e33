import fc from 'fast-check'
import type { Endpoint } from '#contracts/endpoint.ts'
import { chanceFrom } from '#server/demo/random.ts'
import { pathOf } from '#test/client.ts'
import { type Give, inputOf } from './shapes.ts'

type Chance = ReturnType<typeof chanceFrom>

/** A request as bytes on the wire would have it: nothing in between corrects it. */
export type Raw = {
  method: string
  path: string
  headers: Record<string, string | string[]>
  body: Buffer | null
  about: string
}

export type Known = {
  /** Ids that exist, by kind, so that mutations get past the first look-up. */
  ids: () => Record<string, string>
  cookie: string
  bearer: string
}

const LONG = 'x'.repeat(5000)
const HUGE = 'y'.repeat(300_000)

/** Values that break what believes its types, its lengths or its database. */
const EVIL: readonly unknown[] = [
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

/** Objects within objects, deeper than any parser of ours should go. */
const deep = (levels: number): unknown => JSON.parse(`${'[{"a":'.repeat(levels)}1${'}]'.repeat(levels)}`)

/** Requests from the declared routes, each wrong in one or several ways. The same seed gives the same requests. */
export function malformedRequests(endpoints: readonly Endpoint[], known: Known, seed: number) {
  const chance = chanceFrom(`malformed ${seed}`)
  const anything = fc.sample(fc.anything({ withNullPrototype: false, maxDepth: 3 }), { seed, numRuns: 400 })
  const strings = fc.sample(fc.string({ unit: 'binary', maxLength: 80 }), { seed, numRuns: 400 })
  const evil = (): unknown => {
    const kind = chance.between(0, 9)
    if (kind < 6) return chance.pick(EVIL)
    return chance.pick(kind < 8 ? anything : strings)
  }
  return (): Raw => {
    const endpoint = chance.pick(endpoints)
    const about: string[] = []
    const input = inputOf(endpoint, giveFor(known, chance))
    const hits = chance.between(0, 2)
    for (let hit = 0; hit < hits; hit += 1) about.push(spoil(input as Record<string, unknown>, chance, evil))
    const raw = rawOf(endpoint, input, known, chance)
    if (chance.between(0, 2) === 0) about.push(spoilWire(raw, chance, evil))
    return {
      ...raw,
      about: `${endpoint.method} ${endpoint.path}: ${about.filter(Boolean).join(', ') || 'as declared'}`,
    }
  }
}

/** Ids that exist, most of the time. */
const giveFor =
  (known: Known, chance: Chance): Give =>
  (part, path) => {
    if (chance.between(0, 4) === 0) return undefined
    const ids = known.ids()
    const name = path.split('.').at(-1) ?? ''
    if (part === 'params') return ids[name.replace(/Id$/, '')] ?? ids[name]
    if (name === 'assigneeId') return ids.user
    if (name === 'version') return Number(ids.version)
    // A place of a list is filled only on purpose.
    return /^\d+$/.test(name) ? undefined : ids[name.replace(/Id$/, '')]
  }

/** Puts something wrong at one place of the input. */
function spoil(input: Record<string, unknown>, chance: Chance, evil: () => unknown): string {
  const part = chance.pick(Object.keys(input).length > 0 ? Object.keys(input) : ['body'])
  if (part === 'params') {
    const params = input.params as Record<string, string>
    const name = chance.pick(Object.keys(params))
    params[name] = toText(evil())
    return `params.${name}`
  }
  if (part === 'query') {
    const query = input.query as Record<string, unknown>
    const name = chance.pick(['cursor', 'after', 'limit', 'search', 'assignee', 'status', 'category', 'unknown'])
    query[name] = toText(evil())
    return `query.${name}`
  }
  if (chance.between(0, 5) === 0 || input.body === null || typeof input.body !== 'object') {
    input.body = chance.between(0, 3) === 0 ? deep(chance.pick([50, 500, 5000])) : evil()
    return 'body'
  }
  const body = input.body as Record<string, unknown>
  const name = chance.pick([...Object.keys(body), 'unknown', 'tenantId', 'role', '__proto__'])
  const change = chance.between(0, 6)
  if (change === 0) delete body[name]
  else if (change === 1) body[name] = [body[name]]
  else if (change === 2) body[name] = { value: body[name] }
  else if (change === 3) body[name] = HUGE.slice(0, chance.pick([8001, 20_001, 250_000, 300_000]))
  else Object.defineProperty(body, name, { value: evil(), enumerable: true, configurable: true, writable: true })
  return `body.${name}`
}

const toText = (value: unknown): string => {
  if (typeof value === 'string') return value
  try {
    return JSON.stringify(value) ?? 'undefined'
  } catch {
    return String(value)
  }
}

function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    return '{"not": json'
  }
}

function rawOf(endpoint: Endpoint, input: Record<string, unknown>, known: Known, chance: Chance): Raw {
  const headers: Raw['headers'] = {}
  if (endpoint.access === 'member' && chance.between(0, 19) > 0) headers.cookie = known.cookie
  if (endpoint.access === 'guest' && chance.between(0, 19) > 0) headers.authorization = `Bearer ${known.bearer}`
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

/** A lone surrogate cannot be percent-encoded by the platform; it goes out as the bytes of its UTF-8-like form. */
function wellFormed(endpoint: Endpoint, input: Record<string, unknown>): string {
  const clean = (values: unknown) =>
    Object.fromEntries(
      Object.entries((values ?? {}) as object).map(([key, value]) => [key, toText(value).toWellFormed()]),
    )
  return pathOf(endpoint, { params: clean(input.params), query: clean(input.query) })
}

const TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-16',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'application/json, application/json',
  'image/png',
  '',
  '*/*',
  'application/xml',
]

/** Breaks what lies under the input: bytes, headers, the path itself. */
function spoilWire(raw: Raw, chance: Chance, evil: () => unknown): string {
  const ways: (() => string)[] = [
    () => {
      raw.headers['content-type'] = chance.pick(TYPES)
      raw.body ??= Buffer.from('x')
      return 'content type'
    },
    () => {
      raw.body = flipped(raw.body ?? Buffer.from('{}'), chance)
      return 'byte flips'
    },
    () => {
      raw.body = (raw.body ?? Buffer.from('{}')).subarray(0, chance.between(0, 20))
      return 'cut body'
    },
    () => {
      raw.body = Buffer.concat([raw.body ?? Buffer.from('"'), Buffer.from([0xff, 0xfe, 0xc0, 0x80])])
      return 'invalid UTF-8'
    },
    () => {
      raw.headers.cookie = headerOf(
        chance.pick(['segue=', 'segue=a.b', `segue=${LONG}`, 'guest-acme=x; segue=%00.%ff', ';;;=', toText(evil())]),
      )
      return 'cookie'
    },
    () => {
      raw.headers.authorization = headerOf(
        chance.pick(['Bearer', 'Bearer ', `Bearer ${LONG}`, 'Basic a:b', toText(evil())]),
      )
      return 'authorization'
    },
    () => {
      raw.path = `${raw.path.split('?')[0]}${chance.pick(['?', '?%', '?a=%ff', '?cursor=a&cursor=b', `?search=${LONG}`, '?__proto__[x]=1', '/%2e%2e/%2e%2e/etc/passwd', '/../../etc/passwd', '//', '/%00', '/%ff', '/%zz', '#x'])}`
      return 'path'
    },
    () => {
      raw.headers['last-event-id'] = headerOf(toText(evil()))
      return 'last event id'
    },
    () => {
      raw.headers[
        chance.pick(['origin', 'host', 'x-forwarded-for', 'range', 'if-none-match', 'accept-encoding', 'expect'])
      ] = headerOf(toText(evil()))
      return 'header'
    },
    () => {
      raw.method = chance.pick(['PUT', 'PATCH', 'OPTIONS', 'HEAD', 'TRACE', 'PROPFIND', 'GET', 'DELETE'])
      return 'method'
    },
  ]
  return chance.pick(ways)()
}

/** What a header line can hold at all; the rest would not leave the client. */
const headerOf = (text: string): string => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '?').slice(0, 7000)

function flipped(body: Buffer, chance: Chance): Buffer {
  const copy = Buffer.from(body)
  for (let flips = chance.between(1, 4); flips > 0 && copy.length > 0; flips -= 1) {
    const at = chance.between(0, copy.length - 1)
    copy[at] = (copy[at] ?? 0) ^ (1 << chance.between(0, 7))
  }
  return copy
}
