import { buffer, text } from 'node:stream/consumers'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { pino } from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { timeBound } from '#test/time-bound.ts'
import { client, closeAll, loopbackClient, reasonOf, serve } from './fixture.ts'
import { outgoing } from './outgoing.ts'

afterEach(closeAll)

describe('redirects of outgoing requests', () => {
  it('checks each target', async () => {
    const targets = ['http://169.254.169.254/', 'http://10.0.0.1/', 'file:///etc/passwd', 'http://u:p@a.example/']
    const { port } = await serve((request, response) => {
      response.writeHead(302, { location: targets[Number(request.url?.slice(1))] }).end()
    })
    const reasons = []
    for (const n of targets.keys())
      reasons.push(await reasonOf(loopbackClient().fetch(`http://a.example:${port}/${n}`)))
    expect(reasons).toEqual(['refused_address', 'refused_address', 'bad_url', 'bad_url'])
  })

  it('follows at most five and gives the last address', async () => {
    const { port, seen } = await serve((request, response) => {
      const left = Number(request.url?.slice(1))
      if (left === 0) response.end('there')
      else response.writeHead(301, { location: `/${left - 1}` }).end('moved')
    })
    const answer = await loopbackClient().fetch(`http://a.example:${port}/5`)
    expect([answer.body.toString(), answer.url]).toEqual(['there', `http://a.example:${port}/0`])
    expect(seen).toHaveLength(6)
    expect(await reasonOf(loopbackClient().fetch(`http://a.example:${port}/6`))).toBe('redirects')
    expect(await reasonOf(loopbackClient().fetch(`http://a.example:${port}/1`, { maxRedirects: 0 }))).toBe('redirects')
  })

  it('sends another host no credentials and no body', async () => {
    const got: string[] = []
    const { port } = await serve(async (request, response) => {
      const { authorization = '', cookie = '', accept = '' } = request.headers
      got.push(
        [
          request.method,
          request.headers.host,
          authorization,
          cookie,
          request.headers['x-api-key'] ?? '',
          accept,
          await text(request),
        ].join('|'),
      )
      const [, status, target] = /^\/(\d+)\/(.+)$/.exec(request.url ?? '') ?? []
      if (status) response.writeHead(Number(status), { location: decodeURIComponent(target ?? '') }).end()
      else response.end('ok')
    })
    const to = (status: number, target: string) => `http://a.example:${port}/${status}/${encodeURIComponent(target)}`
    const secret = { Authorization: 'Bearer s', Cookie: 'c=1', 'X-Api-Key': 'k', Accept: 'text/plain' }
    await loopbackClient().fetch(to(302, `http://b.example:${port}/end`), { headers: secret })
    expect(got.splice(0)[1]).toBe(`GET|b.example:${port}||||text/plain|`)
    await loopbackClient().fetch(to(307, `http://a.example:${port}/end`), {
      method: 'POST',
      body: 'data',
      headers: secret,
    })
    expect(got.splice(0)[1]).toBe(`POST|a.example:${port}|Bearer s|c=1|k|text/plain|data`)
    await loopbackClient().fetch(to(303, `http://b.example:${port}/end`), {
      method: 'POST',
      body: 'data',
      headers: secret,
    })
    expect(got.splice(0)[1]).toBe(`GET|b.example:${port}||||text/plain|`)
    expect(
      await reasonOf(loopbackClient().fetch(to(307, `http://b.example:${port}/end`), { method: 'POST', body: 'data' })),
    ).toBe('redirects')
    expect(got).toHaveLength(1)
  })

  it('ignores a caller’s host and content-length and refuses a header with a line break', async () => {
    const { port, seen } = await serve((_, response) => response.end())
    await loopbackClient().fetch(`http://a.example:${port}/`, {
      headers: { Host: 'evil.example', 'Content-Length': '99', 'Transfer-Encoding': 'chunked' },
    })
    expect(seen[0]?.headers.host).toBe(`a.example:${port}`)
    expect(
      await reasonOf(loopbackClient().fetch(`http://a.example:${port}/`, { headers: { 'x-a': 'b\r\nx-evil: 1' } })),
    ).toBe('network')
    expect(seen).toHaveLength(1)
  })
})

