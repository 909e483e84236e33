import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cosine } from '#server/knowledge/retrieval/dense.ts'
import { attachVectors, buildIndex, search } from '#server/knowledge/retrieval/engine.ts'
import { startRetrieval } from '#server/knowledge/retrieval/retrieval-client.ts'
import { createSearchThreads } from '#server/knowledge/retrieval/search-thread.ts'
import type { IndexEntry } from '#server/knowledge/retrieval/types.ts'
import type { EncoderClient } from './client.ts'
import { createEncoderClient } from './client.ts'
import { encodeIndex } from './encode-index.ts'
import { DIMENSIONS, type Encoder, loadEncoder } from './model.ts'
import { hashText, readVectors, writeVectors } from './vector-file.ts'

const faq = (id: string, texts: string[], language: IndexEntry['language'] = 'en'): IndexEntry => ({
  id,
  kind: 'faq',
  language,
  title: texts[0] ?? '',
  texts,
  answer: '',
})
const knowledge = [
  faq('return', ['Can I send goods back?', 'How do I return a purchase?']),
  faq('hours', ['When are you open?', 'What are your opening hours?']),
  faq('pay', ['Which credit cards do you take?', 'How can I pay?']),
  faq('jobs', ['Are you hiring?', 'Do you have vacancies?']),
]

const folder = mkdtempSync(join(tmpdir(), 'vectors-'))
let encoder: Encoder
beforeAll(async () => {
  encoder = await loadEncoder()
})
afterAll(() => rmSync(folder, { recursive: true }))

/** The real encoder, in this thread. */
const createLocalClient = (): EncoderClient & { asked: string[] } => {
  const asked: string[] = []
  return {
    asked,
    start: () => undefined,
    isReady: () => true,
    whenReady: async () => undefined,
    isUsable: () => true,
    encodeQuestion: (text) => encoder.encode(text),
    encodeText: (text) => {
      asked.push(text)
      return encoder.encode(text)
    },
  }
}

describe('[K5] search by vector', () => {
  it('finds a FAQ without a common word, which lexical search does not', async () => {
    const index = buildIndex(knowledge)
    const question = 'is there any employment at the moment'
    expect(search(index, question).matches[0]?.id).not.toBe('jobs')
    expect(await encodeIndex(index, null, createLocalClient()).done).toBeNull()
    const vector = await encoder.encode(question)
    expect(search(index, question, {}, vector).matches[0]?.id).toBe('jobs')
  })

  it('texts of other languages get no vector and are found lexically', async () => {
    const index = buildIndex([...knowledge, faq('de', ['Wann habt ihr geöffnet?'], 'de')])
    expect(index.encodable.map(({ text }) => text)).not.toContain('Wann habt ihr geöffnet?')
    await encodeIndex(index, null, createLocalClient()).done
    const question = 'wann geöffnet'
    expect(search(index, question, {}, await encoder.encode(question)).matches[0]?.id).toBe('de')
  })

  it.each(['', '🙂', '\ud800', '退款', 'a'.repeat(50_000)])(
    'accepts any text and finds nothing with confidence for it: %#',
    async (text) => {
      const index = buildIndex(knowledge)
      await encodeIndex(index, null, createLocalClient()).done
      const vector = await encoder.encode(text)
      expect(vector).toHaveLength(DIMENSIONS)
      const { confidence } = search(index, text, {}, vector)
      expect(confidence).toBeLessThan(0.35)
    },
  )
})

describe('cached vectors', () => {
  it('are used by the next start; vectors of removed texts are removed from the file', async () => {
    const store = { file: join(folder, 'cached.bin'), isPersistent: true }
    const first = createLocalClient()
    await encodeIndex(buildIndex(knowledge), store, first).done
    expect(first.asked).toHaveLength(8)
    const second = createLocalClient()
    await encodeIndex(buildIndex(knowledge), store, second).done
    expect(second.asked).toEqual([])
    const third = createLocalClient()
    await encodeIndex(buildIndex([...knowledge.slice(1), faq('new', ['Is there parking?'])]), store, third).done
    expect(third.asked).toEqual(['Is there parking?'])
    const cached = await readVectors(store.file)
    expect(cached.size).toBe(7)
    expect(cached.has(hashText('Can I send goods back?'))).toBe(false)
    expect(statSync(store.file).mode & 0o077).toBe(0)
    expect(readFileSync(store.file, 'latin1')).not.toContain('parking')
  })

  it('of a draft are not stored, but those of published texts are used', async () => {
    const file = join(folder, 'draft.bin')
    await encodeIndex(buildIndex(knowledge), { file, isPersistent: true }, createLocalClient()).done
    const before = readFileSync(file)
    const draft = createLocalClient()
    await encodeIndex(
      buildIndex([...knowledge, faq('draft', ['Do you gift-wrap?'])]),
      { file, isPersistent: false },
      draft,
    ).done
    expect(draft.asked).toEqual(['Do you gift-wrap?'])
    expect(readFileSync(file)).toEqual(before)
  })

  it('of a damaged or missing file, or of another encoder, are ignored', async () => {
    const file = join(folder, 'damaged.bin')
    await writeVectors(file, new Map([[hashText('a'), new Int8Array(DIMENSIONS).fill(1)]]))
    expect((await readVectors(file)).size).toBe(1)
    truncateSync(file, statSync(file).size - 1)
    expect((await readVectors(file)).size).toBe(0)
    writeFileSync(file, 'segue-vectors 1 another 3\nxxx')
    expect((await readVectors(file)).size).toBe(0)
    expect((await readVectors(join(folder, 'none.bin'))).size).toBe(0)
  })

  it('that cannot be stored are used, and the error is returned', async () => {
    const index = buildIndex(knowledge)
    const failure = await encodeIndex(index, { file: '/dev/null/none.bin', isPersistent: true }, createLocalClient())
      .done
    expect(failure).toContain('could not be stored')
    expect(index.dense).not.toBeNull()
  })

  it('leave no temporary file', () => {
    expect(readdirSync(folder).filter((name) => !name.endsWith('.bin'))).toEqual([])
  })
})

