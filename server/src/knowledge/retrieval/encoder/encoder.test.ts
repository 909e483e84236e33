import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attachVectors, buildIndex, search } from '#server/knowledge/retrieval/engine.ts'
import { startRetrieval } from '#server/knowledge/retrieval/retrieval-client.ts'
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
const here = (): EncoderClient & { asked: string[] } => {
  const asked: string[] = []
  return {
    asked,
    start: () => undefined,
    isReady: () => true,
    isUsable: () => true,
    encodeQuestion: (text) => encoder.encode(text),
    encodeText: (text) => {
      asked.push(text)
      return encoder.encode(text)
    },
  }
}

describe('[R10] search by meaning', () => {
  it('finds what shares no word with the question, and words alone do not', async () => {
    const index = buildIndex(knowledge)
    const question = 'is there any employment at the moment'
    expect(search(index, question).matches[0]?.id).not.toBe('jobs')
    expect(await encodeIndex(index, null, here()).done).toBeNull()
    const vector = await encoder.encode(question)
    expect(search(index, question, {}, vector).matches[0]?.id).toBe('jobs')
  })

  it('leaves texts of other languages to their words', async () => {
    const index = buildIndex([...knowledge, faq('de', ['Wann habt ihr geöffnet?'], 'de')])
    expect(index.encodable.map(({ text }) => text)).not.toContain('Wann habt ihr geöffnet?')
    await encodeIndex(index, null, here()).done
    const question = 'wann geöffnet'
    expect(search(index, question, {}, await encoder.encode(question)).matches[0]?.id).toBe('de')
  })

  it.each(['', '🙂', '\ud800', '退款', 'a'.repeat(50_000)])('takes any text: %#', async (text) => {
    const index = buildIndex(knowledge)
    await encodeIndex(index, null, here()).done
    const vector = await encoder.encode(text)
    expect(vector).toHaveLength(DIMENSIONS)
    const { confidence } = search(index, text, {}, vector)
    expect(confidence).toBeLessThan(0.35)
  })
})

describe('kept vectors', () => {
  it('are read by the next start; texts that went are gone from the file', async () => {
    const store = { file: join(folder, 'kept.bin'), isPersistent: true }
    const first = here()
    await encodeIndex(buildIndex(knowledge), store, first).done
    expect(first.asked).toHaveLength(8)
    const second = here()
    await encodeIndex(buildIndex(knowledge), store, second).done
    expect(second.asked).toEqual([])
    const third = here()
    await encodeIndex(buildIndex([...knowledge.slice(1), faq('new', ['Is there parking?'])]), store, third).done
    expect(third.asked).toEqual(['Is there parking?'])
    const kept = await readVectors(store.file)
    expect(kept.size).toBe(7)
    expect(kept.has(hashText('Can I send goods back?'))).toBe(false)
    expect(statSync(store.file).mode & 0o077).toBe(0)
    expect(readFileSync(store.file, 'latin1')).not.toContain('parking')
  })

  it('of a draft are not kept, but those of the published text are used', async () => {
    const file = join(folder, 'draft.bin')
    await encodeIndex(buildIndex(knowledge), { file, isPersistent: true }, here()).done
    const before = readFileSync(file)
    const draft = here()
    await encodeIndex(
      buildIndex([...knowledge, faq('draft', ['Do you gift-wrap?'])]),
      { file, isPersistent: false },
      draft,
    ).done
    expect(draft.asked).toEqual(['Do you gift-wrap?'])
    expect(readFileSync(file)).toEqual(before)
  })

  it('that are damaged, of another encoder, or gone are made anew', async () => {
    const file = join(folder, 'damaged.bin')
    await writeVectors(file, new Map([[hashText('a'), new Int8Array(DIMENSIONS).fill(1)]]))
    expect((await readVectors(file)).size).toBe(1)
    truncateSync(file, statSync(file).size - 1)
    expect((await readVectors(file)).size).toBe(0)
    writeFileSync(file, 'segue-vectors 1 another 3\nxxx')
    expect((await readVectors(file)).size).toBe(0)
    expect((await readVectors(join(folder, 'none.bin'))).size).toBe(0)
  })

  it('that cannot be kept are used all the same, and the reason is told', async () => {
    const index = buildIndex(knowledge)
    const failure = await encodeIndex(index, { file: '/dev/null/none.bin', isPersistent: true }, here()).done
    expect(failure).toContain('could not be stored')
    expect(index.dense).not.toBeNull()
  })

  it('leave no half-written file behind', () => {
    expect(readdirSync(folder).filter((name) => !name.endsWith('.bin'))).toEqual([])
  })
})

describe('without the encoder', () => {
  it('words alone decide: its thread may end at any time', async () => {
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

  it('a stopped enrichment attaches nothing', async () => {
    const index = buildIndex(knowledge)
    const enrichment = encodeIndex(index, null, here())
    enrichment.stop()
    await enrichment.done
    expect(index.dense).toBeNull()
  })

  it('vectors attached by hand are as good', async () => {
    const index = buildIndex(knowledge)
    attachVectors(index, await Promise.all(index.encodable.map(({ text }) => encoder.encode(text))))
    expect(index.encodable).toEqual([])
    expect(index.dense).not.toBeNull()
  })
})

describe('the search thread', () => {
  it('[K5] answers by words at once and by meaning soon after, each tenant with a file of its own', async () => {
    const note = () => undefined
    const retrieval = startRetrieval({
      load: async (tenantId) => (tenantId === 'a' ? knowledge : knowledge.slice(0, 2)),
      log: { warn: note, error: note },
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
      await retrieval.stop()
    }
  })
})