describe('limits of outgoing requests', () => {
  it('stops at the size limit, declared or not, compressed or not', async () => {
    const zeros = Buffer.alloc(20 * 1024 * 1024)
    let written = 0
    const { port } = await serve((request, response) => {
      if (request.url === '/declared') response.writeHead(200, { 'content-length': zeros.length }).end(zeros)
      if (request.url === '/gzip') response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(zeros))
      if (request.url === '/br') response.writeHead(200, { 'content-encoding': 'br' }).end(brotliCompressSync(zeros))
      if (request.url === '/twice')
        response.writeHead(200, { 'content-encoding': 'gzip, gzip' }).end(gzipSync(gzipSync(zeros)))
      if (request.url === '/endless') {
        const more = (): void => {
          while (!response.destroyed && written < 200e6 && response.write(zeros.subarray(0, 65536))) written += 65536
        }
        response.on('drain', more)
        more()
      }
      if (request.url === '/small') response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('hello'))
      if (request.url === '/broken') response.writeHead(200, { 'content-encoding': 'gzip' }).end('not gzip')
    })
    const at = (path: string) => loopbackClient().fetch(`http://a.example:${port}${path}`)
    for (const path of ['/declared', '/gzip', '/br', '/endless'])
      expect([path, await reasonOf(at(path))]).toEqual([path, 'too_large'])
    expect(written).toBeLessThan(50e6)
    expect(await reasonOf(at('/twice'))).toBe('network')
    expect(await reasonOf(at('/broken'))).toBe('network')
    expect((await at('/small')).body.toString()).toBe('hello')
    expect((await loopbackClient().fetch(`http://a.example:${port}/gzip`, { method: 'HEAD' })).body).toHaveLength(0)
  })

  it('ends at the time-out without a head, with a stalled body and with a slow one', async () => {
    const { port } = await serve((request, response) => {
      if (request.url === '/silent') return
      response.write('a')
      if (request.url !== '/drip') return
      const drip = setInterval(() => response.write('a'), 20)
      response.on('close', () => clearInterval(drip))
    })
    for (const path of ['/silent', '/stall', '/drip']) {
      const began = performance.now()
      expect(await reasonOf(loopbackClient().fetch(`http://a.example:${port}${path}`, { timeoutMs: 150 }))).toBe(
        'timeout',
      )
      expect(performance.now() - began).toBeLessThan(timeBound(1000))
    }
  })

  it('streams, and distinguishes a caller’s abort from a time-out', async () => {
    const { port } = await serve((request, response) => {
      response.write('one ')
      if (request.url === '/ends') setTimeout(() => response.end('two'), 30)
      if (request.url === '/cut') setTimeout(() => response.destroy(), 30)
    })
    const whole = await loopbackClient().stream(`http://a.example:${port}/ends`)
    expect(await text(whole.body)).toBe('one two')
    const cut = await loopbackClient().stream(`http://a.example:${port}/cut`)
    expect(await reasonOf(buffer(cut.body))).toBe('network')
    const given = new AbortController()
    const left = await loopbackClient().stream(`http://a.example:${port}/stalls`, { signal: given.signal })
    const reading = buffer(left.body)
    given.abort(new Error('enough'))
    await expect(reading).rejects.toThrow('enough')
    await expect(loopbackClient().fetch(`http://a.example:${port}/stalls`, { signal: given.signal })).rejects.toThrow(
      'enough',
    )
  })

  it('fails with network for a closed port, and throws inside a transaction', async () => {
    expect(await reasonOf(loopbackClient().fetch('http://a.example:1/'))).toBe('network')
    const { port, seen } = await serve((_, response) => response.end())
    const http = client({
      allowLoopback: true,
      assertNoTransaction: () => {
        throw new Error('a transaction is open')
      },
    })
    await expect(http.fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('a transaction is open')
    expect(seen).toHaveLength(0)
  })

  it('puts no path, query or key into errors and log', async () => {
    const lines: string[] = []
    const http = outgoing({ log: pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) }) })
    const error = await http.fetch('http://10.0.0.1/canary-path?key=canary-key').catch((e: unknown) => e)
    expect(lines.join()).toContain('10.0.0.1')
    expect(lines.join() + String(error) + JSON.stringify(error)).not.toContain('canary')
    await http.stop()
  })
})
