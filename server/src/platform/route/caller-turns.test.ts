import type { FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import { createCallerTurns } from './caller-turns.ts'

const requestOf = (headers: Record<string, string>, params = {}) => ({ headers, params, ip: '::1' }) as FastifyRequest

describe('looking up who sends a request', () => {
  it('is done in turn by business: many sessions of one leave others their turn', async () => {
    const callers = createCallerTurns(16)
    const lookUp = (cookie: string, tenantId: string, find: () => Promise<void>) =>
      callers.lookUp(requestOf({ cookie }), async () => {
        await find()
        return { tenant: { id: tenantId } }
      })
    const sessions = Array.from({ length: 20 }, (_, n) => `loud ${n}`)
    for (const cookie of sessions) await lookUp(cookie, 'loud', async () => undefined)
    const flood = Promise.withResolvers<void>()
    const there = lookUp('quiet', 'quiet', () => flood.promise)
    let begun = 0
    const waiting = sessions.map((cookie) =>
      lookUp(cookie, 'loud', () => {
        begun += 1
        return flood.promise
      }),
    )
    await lookUp('quiet', 'quiet', async () => undefined)
    expect(begun).toBe(2)
    flood.resolve()
    await Promise.all([there, ...waiting])
  })

  it('takes the portal’s name for the business of a guest, whose sessions are new', async () => {
    const callers = createCallerTurns(16)
    const guest = (n: number, find: () => Promise<void>) =>
      callers.lookUp(requestOf({ authorization: `Bearer ${n}` }, { slug: 'loud' }), async () => {
        await find()
        return { tenant: { id: 'loud' } }
      })
    const flood = Promise.withResolvers<void>()
    const there = callers.lookUp(requestOf({ cookie: 'quiet' }), async () => {
      await flood.promise
      return { tenant: { id: 'quiet' } }
    })
    let begun = 0
    const waiting = Array.from({ length: 10 }, (_, n) =>
      guest(n, () => {
        begun += 1
        return flood.promise
      }),
    )
    await callers.lookUp(requestOf({ cookie: 'quiet' }), async () => ({ tenant: { id: 'quiet' } }))
    expect(begun).toBe(2)
    flood.resolve()
    await Promise.all([there, ...waiting])
  })
})
