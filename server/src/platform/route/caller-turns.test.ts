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
    await lookUp('quiet', 'quiet', async () => undefined)
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
    expect(begun).toBe(4)
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
    await guest(0, async () => undefined)
    const quiet = (find: () => Promise<void>) =>
      callers.lookUp(requestOf({ cookie: 'quiet' }), async () => {
        await find()
        return { tenant: { id: 'quiet' } }
      })
    await quiet(async () => undefined)
    const flood = Promise.withResolvers<void>()
    const there = quiet(() => flood.promise)
    let begun = 0
    const waiting = Array.from({ length: 10 }, (_, n) =>
      guest(n, () => {
        begun += 1
        return flood.promise
      }),
    )
    await quiet(async () => undefined)
    expect(begun).toBe(4)
    flood.resolve()
    await Promise.all([there, ...waiting])
  })

  it('of sessions that are not known takes no turns from a business that is alone', async () => {
    const callers = createCallerTurns(16)
    const lookUp = (cookie: string, find: () => Promise<void>) =>
      callers.lookUp(requestOf({ cookie }), async () => {
        await find()
        return { tenant: cookie === 'known' ? { id: 'alone' } : null }
      })
    await lookUp('known', async () => undefined)
    const all = Promise.withResolvers<void>()
    const stranger = lookUp('stranger', () => all.promise)
    let begun = 0
    const own = Array.from({ length: 7 }, () =>
      lookUp('known', () => {
        begun += 1
        return all.promise
      }),
    )
    await expect.poll(() => begun).toBe(7)
    all.resolve()
    await Promise.all([stranger, ...own])
  })
})
