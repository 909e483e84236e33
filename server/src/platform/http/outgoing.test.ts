import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { pino } from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { timeBound } from '#test/time-bound.ts'
import { classifyAddress } from './address.ts'
import { type Outgoing, outgoing } from './outgoing.ts'
import { OutgoingError } from './outgoing-error.ts'

const log = pino({ level: 'silent' })
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function serve(listener: RequestListener): Promise<{ port: number; seen: IncomingMessage[] }> {
  const seen: IncomingMessage[] = []
  const server: Server = createServer((request, response) => {
    seen.push(request)
    listener(request, response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  closing.push(async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  })
  return { port: (server.address() as AddressInfo).port, seen }
}

function client(options: Partial<Parameters<typeof outgoing>[0]> = {}): Outgoing {
  const made = outgoing({ log, ...options })
  closing.unshift(() => made.stop())
  return made
}
/** Resolves every name to this machine's test servers. */
const open = () => client({ allowLoopback: true, resolve: async () => ['127.0.0.1'] })

const reasonOf = async (promise: Promise<unknown>): Promise<string> => {
  const error = await promise.then(
    () => null,
    (e: unknown) => e,
  )
  expect(error).toBeInstanceOf(OutgoingError)
  return (error as OutgoingError).reason
}

describe('addresses', () => {
  it('are public or refused', () => {
    for (const address of ['8.8.8.8', '93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c', '::ffff:8.8.8.8']) {
      expect([address, classifyAddress(address)]).toEqual([address, 'public'])
    }
    for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1']) {
      expect([address, classifyAddress(address)]).toEqual([address, 'loopback'])
    }
    const refused = [
      '0.0.0.0',
      '10.0.0.1',
      '172.16.0.1',
      '172.31.255.255',
      '192.168.1.1',
      '169.254.169.254',
      '100.64.0.1',
      '100.100.100.200',
      '168.63.129.16',
      '192.0.0.192',
      '192.0.2.1',
      '198.18.0.1',
      '224.0.0.1',
      '240.0.0.1',
      '255.255.255.255',
      '::',
      'fe80::1',
      'fe80::1%eth0',
      'fc00::1',
      'fd00:ec2::254',
      'ff02::1',
      '::ffff:10.0.0.1',
      '::ffff:169.254.169.254',
      '64:ff9b::7f00:1',
      '64:ff9b:1::1',
      '::127.0.0.1',
      '2002:7f00:1::',
      '2001:0:7f00:1::',
      '2001:db8::1',
      '4000::1',
      'example.com',
      '',
    ]
    for (const address of refused) expect([address, classifyAddress(address)]).toEqual([address, 'refused'])
  })

  it('of private networks are refused in every notation, before any connection', async () => {
    const { port, seen } = await serve((_, response) => response.end('inner'))
    const http = client()
    const inner = [
      'http://127.0.0.1/',
      'http://127.1/',
      'http://2130706433/',
      'http://0x7f.0.0.1/',
      'http://0177.0.0.1/',
      'http://0/',
      'http://[::1]/',
      'http://[::ffff:127.0.0.1]/',
      'http://[::ffff:7f00:1]/',
      'http://[64:ff9b::7f00:1]/',
      'http://169.254.169.254/latest/meta-data/',
      'http://10.0.0.1:8080/',
      'https://[fe80::1]/',
      'http://①②⑦.0.0.1/',
      'http://localhost/',
    ]
    for (const url of inner) expect([url, await reasonOf(http.fetch(url))]).toEqual([url, 'refused_address'])
    const local = client({ allowLoopback: true })
    expect((await local.fetch(`http://127.0.0.1:${port}/`)).body.toString()).toBe('inner')
    expect(await reasonOf(local.fetch('http://10.0.0.1/'))).toBe('refused_address')
    expect(await reasonOf(local.fetch('http://169.254.169.254/'))).toBe('refused_address')
    expect(seen).toHaveLength(1)
  })

  it('with other schemes, user names or unusual ports are refused', async () => {
    const http = client()
    for (const url of [
      'ftp://a.example/',
      'file:///etc/passwd',
      'data:,x',
      'http://u:p@a.example/',
      'http://u@a.example/',
      'http://a.example:22/',
      'http://a.example:6379/',
      '//a.example',
      'nonsense',
      '',
    ]) {
      expect([url, await reasonOf(http.fetch(url))]).toEqual([url, 'bad_url'])
    }
  })
})

describe('names', () => {
  it('refuses a name with one private address among public ones', async () => {
    for (const inner of ['127.0.0.1', '10.0.0.7', '::ffff:10.0.0.7', '169.254.169.254', 'fe80::1']) {
      const http = client({ resolve: async () => ['93.184.215.14', inner] })
      expect(await reasonOf(http.fetch('http://mixed.example/'))).toBe('refused_address')
    }
  })

  it('resolves a name once and connects to the checked address (DNS rebinding)', async () => {
    const { port, seen } = await serve((_, response) => response.end('inner'))
    let asked = 0
    // Public at the first look-up, this machine at every later one.
    const http = client({
      resolve: async () => {
        asked += 1
        return asked === 1 ? ['192.0.2.1'] : ['127.0.0.1']
      },
    })
    expect(await reasonOf(http.fetch('http://rebind.example:8080/', { timeoutMs: 300 }))).toBe('refused_address')
    expect(asked).toBe(1)
    const turned = [['127.0.0.1'], ['10.0.0.1']]
    const local = client({ allowLoopback: true, resolve: async () => turned.shift() ?? [] })
    expect((await local.fetch(`http://rebind.example:${port}/`)).body.toString()).toBe('inner')
    expect(turned).toHaveLength(1)
    expect(seen[0]?.headers.host).toBe(`rebind.example:${port}`)
  })

  it('fails with dns for a name without addresses', async () => {
    const resolve = () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }))
    expect(await reasonOf(client({ resolve }).fetch('https://nowhere.example/'))).toBe('dns')
    expect(await reasonOf(client({ resolve: async () => [] }).fetch('https://nowhere.example/'))).toBe('dns')
  })

  it('ends a look-up that never answers at the time-out', async () => {
    const http = client({ resolve: () => new Promise(() => undefined) })
    const began = performance.now()
    expect(await reasonOf(http.fetch('http://slow.example/', { timeoutMs: 80 }))).toBe('timeout')
    await http.stop()
    expect(performance.now() - began).toBeLessThan(timeBound(1000))
  })
})

