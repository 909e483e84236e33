import { describe, expect, it } from 'vitest'
import type { Clock } from '#server/platform/clock.ts'
import { createPageCache } from './page-cache.ts'
import type { SharedPage } from './shared-page.ts'

const page = (text: string): SharedPage => ({
  status: 200,
  html: Buffer.from(text),
  compressed: null,
  etag: text,
  policy: '',
})

function cacheAt(limits?: { maxPages?: number; maxBytes?: number }) {
  let time = Date.parse('2026-01-01')
  const clock = { now: () => new Date(time) } as Clock
  const cache = createPageCache(clock, limits)
  let built = 0
  const get = async (key: string, group = 'a') =>
    (await cache.get(key, group, async () => page(`${key} ${++built}`)))?.etag
  return { cache, get, wait: (ms: number) => (time += ms) }
}

describe('[U8] kept pages', () => {
  it('are built once, by one of those who ask at the same time, and again after a minute', async () => {
    const { get, wait } = cacheAt()
    expect(await Promise.all([get('x'), get('x')])).toEqual(['x 1', 'x 1'])
    expect(await get('x')).toBe('x 1')
    wait(60_000)
    expect(await get('x')).toBe('x 2')
    wait(-120_000)
    expect(await get('x')).toBe('x 3')
  })

  it('are forgotten by group; a page that was being built meanwhile is not kept, and nobody who asks afterwards gets it', async () => {
    const { cache, get } = cacheAt()
    await get('x')
    await get('y', 'b')
    let finish: (built: SharedPage) => void = () => undefined
    const slow = cache.get('z', 'a', () => new Promise((resolve) => (finish = resolve)))
    cache.forget('a')
    expect(await get('z')).toBe('z 3')
    finish(page('old'))
    expect((await slow)?.etag).toBe('old')
    expect([await get('z'), await get('x'), await get('y', 'b')]).toEqual(['z 3', 'x 4', 'y 2'])
    cache.forget()
    expect(cache.size).toBe(0)
  })

  it('are limited in number and bytes: those that nobody asked for longest go first', async () => {
    const { cache, get } = cacheAt({ maxPages: 2 })
    await get('x')
    await get('y')
    await get('x')
    await get('z')
    expect([await get('x'), cache.size]).toEqual(['x 1', 2])
    expect(await get('y')).toBe('y 4')
    const small = cacheAt({ maxBytes: 7 })
    await small.get('x')
    await small.get('y')
    await small.get('z')
    expect(small.cache.size).toBe(2)
  })

  it('are not kept where there is none, or where it could not be built', async () => {
    const { cache, get } = cacheAt()
    expect(await cache.get('x', 'a', async () => null)).toBeNull()
    await expect(cache.get('x', 'a', () => Promise.reject(new Error('no database')))).rejects.toThrow('no database')
    expect(await get('x')).toBe('x 1')
  })
})
