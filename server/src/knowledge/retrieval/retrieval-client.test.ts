import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { type RetrievalOptions, startRetrieval } from './retrieval-client.ts'
import { createSearchThreads, type SearchThreads } from './search-thread.ts'
import type { IndexEntry } from './types.ts'

/** The language is not English, so that no test loads the encoder's model: `encoder/encoder.test.ts` covers search by vector. */
const faq = (id: string, ...texts: string[]): IndexEntry => ({
  id,
  kind: 'faq',
  language: 'es',
  title: texts[0] ?? '',
  texts,
  answer: '',
})
const refund = faq('refund', 'When do I get my refund?', 'My money is not back yet')
const invoice = faq('invoice', 'Where do I find my invoice?', 'I need a receipt')
const faultyWorker = new URL('./faulty-worker.fixture.ts', import.meta.url)

const running: SearchThreads[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((threads) => threads.stop()))
})

function start({ workerUrl, ...setup }: Partial<RetrievalOptions> & { workerUrl?: URL } = {}) {
  const notes: string[] = []
  const loads: string[] = []
  const note = (_context: unknown, message?: string) => void notes.push(String(message))
  const load = setup.load ?? (async () => [refund, invoice])
  const threads = createSearchThreads({ log: { error: note }, ...(workerUrl && { workerUrl }) })
  running.push(threads)
  const retrieval = startRetrieval({
    log: { warn: note },
    threads,
    ...setup,
    load: (tenantId) => {
      loads.push(tenantId)
      return load(tenantId)
    },
  })
  return { retrieval, notes, loads }
}

function inTemporaryFolder<T>(use: (file: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'retrieval-'))
  return use(join(folder, 'marker')).finally(() => rmSync(folder, { recursive: true }))
}

describe('the retrieval client', () => {
  it('[K5] finds knowledge of the requested tenant only', async () => {
    const { retrieval } = start({ load: async (tenantId) => (tenantId === 'a' ? [refund] : [invoice]) })
    const [a, b] = await Promise.all([retrieval.search('a', 'refund'), retrieval.search('b', 'refund or invoice')])
    expect(a.matches.map(({ id }) => id)).toEqual(['refund'])
    expect(b.matches.map(({ id }) => id)).toEqual(['invoice'])
  })

  it('loads the knowledge of a tenant once for many concurrent searches', async () => {
    const { retrieval, loads } = start()
    await Promise.all(Array.from({ length: 20 }, () => retrieval.search('a', 'my refund')))
    await retrieval.search('a', 'my invoice')
    expect(loads).toEqual(['a'])
  })

  it('passes the limit of matches to the search thread', async () => {
    const { retrieval } = start()
    expect((await retrieval.search('a', 'refund and invoice', { limit: 1 })).matches).toHaveLength(1)
  })

  it('evicts the least recently searched tenant and loads it again when it is searched', async () => {
    const { retrieval, loads } = start({ maxTenants: 2 })
    for (const tenantId of ['a', 'b', 'a', 'c', 'a', 'b']) {
      expect((await retrieval.search(tenantId, 'my refund')).matches[0]?.id).toBe('refund')
    }
    // b was evicted for c, and c for b; a was always used more recently.
    expect(loads).toEqual(['a', 'b', 'c', 'b'])
  })

  it('warm loads a tenant before its first search, within the limit of tenants, and never fails', async () => {
    const { retrieval, loads, notes } = start({
      maxTenants: 2,
      load: async (tenantId) => {
        if (tenantId === 'broken') throw new Error('no database')
        return [refund]
      },
    })
    await retrieval.warm('a')
    await retrieval.search('a', 'my refund')
    expect(loads).toEqual(['a'])
    for (const tenantId of ['b', 'c', 'broken']) await retrieval.warm(tenantId)
    expect(notes).toEqual(['knowledge could not be loaded before the first question'])
    await retrieval.search('a', 'my refund')
    expect(loads).toEqual(['a', 'b', 'c', 'broken', 'a'])
  })

  it('answers every search when more tenants search at once than fit in memory', async () => {
    const { retrieval, loads } = start({ maxTenants: 3 })
    const asked = Array.from({ length: 12 }, (_, i) => retrieval.search(`t${i}`, 'my refund'))
    const results = await Promise.all(asked)
    expect(results.every(({ matches }) => matches[0]?.id === 'refund')).toBe(true)
    // Afterwards the first tenants have been evicted.
    await retrieval.search('t11', 'my refund')
    await retrieval.search('t0', 'my refund')
    expect(loads.slice(12)).toEqual(['t0'])
  })
})

