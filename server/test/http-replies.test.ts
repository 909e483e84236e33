import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { sendGuestMessage } from '#contracts/conversation/guest-conversation.ts'
import { startGuestSession } from '#contracts/customer/guest-session.ts'
import { ErrorReply } from '#contracts/errors.ts'
import { signIn } from '#contracts/identity/session.ts'
import { callMcp } from '#contracts/mcp/mcp.ts'
import { submitTicket } from '#contracts/ticket/guest-ticket.ts'
import { changeTicket, createTicket, listTickets } from '#contracts/ticket/ticket.ts'
import { allRoutes } from '#server/domains.ts'
import { pathOf, type TestClient } from './client.ts'
import { type Harness, startHarness, type TestTenant } from './harness.ts'
import { startChat, submitForm, uploadText } from './proof/full-tenant.ts'

let h: Harness
let acme: TestTenant
let guest: Awaited<ReturnType<Harness['guest']>>
let agent: Awaited<ReturnType<Harness['member']>>
beforeAll(async () => {
  h = await startHarness()
  acme = await h.tenant()
  guest = await h.guest(acme)
  agent = await h.member(acme)
})
afterAll(() => h.stop())

const json = (method: string, body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

async function refusalOf(who: TestClient, path: string, init: RequestInit) {
  const response = await who.raw(path, init)
  const { error } = ErrorReply.strict().parse(await response.json())
  expect(response.headers.get('x-request-id')).toBe(error.requestId)
  return { status: response.status, ...error }
}

describe('invalid input', () => {
  it('gets one error that names every invalid field of the body and what to do', async () => {
    const path = pathOf(submitTicket, { params: { slug: acme.slug } })
    const body = {
      id: 'x',
      name: ' ',
      email: 'jo',
      subject: 'a\nb',
      priority: 'huge',
      description: '',
      conversationId: 7,
    }
    const refused = await refusalOf(guest, path, json('POST', body))
    expect(refused).toMatchObject({ status: 400, code: 'invalid_input' })
    expect(refused.fields).toMatchObject({
      'body.id': expect.any(String),
      'body.name': 'Enter your name.',
      'body.email': 'Enter an email address like name@example.com.',
      'body.subject': 'Control characters and line breaks are not allowed here.',
      'body.priority': expect.any(String),
      'body.description': 'Describe what you need help with.',
      'body.conversationId': expect.any(String),
    })
  })

  it('is named by its path in nested fields, query and path parameters', async () => {
    const ticketId = await submitForm(guest, acme.slug)
    const nested = await refusalOf(
      agent,
      pathOf(changeTicket, { params: { ticketId } }),
      json('PATCH', { version: 1, tags: ['ok', '', 3] }),
    )
    expect(Object.keys(nested.fields ?? {}).sort()).toEqual(['body.tags.1', 'body.tags.2'])
    const query = await refusalOf(agent, `${listTickets.path}?statuses=x&limit=0&words=${'y'.repeat(201)}`, {})
    expect(Object.keys(query.fields ?? {}).sort()).toEqual(['query.limit', 'query.statuses', 'query.words'])
    const path = await refusalOf(agent, '/api/tickets/none', {})
    expect(Object.keys(path.fields ?? {})).toEqual(['params.ticketId'])
  })

  it('is refused where it sets a field that only the server sets', async () => {
    const body = { id: crypto.randomUUID(), subject: 'S', description: 'D' }
    for (const field of ['tenantId', 'status', 'number', 'isDemo', 'createdAt', 'source', 'role', 'version']) {
      const refused = await refusalOf(agent, createTicket.path, json('POST', { ...body, [field]: 'x' }))
      expect([field, refused.status, refused.code]).toEqual([field, 400, 'invalid_input'])
    }
  })

  it('is refused by its size, its length, its content type and its syntax', async () => {
    const { params } = await startChat(guest, acme.slug)
    const path = pathOf(sendGuestMessage, { params })
    const message = { id: crypto.randomUUID(), fileIds: [] }
    expect((await refusalOf(guest, path, json('POST', { ...message, body: 'x'.repeat(300_000) }))).code).toBe(
      'too_large',
    )
    expect((await refusalOf(guest, path, json('POST', { ...message, body: 'x'.repeat(8001) }))).code).toBe(
      'invalid_input',
    )
    const text = { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'hello' }
    expect((await refusalOf(guest, path, text)).code).toBe('unsupported')
    expect((await refusalOf(guest, path, { ...json('POST', {}), body: '{' })).code).toBe('invalid_input')
  })

  it('is refused where it asks for a page of more than 100 rows', async () => {
    const refused = await refusalOf(agent, `${listTickets.path}?limit=101`, {})
    expect([refused.status, Object.keys(refused.fields ?? {})]).toEqual([400, ['query.limit']])
    for (const { endpoint } of allRoutes) {
      const limit = (endpoint.query as { shape?: Record<string, z.ZodType> } | undefined)?.shape?.limit
      if (!limit) continue
      expect(limit.safeParse('100').success, endpoint.path).toBe(true)
      expect(limit.safeParse('101').success, endpoint.path).toBe(false)
    }
  })

  it('is defined by a strict schema at every route with parameters or a body', () => {
    for (const { endpoint } of allRoutes) {
      const name = `${endpoint.method} ${endpoint.path}`
      expect(endpoint.path.includes(':'), name).toBe(endpoint.params !== undefined)
      if (endpoint.method === 'GET') expect(endpoint.body, name).toBeUndefined()
      // Unknown fields of a body are refused, not ignored; but a message of MCP may have fields of a newer version of the protocol.
      else if (endpoint.body && endpoint !== callMcp)
        expect(endpoint.body.safeParse({ 'not a field': 1 }).error?.message, name).toContain('unrecognized_keys')
    }
  })
})

describe('every reply', () => {
  const headersOf = async (who: TestClient, path: string, init: RequestInit = {}) => {
    const response = await who.raw(path, init)
    await response.arrayBuffer()
    return response.headers
  }

  it('has the headers that forbid sniffing, framing and caching', async () => {
    const fileId = await uploadText(agent, null)
    const api = [
      await headersOf(agent, '/api/tickets'),
      await headersOf(agent, '/api/session'),
      await headersOf(h.visitor(), '/api/tickets'),
      await headersOf(h.visitor(), '/api/nothing-here'),
      await headersOf(h.visitor(), '/api/portal/%zz'),
      await headersOf(guest, `/api/portal/${acme.slug}/tickets`),
      await headersOf(h.visitor(), `/api/portal/${acme.slug}`),
    ]
    for (const headers of api) {
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('cache-control')).toContain('no-store')
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    }
    for (const headers of api) {
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
      expect(headers.get('permissions-policy')).toMatch(/camera=\(\).*geolocation=\(\).*microphone=\(\)/)
    }
    const file = await headersOf(agent, `/api/files/${fileId}`)
    expect(file.get('content-disposition')).toMatch(/^attachment;/)
    expect(file.get('content-security-policy')).toBe("sandbox; default-src 'none'")
    expect([file.get('x-content-type-options'), file.get('cache-control')]).toEqual(['nosniff', 'private, no-store'])
    expect(file.get('cross-origin-resource-policy')).toBe('same-origin')
  })

  it('may be stored by no cache, however its address is written, unless it is a static file', async () => {
    for (const path of [
      '/%61pi/session',
      '/%61%70%69/tickets',
      `/api/%70ortal/${acme.slug}`,
      '/livez',
      '/readyz',
      '/metrics',
      '/api/openapi.json',
      '/',
      '/desk.html',
      '/portal.html',
      '/nothing-here',
      '/%61pi/nothing-here',
    ])
      expect((await headersOf(agent, path)).get('cache-control'), path).toBe('no-store')
    const page = await (await agent.raw('/')).text()
    const asset = /\/assets\/[\w.-]+\.js/.exec(page)
    // Without the built pages only the API replies.
    if (!asset) return
    expect((await headersOf(agent, asset[0])).get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect((await headersOf(agent, '/assets/nothing-here.js')).get('cache-control')).toBe('no-store')
  })

  it('has the same headers when the request is not HTTP', async () => {
    const socket = connect(Number(new URL(h.url).port), '127.0.0.1')
    socket.write('GET /api/session HTTP/1.1\r\nhost: x\r\nbad header\r\n\r\n')
    const reply = (await socket.setEncoding('utf8').toArray()).join('')
    expect(reply).toMatch(/^HTTP\/1\.1 400 /)
    const { headers } = await h.visitor().raw('/api/session')
    for (const name of ['x-content-type-options', 'content-security-policy', 'x-frame-options', 'referrer-policy'])
      expect(reply, name).toContain(`\r\n${name}: ${headers.get(name)}\r\n`)
  })

  it('that is a page allows only same-origin scripts, and only the embedded chat may be framed', async () => {
    const page = await headersOf(h.visitor(), '/')
    // Without the built pages only the API replies.
    if (!page.get('content-type')?.startsWith('text/html')) return
    const policyOf = (headers: Headers) => headers.get('content-security-policy') ?? ''
    for (const path of [
      '/',
      '/admin',
      '/signin',
      `/support?tenant=${acme.slug}`,
      `/help?tenant=${acme.slug}`,
      '/nothing',
    ]) {
      const policy = policyOf(await headersOf(h.visitor(), path))
      // A help page is sent more than once, so it has no nonce and no script of its own.
      const scripts = path.startsWith('/help') ? /script-src 'self';/ : /script-src 'self' 'nonce-[\w+/=]{20,}'/
      expect(policy, path).toMatch(scripts)
      expect(policy, path).not.toContain('unsafe')
      expect(policy, path).toContain("frame-ancestors 'none'")
      expect(policy.match(/https?:/g), path).toBeNull()
    }
    expect(page.get('permissions-policy')).toContain('camera=()')
    const nonces = [policyOf(page), policyOf(await headersOf(h.visitor(), '/'))]
    expect(nonces[0]).not.toBe(nonces[1])
    const embedded = await headersOf(h.visitor(), `/support?tenant=${acme.slug}&embed=true`)
    expect(policyOf(embedded)).toContain('frame-ancestors *')
  })

  it('names no server software in its headers', async () => {
    const headers = await headersOf(h.visitor(), '/livez')
    for (const name of ['server', 'x-powered-by']) expect(headers.get(name)).toBeNull()
  })
})

describe('a cross-site request', () => {
  it('is refused at every changing route, with valid session cookies', async () => {
    const begun = await h.visitor().raw(pathOf(startGuestSession, { params: { slug: acme.slug } }), json('POST', {}))
    const cookies = `${agent.headers.cookie}; ${begun.headers.getSetCookie()[0]?.split(';')[0]}`
    const changing = allRoutes.map(({ endpoint }) => endpoint).filter(({ method }) => method !== 'GET')
    for (const endpoint of changing) {
      const path = endpoint.path.replace(':slug', acme.slug).replace(/:\w+/g, crypto.randomUUID())
      for (const origin of [
        'https://evil.example',
        'null',
        `${h.url}.evil.example`,
        h.url.replace('http:', 'https:'),
      ]) {
        const response = await h.visitor().raw(path, { method: endpoint.method, headers: { origin, cookie: cookies } })
        const { error } = ErrorReply.parse(await response.json())
        expect([response.status, error.message], `${endpoint.method} ${path} from ${origin}`).toEqual([
          403,
          'This request came from another site and was refused.',
        ])
      }
    }
  })

  it('is not assumed for the same origin or for a request without an origin', async () => {
    const body = { email: 'nobody@example.com', password: 'wrong', portal: 'business' }
    for (const headers of [{ origin: h.url }, {}]) {
      const refused = await refusalOf(h.visitor(), signIn.path, json('POST', body, headers as Record<string, string>))
      expect(refused.code).toBe('unauthenticated')
    }
  })

  it('gets no CORS headers', async () => {
    for (const method of ['GET', 'OPTIONS']) {
      const response = await agent.raw('/api/tickets', { method, headers: { origin: 'https://evil.example' } })
      await response.arrayBuffer()
      for (const name of ['access-control-allow-origin', 'access-control-allow-credentials']) {
        expect(response.headers.get(name)).toBeNull()
      }
    }
  })
})
