import { afterEach, describe, expect, it, vi } from 'vitest'
import { uploadFile } from '#contracts/conversation/file.ts'
import { listTickets, takeTicket } from '#contracts/ticket/ticket.ts'
import { getTicketCounters } from '#contracts/ticket/ticket-counters.ts'
import { addressOf, CallError, call, isTransient, newId, type Send, setBearerToken } from './call.ts'

function answer(status: number, body: unknown, headers: Record<string, string> = {}) {
  const spy = vi.fn<typeof fetch>(async () => new Response(JSON.stringify(body), { status, headers }))
  vi.stubGlobal('fetch', spy)
  return spy
}

afterEach(() => {
  vi.unstubAllGlobals()
  setBearerToken(null)
})

describe('call', () => {
  it('fills the path, sends the body and returns the reply', async () => {
    const spy = answer(200, { id: 't', version: 2 })
    await expect(call(takeTicket, { params: { ticketId: 'a/b' }, body: { version: 1 } })).resolves.toMatchObject({
      version: 2,
    })
    expect(spy).toHaveBeenCalledWith(
      '/api/tickets/a%2Fb/take',
      expect.objectContaining({ method: 'POST', body: '{"version":1}' }),
    )
  })

  it('writes the query without undefined values', async () => {
    expect(addressOf('/api/tickets', { query: { search: 'a b', cursor: undefined } })).toBe('/api/tickets?search=a+b')
    const spy = answer(200, { items: [], nextCursor: null })
    await call(listTickets, { query: { statuses: 'open' } })
    expect(spy.mock.calls[0]?.[0]).toBe('/api/tickets?statuses=open')
  })

  it('names every wrong field without the body prefix', async () => {
    answer(400, {
      error: { code: 'invalid_input', message: 'Check the fields.', fields: { 'body.version': 'x' }, requestId: 'r' },
    })
    const failure = await call(takeTicket, { params: { ticketId: 'x' }, body: { version: 0 } }).catch(
      (error: unknown) => error,
    )
    expect(failure).toBeInstanceOf(CallError)
    expect(failure).toMatchObject({ code: 'invalid_input', status: 400, fields: { version: 'x' }, requestId: 'r' })
  })

  it('throws the current row of a conflict and the wait of a rate limit', async () => {
    answer(409, { error: { code: 'conflict', message: 'm', current: { version: 7 }, requestId: 'r' } })
    await expect(call(getTicketCounters)).rejects.toMatchObject({ code: 'conflict', current: { version: 7 } })
    answer(429, { error: { code: 'rate_limited', message: 'm', requestId: 'r' } }, { 'retry-after': '30' })
    await expect(call(getTicketCounters)).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 30 })
  })

  it('throws offline without a network and bad_answer for a foreign page', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('Failed to fetch')
    })
    await expect(call(getTicketCounters)).rejects.toMatchObject({ code: 'offline', status: 0 })
    vi.stubGlobal('fetch', async () => new Response('<html>', { status: 502 }))
    await expect(call(getTicketCounters)).rejects.toMatchObject({ code: 'bad_answer', status: 502 })
  })

  it('sends the bearer token of a frame', async () => {
    setBearerToken('t0')
    const spy = answer(200, {})
    await call(getTicketCounters)
    expect(spy.mock.calls[0]?.[1]?.headers).toMatchObject({ authorization: 'Bearer t0' })
  })

  it('sends an upload the given way, with the same headers and the same errors', async () => {
    setBearerToken('t0')
    const send = vi.fn<Send>(async () => new Response('<html>', { status: 502 }))
    const form = new FormData()
    await expect(call(uploadFile, {}, { form, send })).rejects.toMatchObject({ code: 'bad_answer', status: 502 })
    expect(send.mock.calls[0]?.[1]).toMatchObject({ body: form, headers: { authorization: 'Bearer t0' } })
    expect(send.mock.calls[0]?.[1].headers).not.toHaveProperty('content-type')
  })

  it('refuses at compile time what the contract does not declare', () => {
    // @ts-expect-error the body is missing
    void (() => call(takeTicket, { params: { ticketId: 'x' } }))
    // @ts-expect-error version is a number
    void (() => call(takeTicket, { params: { ticketId: 'x' }, body: { version: '1' } }))
    expect(newId()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  it('calls a failure transient that may pass by itself: no reply, the server asks to wait, or its proxy answers instead', () => {
    const codes = ['offline', 'unavailable', 'rate_limited'] as const
    expect(codes.filter((code) => !isTransient(new CallError(code, '')))).toEqual([])
    expect(isTransient(new CallError('bad_answer', '', { status: 502 }))).toBe(true)
    expect(isTransient(new CallError('bad_answer', '', { status: 200 }))).toBe(false)
    expect(isTransient(new CallError('conflict', '', { status: 409 }))).toBe(false)
    expect(isTransient(new Error('offline'))).toBe(false)
  })
})
