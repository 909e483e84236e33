import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ErrorReply } from '#contracts/errors.ts'
import { type Harness, startHarness } from '#test/harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

/** Status and body of the reply to a request with exactly these header lines. */
async function replyTo(lines: string[], version = '1.1') {
  const socket = connect(Number(new URL(h.url).port), '127.0.0.1')
  socket.write([`GET /api/session HTTP/${version}`, ...lines, 'Connection: close', '', ''].join('\r\n'))
  const reply = (await socket.setEncoding('utf8').toArray()).join('')
  const [head = '', body = ''] = reply.split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), head, body }
}

describe('the Host header', () => {
  it.each([
    ['twice, with two values', ['Host: 127.0.0.1', 'Host: other.example']],
    ['twice, with one value', ['Host: 127.0.0.1', 'host: 127.0.0.1']],
    ['absent', []],
    ['empty', ['Host:']],
    ['with a path', ['Host: a.example/admin']],
    ['with a user name', ['Host: user@a.example']],
    ['with a query', ['Host: a.example?x']],
    ['with a list', ['Host: a.example, b.example']],
    ['with a space', ['Host: a.example b.example']],
    ['with a port that is no number', ['Host: a.example:80a']],
    ['with a port beyond 65535', ['Host: a.example:70000']],
    ['with markup', ['Host: "><script>']],
    ['with brackets around no address', ['Host: [a.example]']],
  ])('%s is refused with 400 and the error reply', async (_, lines) => {
    const { status, head, body } = await replyTo(lines)
    expect(status).toBe(400)
    expect(head).toContain('\r\nx-content-type-options: nosniff')
    expect(ErrorReply.parse(JSON.parse(body)).error.code).toBe('invalid_input')
  })

  it.each([
    '127.0.0.1',
    'localhost:4000',
    'help.acme.example',
    'xn--mnchen-3ya.example:8443',
    '[::1]:4000',
    'a_b.example.',
  ])('%s is accepted', async (host) => {
    expect((await replyTo([`Host: ${host}`])).status).toBe(200)
  })

  it('may be absent in HTTP/1.0, which does not have it', async () => {
    expect((await replyTo([], '1.0')).status).toBe(200)
  })
})