describe('retrieval after a change of knowledge', () => {
  it('the next search finds the change', async () => {
    let published = [refund]
    const { retrieval } = start({ load: async () => published })
    expect((await retrieval.search('a', 'where is my invoice')).matches[0]?.id).not.toBe('invoice')
    published = [refund, invoice]
    retrieval.invalidate('a')
    expect((await retrieval.search('a', 'where is my invoice')).matches[0]?.id).toBe('invoice')
  })

  it('a change during a load is found by the search that waits for the load', async () => {
    let published = [refund]
    const { retrieval } = start({
      load: async () => {
        const seen = published
        await new Promise((resolve) => setTimeout(resolve, 30))
        return seen
      },
    })
    const early = retrieval.search('a', 'where is my invoice')
    published = [refund, invoice]
    retrieval.invalidate('a')
    expect((await early).matches[0]?.id).toBe('invoice')
  })

  it('changes never fail a running search', async () => {
    let version = 0
    const { retrieval, notes } = start({ load: async () => [faq(`v${version}`, 'When do I get my refund?')] })
    const searches = Array.from({ length: 50 }, (_, i) => {
      if (i % 5 === 0) {
        version += 1
        retrieval.invalidate('a')
      }
      return retrieval.search('a', 'my refund')
    })
    const results = await Promise.all(searches)
    expect(results.every(({ matches }) => matches[0]?.id.startsWith('v'))).toBe(true)
    expect((await retrieval.search('a', 'my refund')).matches[0]?.id).toBe('v10')
    expect(notes).toEqual([])
  })

  it('when the load fails, the last loaded state is searched and a warning is logged', async () => {
    let broken = false
    const { retrieval, notes } = start({
      load: async () => {
        if (broken) throw new Error('no database')
        return [refund]
      },
    })
    await retrieval.search('a', 'my refund')
    broken = true
    retrieval.invalidate('a')
    expect((await retrieval.search('a', 'my refund')).matches[0]?.id).toBe('refund')
    expect(notes).toHaveLength(1)
    await expect(retrieval.search('other', 'my refund')).rejects.toThrow('no database')
  })
})

describe('failure of the search thread', () => {
  it('after a crash a new thread answers the same search', () =>
    inTemporaryFolder(async (marker) => {
      const { retrieval, notes, loads } = start({ workerUrl: faultyWorker })
      await retrieval.search('a', 'my refund')
      const others = Array.from({ length: 5 }, () => retrieval.search('a', 'my refund'))
      expect(await retrieval.search('a', `crash once ${marker}`)).toMatchObject({ confidence: expect.any(Number) })
      for (const { matches } of await Promise.all(others)) expect(matches[0]?.id).toBe('refund')
      expect(loads).toEqual(['a', 'a'])
      expect(notes).toEqual(['the search thread ended; the next search starts a new one'])
    }))

  it('a search that crashes every thread is rejected as unavailable, and the next search succeeds', async () => {
    const { retrieval } = start({ workerUrl: faultyWorker })
    await expect(retrieval.search('a', 'crash always')).rejects.toMatchObject({ code: 'unavailable' })
    expect((await retrieval.search('a', 'my refund')).matches[0]?.id).toBe('refund')
  })

  it('a search over the time limit is rejected as unavailable, and a thread that never replies is replaced', async () => {
    const { retrieval } = start({ workerUrl: faultyWorker, timeLimitMs: 300 })
    await retrieval.search('a', 'my refund')
    const stuck = retrieval.search('a', 'hang')
    await expect(stuck).rejects.toMatchObject({ code: 'unavailable', message: expect.stringContaining('300 ms') })
    const waitAndAsk = async (): Promise<string | undefined> => {
      for (let round = 0; round < 12; round++) {
        const result = await retrieval.search('a', 'my refund').catch(() => null)
        if (result) return result.matches[0]?.id
      }
      return undefined
    }
    expect(await waitAndAsk()).toBe('refund')
  })

  it('a search after stop is rejected as unavailable', async () => {
    const { retrieval } = start()
    await retrieval.search('a', 'my refund')
    retrieval.stop()
    await expect(retrieval.search('a', 'my refund')).rejects.toMatchObject({ code: 'unavailable' })
  })
})