describe('search without the encoder', () => {
  it('search is lexical when the encoder thread cannot start', async () => {
    const reasons: string[] = []
    const client = createEncoderClient(
      (reason) => reasons.push(reason),
      new URL('./no-such-worker.ts', import.meta.url),
    )
    const index = buildIndex(knowledge)
    expect(await encodeIndex(index, null, client).done).toBeNull()
    expect(index.dense).toBeNull()
    expect(reasons).toHaveLength(1)
    expect(client.isUsable()).toBe(false)
    expect(await client.encodeQuestion('opening hours', 1_000)).toBeNull()
    expect(search(index, 'your opening hours please').matches[0]?.id).toBe('hours')
  })

  it('[H9] the first question may wait for the encoder to be in memory; after a failure it does not wait', async () => {
    const client = createEncoderClient(() => undefined, new URL('./encoder-worker.ts', import.meta.url))
    expect(client.isReady()).toBe(false)
    await client.whenReady()
    expect(client.isReady()).toBe(true)
    const broken = createEncoderClient(() => undefined, new URL('./no-such-worker.ts', import.meta.url))
    await broken.whenReady()
    expect(broken.isReady()).toBe(false)
  })

  it('a stopped encoding attaches no vectors', async () => {
    const index = buildIndex(knowledge)
    const enrichment = encodeIndex(index, null, createLocalClient())
    enrichment.stop()
    await enrichment.done
    expect(index.dense).toBeNull()
  })

  it('attachVectors attaches vectors of all encodable texts', async () => {
    const index = buildIndex(knowledge)
    attachVectors(index, await Promise.all(index.encodable.map(({ text }) => encoder.encode(text))))
    expect(index.encodable).toEqual([])
    expect(index.dense).not.toBeNull()
  })
})

describe('the search thread', () => {
  const log = { warn: () => undefined, error: () => undefined }
  it('[K5] searches by words at least, and by vector as soon as the encoder is in memory, with one vector file per tenant', async () => {
    const threads = createSearchThreads({ log })
    const retrieval = startRetrieval({
      threads,
      log,
      load: async (tenantId) => (tenantId === 'a' ? knowledge : knowledge.slice(0, 2)),
      vectorsOf: (tenantId) => ({ file: join(folder, 'threads', `${tenantId}.bin`), isPersistent: true }),
    })
    try {
      const question = 'is there any employment at the moment'
      expect((await retrieval.search('a', 'your opening hours')).matches[0]?.id).toBe('hours')
      await retrieval.warm('b')
      const found = async () => (await retrieval.search('a', question)).matches[0]?.id
      await expect.poll(found, { timeout: 20_000, interval: 100 }).toBe('jobs')
      await expect
        .poll(() => readdirSync(join(folder, 'threads')).sort(), { timeout: 40_000 })
        .toEqual(['a.bin', 'b.bin'])
    } finally {
      await threads.stop()
    }
  })

  it('gives vectors of other texts only once the encoder is in memory, and those it has not made yet later', async () => {
    const threads = createSearchThreads({ log })
    const retrieval = startRetrieval({ threads, log, load: async () => knowledge })
    const asked = { question: 'do you have vacancies', texts: ['Jobs and vacancies', 'Opening hours'] }
    try {
      expect(await retrieval.encode(asked)).toEqual({ question: null, texts: [null, null] })
      await retrieval.warm('a')
      const isComplete = async () => {
        const { question, texts } = await retrieval.encode(asked)
        return question !== null && texts.every((vector) => vector !== null)
      }
      await expect.poll(isComplete, { timeout: 20_000, interval: 100 }).toBe(true)
      const { question, texts } = await retrieval.encode(asked)
      expect(cosine(question!, texts[0]!)).toBeGreaterThan(cosine(question!, texts[1]!))
    } finally {
      await threads.stop()
    }
  })
})
