import type { Endpoint, InputOf, ReplyOf } from '#contracts/endpoint.ts'
import { clientOf, pathOf } from '#test/client.ts'

/** Keeps cookies as long as their Max-Age says, by a clock of its own, as a browser does. */
export type Browser = {
  call<E extends Endpoint>(url: string, endpoint: E, input?: InputOf<E>): Promise<ReplyOf<E>>
}

export function createBrowser(): Browser {
  const cookies = new Map<string, { value: string; until: number }>()
  const keep = (line: string): void => {
    const [pair = '', ...attributes] = line.split('; ')
    const at = pair.indexOf('=')
    const maxAge = attributes.find((one) => /^max-age=/i.test(one))?.slice('max-age='.length)
    const until = maxAge === undefined ? Number.POSITIVE_INFINITY : performance.now() + Number(maxAge) * 1000
    cookies.set(pair.slice(0, at), { value: pair.slice(at + 1), until })
  }
  const sent = (): string => {
    const now = performance.now()
    return [...cookies].flatMap(([name, { value, until }]) => (until > now ? [`${name}=${value}`] : [])).join('; ')
  }
  return {
    call: async (url, endpoint, input) => {
      const given = (input ?? {}) as { body?: unknown }
      const hasBody = given.body !== undefined
      const response = await clientOf(url, { cookie: sent(), origin: url }).raw(pathOf(endpoint, given as never), {
        method: endpoint.method,
        signal: AbortSignal.timeout(20_000),
        ...(hasBody ? { body: JSON.stringify(given.body), headers: { 'content-type': 'application/json' } } : {}),
      })
      for (const line of response.headers.getSetCookie()) keep(line)
      const text = await response.text()
      if (!response.ok) throw new Error(`${endpoint.method} ${endpoint.path}: ${response.status} ${text.slice(0, 120)}`)
      return JSON.parse(text)
    },
  }
}
