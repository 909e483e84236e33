import { afterEach, describe, expect, it, vi } from 'vitest'
import { openLive, waitBefore } from './live-stream.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('a live stream', () => {
  it('waits longer before each attempt, up to 20 s, with a random share', () => {
    expect(waitBefore(1, 0)).toBe(250)
    expect(waitBefore(1, 1)).toBe(500)
    expect(waitBefore(4, 1)).toBe(4000)
    expect(waitBefore(40, 1)).toBe(20_000)
  })

  it('resumes after the last event, polls while it is lost, and ends when it is refused', async () => {
    vi.useFakeTimers()
    const asked: (string | undefined)[] = []
    const answers = [
      () => new Response('id: 5\ndata: {"type":"resync"}\n\n'),
      () => new Response('no', { status: 503 }),
      () => new Response('no', { status: 401 }),
    ]
    vi.stubGlobal('fetch', async (_: string, request: RequestInit) => {
      asked.push((request.headers as Record<string, string>)['last-event-id'])
      return answers[Math.min(asked.length, answers.length) - 1]?.()
    })
    const polled = vi.fn()
    const heard = vi.fn()
    const states: string[] = []
    const stream = openLive({ path: '/api/stream', onPoll: polled, pollEveryMs: 50 })
    stream.listen(heard)
    stream.watch(() => states.push(stream.state()))
    await vi.advanceTimersByTimeAsync(3000)
    expect(heard).toHaveBeenCalledExactlyOnceWith({ type: 'resync' })
    expect(states).toEqual(['live', 'lost', 'ended'])
    expect(asked).toEqual([undefined, '5', '5'])
    expect(polled).toHaveBeenCalled()
    const before = polled.mock.calls.length
    await vi.advanceTimersByTimeAsync(1000)
    expect(polled).toHaveBeenCalledTimes(before)
    stream.close()
  })
})