describe('redirects', () => {
  it('checks each target', async () => {
    const targets = ['http://169.254.169.254/', 'http://10.0.0.1/', 'file:///etc/passwd', 'http://u:p@a.example/']
    const { port } = await serve((request, response) => {
      response.writeHead(302, { location: targets[Number(request.url?.slice(1))] }).end()
    })
    const reasons = []
    for (const n of targets.keys()) reasons.push(await reasonOf(open().fetch(`http://a.example:${port}/${n}`)))
    expect(reasons).toEqual(['refused_address', 'refused_address', 'bad_url', 'bad_url'])
  })

  it('follows at most five and gives the last address', async () => {
    const { port, seen } = await serve((request, response) => {
      const left = Number(request.url?.slice(1))
      if (left === 0) response.end('there')
      else response.writeHead(301, { location: `/${left - 1}` }).end('moved')
    })
    const answer = await open().fetch(`http://a.example:${port}/5`)
    expect([answer.body.toString(), answer.url]).toEqual(['there', `http://a.example:${port}/0`])
    expect(seen).toHaveLength(6)
    expect(await reasonOf(open().fetch(`http://a.example:${port}/6`))).toBe('redirects')
    expect(await reasonOf(open().fetch(`http://a.example:${port}/1`, { maxRedirects: 0 }))).toBe('redirects')
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
    await open().fetch(to(302, `http://b.example:${port}/end`), { headers: secret })
    expect(got.splice(0)[1]).toBe(`GET|b.example:${port}||||text/plain|`)
    await open().fetch(to(307, `http://a.example:${port}/end`), { method: 'POST', body: 'data', headers: secret })
    expect(got.splice(0)[1]).toBe(`POST|a.example:${port}|Bearer s|c=1|k|text/plain|data`)
    await open().fetch(to(303, `http://b.example:${port}/end`), { method: 'POST', body: 'data', headers: secret })
    expect(got.splice(0)[1]).toBe(`GET|b.example:${port}||||text/plain|`)
    expect(
      await reasonOf(open().fetch(to(307, `http://b.example:${port}/end`), { method: 'POST', body: 'data' })),
    ).toBe('redirects')
    expect(got).toHaveLength(1)
  })

  it('ignores a caller’s host and content-length and refuses a header with a line break', async () => {
    const { port, seen } = await serve((_, response) => response.end())
    await open().fetch(`http://a.example:${port}/`, {
      headers: { Host: 'evil.example', 'Content-Length': '99', 'Transfer-Encoding': 'chunked' },
    })
    expect(seen[0]?.headers.host).toBe(`a.example:${port}`)
    expect(await reasonOf(open().fetch(`http://a.example:${port}/`, { headers: { 'x-a': 'b\r\nx-evil: 1' } }))).toBe(
      'network',
    )
    expect(seen).toHaveLength(1)
  })
})

describe('limits', () => {
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
    const at = (path: string) => open().fetch(`http://a.example:${port}${path}`)
    for (const path of ['/declared', '/gzip', '/br', '/endless'])
      expect([path, await reasonOf(at(path))]).toEqual([path, 'too_large'])
    expect(written).toBeLessThan(50e6)
    expect(await reasonOf(at('/twice'))).toBe('network')
    expect(await reasonOf(at('/broken'))).toBe('network')
    expect((await at('/small')).body.toString()).toBe('hello')
    expect((await open().fetch(`http://a.example:${port}/gzip`, { method: 'HEAD' })).body).toHaveLength(0)
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
      expect(await reasonOf(open().fetch(`http://a.example:${port}${path}`, { timeoutMs: 150 }))).toBe('timeout')
      expect(performance.now() - began).toBeLessThan(timeBound(1000))
    }
  })

  it('streams, and distinguishes a caller’s abort from a time-out', async () => {
    const { port } = await serve((request, response) => {
      response.write('one ')
      if (request.url === '/ends') setTimeout(() => response.end('two'), 30)
      if (request.url === '/cut') setTimeout(() => response.destroy(), 30)
    })
    const whole = await open().stream(`http://a.example:${port}/ends`)
    expect(await text(whole.body)).toBe('one two')
    const cut = await open().stream(`http://a.example:${port}/cut`)
    expect(await reasonOf(buffer(cut.body))).toBe('network')
    const given = new AbortController()
    const left = await open().stream(`http://a.example:${port}/stalls`, { signal: given.signal })
    const reading = buffer(left.body)
    given.abort(new Error('enough'))
    await expect(reading).rejects.toThrow('enough')
    await expect(open().fetch(`http://a.example:${port}/stalls`, { signal: given.signal })).rejects.toThrow('enough')
  })

  it('fails with network for a closed port, and throws inside a transaction', async () => {
    expect(await reasonOf(open().fetch('http://a.example:1/'))).toBe('network')
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
