import type { seededRandom } from '#server/demo/seeded-random.ts'

export type Random = ReturnType<typeof seededRandom>

/** A request as sent, without corrections by an HTTP library. */
export type RawRequest = {
  method: string
  path: string
  headers: Record<string, string | string[]>
  body: Buffer | null
  about: string
}

export const LONG = 'x'.repeat(5000)

/** Any value as text for a path, a query or a header. */
export const toText = (value: unknown): string => {
  if (typeof value === 'string') return value
  try {
    return JSON.stringify(value) ?? 'undefined'
  } catch {
    return String(value)
  }
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

/** Mutates bytes, headers, method or path. */
export function mutateBytes(raw: RawRequest, random: Random, hostileInput: () => unknown): string {
  const ways: (() => string)[] = [
    () => {
      raw.headers['content-type'] = random.pick(TYPES)
      raw.body ??= Buffer.from('x')
      return 'content type'
    },
    () => {
      raw.body = flipped(raw.body ?? Buffer.from('{}'), random)
      return 'byte flips'
    },
    () => {
      raw.body = (raw.body ?? Buffer.from('{}')).subarray(0, random.between(0, 20))
      return 'cut body'
    },
    () => {
      raw.body = Buffer.concat([raw.body ?? Buffer.from('"'), Buffer.from([0xff, 0xfe, 0xc0, 0x80])])
      return 'invalid UTF-8'
    },
    () => {
      raw.headers.cookie = headerOf(
        random.pick([
          'segue=',
          'segue=a.b',
          `segue=${LONG}`,
          'guest-acme=x; segue=%00.%ff',
          ';;;=',
          toText(hostileInput()),
        ]),
      )
      return 'cookie'
    },
    () => {
      raw.headers.authorization = headerOf(
        random.pick(['Bearer', 'Bearer ', `Bearer ${LONG}`, 'Basic a:b', toText(hostileInput())]),
      )
      return 'authorization'
    },
    () => {
      raw.path = `${raw.path.split('?')[0]}${random.pick(['?', '?%', '?a=%ff', '?cursor=a&cursor=b', `?search=${LONG}`, '?__proto__[x]=1', '/%2e%2e/%2e%2e/etc/passwd', '/../../etc/passwd', '//', '/%00', '/%ff', '/%zz', '#x'])}`
      return 'path'
    },
    () => {
      raw.headers['last-event-id'] = headerOf(toText(hostileInput()))
      return 'last event id'
    },
    () => {
      raw.headers[
        random.pick(['origin', 'host', 'x-forwarded-for', 'range', 'if-none-match', 'accept-encoding', 'expect'])
      ] = headerOf(toText(hostileInput()))
      return 'header'
    },
    () => {
      raw.method = random.pick(['PUT', 'PATCH', 'OPTIONS', 'HEAD', 'TRACE', 'PROPFIND', 'GET', 'DELETE'])
      return 'method'
    },
  ]
  return random.pick(ways)()
}

/** Replaces characters that Node refuses to send in a header. */
const headerOf = (text: string): string => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '?').slice(0, 7000)

function flipped(body: Buffer, random: Random): Buffer {
  const copy = Buffer.from(body)
  for (let flips = random.between(1, 4); flips > 0 && copy.length > 0; flips -= 1) {
    const at = random.between(0, copy.length - 1)
    copy[at] = (copy[at] ?? 0) ^ (1 << random.between(0, 7))
  }
  return copy
}
