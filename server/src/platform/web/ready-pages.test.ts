import Fastify, { type FastifyRequest } from 'fastify'
import { describe, expect, it, test } from 'vitest'
import { createReadyPages, sendReadyPage } from './ready-pages.ts'
import { buildSharedPage, sendSharedPage } from './shared-page.ts'

const PAGE = await buildSharedPage(`<p>${'Opening hours. '.repeat(200)}</p>`, { status: 200, styles: [] })
const KEY = 'the key of a page'
const asking = (headers: Record<string, string> = {}, url = '/help/acme', method = 'GET', hostname = 'acme.example') =>
  ({ hostname, raw: { method, url, headers } }) as unknown as FastifyRequest

const start = () => {
  const clock = { at: 1000, now: () => new Date(clock.at) }
  return { clock, ready: createReadyPages(clock) }
}

describe('a page that was asked for before', () => {
  it('is found for the same request only: host, address and languages', () => {
    const { ready } = start()
    ready.keep(asking({ 'accept-language': 'de' }), KEY, ready.turn)
    expect(ready.find(asking({ 'accept-language': 'de' }))).toBe(KEY)
    const others = [
      asking({ 'accept-language': 'fr' }),
      asking({ 'accept-language': 'de' }, '/help/acme', 'GET', 'other.example'),
      asking({ 'accept-language': 'de' }, '/help/acme?lang=fr'),
      asking({ 'accept-language': 'de' }, '/help/acme', 'POST'),
      asking({ 'accept-language': 'de', cookie: 'a=b; segue_language=fr' }),
    ]
    expect(others.map((one) => ready.find(one))).toEqual(others.map(() => null))
    expect(ready.find(asking({ 'accept-language': 'de', cookie: 'segue=x; guest-acme=y' }))).toBe(KEY)
  })

  it('[U8] is one for whoever the host counts for: a forwarded host of somebody who is no proxy of ours changes nothing for those of the proxy', async () => {
    const { ready } = start()
    const proxy = '10.0.0.1'
    const app = Fastify({ trustProxy: proxy })
    const seen: (string | null)[] = []
    app.get('/help/acme', async (request) => {
      seen.push(ready.find(request))
      ready.keep(request, `the page of ${request.hostname}`, ready.turn)
    })
    const headers = { host: 'segue.example', 'x-forwarded-host': 'help.acme.example' }
    for (const remoteAddress of ['203.0.113.7', proxy, proxy, '203.0.113.7'])
      await app.inject({ url: '/help/acme', headers, remoteAddress })
    expect(seen).toEqual([null, null, 'the page of help.acme.example', 'the page of segue.example'])
    await app.close()
  })

  it('[U8] is known by a short request only, and no more than a thousand are known, so that made-up ones fill no memory', () => {
    const { ready } = start()
    const long = asking({}, `/help/acme?${'x'.repeat(500)}`)
    ready.keep(long, KEY, ready.turn)
    expect(ready.find(long)).toBeNull()
    const asked = Array.from({ length: 1001 }, (_, n) => asking({}, `/help/acme?x=${n}`))
    for (const one of asked) ready.keep(one, KEY, ready.turn)
    expect(asked.map((one) => ready.find(one)).filter((found) => found === KEY)).toHaveLength(1000)
    expect(ready.find(asked[0]!)).toBeNull()
  })

  it('is not found after a change, also where the change came while it was looked up, nor after five seconds', () => {
    const { clock, ready } = start()
    ready.keep(asking(), KEY, ready.turn)
    ready.forget()
    expect(ready.find(asking())).toBeNull()
    const since = ready.turn
    ready.forget()
    ready.keep(asking(), KEY, since)
    expect(ready.find(asking())).toBeNull()
    ready.keep(asking(), KEY, ready.turn)
    clock.at += 4999
    expect(ready.find(asking())).toBe(KEY)
    clock.at += 1
    expect(ready.find(asking())).toBeNull()
  })

  test('is sent with the same headers and bytes as the first time, and still counted', async () => {
    const app = Fastify()
    const common = {
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'",
    }
    const counted: number[] = []
    app.addHook('onRequest', (request, reply, done) => {
      reply.headers({ ...common, 'x-request-id': request.id })
      if (request.url !== '/ready') return done()
      sendReadyPage(request, reply, PAGE, common)
    })
    app.addHook('onResponse', async (_, reply) => void counted.push(reply.raw.statusCode))
    app.get('/first', (request, reply) => sendSharedPage(request, reply, PAGE))
    app.get('/ready', () => Promise.reject(new Error('not reached')))
    const forms: Record<string, string>[] = [
      {},
      { 'accept-encoding': 'br, gzip' },
      { 'accept-encoding': 'gzip' },
      { 'accept-encoding': 'br;q=0, deflate' },
      { 'if-none-match': PAGE.etag },
      { 'if-none-match': '"another"' },
    ]
    for (const headers of forms) {
      const [first, ready] = [
        await app.inject({ url: '/first', headers }),
        await app.inject({ url: '/ready', headers }),
      ]
      const plain = ({ date: _, 'x-request-id': id, ...rest }: Record<string, unknown>) => ({
        ...rest,
        hasId: id !== '',
      })
      expect(plain(ready.headers)).toEqual(plain(first.headers))
      expect([ready.statusCode, ready.rawPayload]).toEqual([first.statusCode, first.rawPayload])
    }
    expect(counted).toEqual([200, 200, 200, 200, 200, 200, 200, 200, 304, 304, 200, 200])
    await app.close()
  })
})
