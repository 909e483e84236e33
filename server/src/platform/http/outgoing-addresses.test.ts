import { afterEach, describe, expect, it } from 'vitest'
import { timeBound } from '#test/time-bound.ts'
import { classifyAddress } from './address.ts'
import { client, closeAll, reasonOf, serve } from './fixture.ts'

afterEach(closeAll)

describe('outgoing addresses', () => {
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

describe('host names of outgoing requests', () => {
  it('refuses a name with one private address among public ones', async () => {
    for (const inner of ['127.0.0.1', '10.0.0.7', '::ffff:10.0.0.7', '169.254.169.254', 'fe80::1']) {
      const http = client({ resolve: async () => ['93.184.215.14', inner] })
      expect(await reasonOf(http.fetch('http://mixed.example/'))).toBe('refused_address')
    }
  })

  it('resolves a name once and connects to the checked address (DNS rebinding)', async () => {
    const { port, seen } = await serve((_, response) => response.end('inner'))
    let asked = 0
    // A public address at the first look-up, the loopback address at every later one.
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
