import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sessionQuery } from './session-query.ts'

/** How many times who is signed in was read so far. */
let reads = 0

function answerWith(answers: (() => Promise<Response>)[]): void {
  reads = 0
  vi.stubGlobal('fetch', () => {
    reads += 1
    return (answers[reads - 1] ?? answers.at(-1))?.()
  })
}

const refused = (status: number, code: string) => async () =>
  new Response(JSON.stringify({ error: { code, message: 'No.', requestId: 'r' } }), { status })
const noNetwork = async () => {
  throw new TypeError('failed to fetch')
}
const nobody = async () =>
  new Response(JSON.stringify({ user: null, tenant: null, tenants: [], endedMembership: null, lastPortal: null }), {
    status: 200,
  })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('[I7] the read of who is signed in', () => {
  it.each([
    ['2 s after the service was unavailable', 2000, refused(503, 'unavailable')],
    ['1.5 s after another failure', 1500, refused(500, 'internal')],
    ['1.5 s after the network failed', 1500, noNetwork],
  ])('is tried once more %s', async (_, waitMs, failure) => {
    answerWith([failure, nobody])
    const read = new QueryClient().fetchQuery(sessionQuery)
    await vi.advanceTimersByTimeAsync(waitMs - 1)
    expect(reads).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(reads).toBe(2)
    await expect(read).resolves.toMatchObject({ user: null })
  })

  it('fails after the second try', async () => {
    answerWith([refused(503, 'unavailable')])
    const read = new QueryClient().fetchQuery(sessionQuery).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await read).toMatchObject({ code: 'unavailable' })
    expect(reads).toBe(2)
  })
})
