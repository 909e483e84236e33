import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ImportId } from '#contracts/ids.ts'
import { exportFaqs, listFaqs } from '#contracts/knowledge/faq.ts'
import {
  getImport,
  type ImportView,
  importPage,
  startImport,
  undoImport,
  uploadImport,
} from '#contracts/knowledge/import.ts'
import { makeFaq } from '#server/knowledge/fixture.ts'
import { outgoing } from '#server/platform/http/outgoing.ts'
import { createLog } from '#server/platform/log.ts'
import { clientOf, type TestClient } from '#test/client.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'
import { timeBound } from '#test/time-bound.ts'

let h: Harness
let site: Server
let address: string
beforeAll(async () => {
  h = await startHarness({ overrides: { http: outgoing({ log: createLog('silent'), allowLoopback: true }) } })
  site = createServer((request, response) => {
    if (request.url === '/gone') return response.writeHead(404).end()
    if (request.url === '/secret') return response.writeHead(403).end()
    if (request.url === '/file') return response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF')
    response.writeHead(200, { 'content-type': 'text/html; charset=windows-1252' })
    if (request.url === '/empty') return response.end('<div id="app"></div>')
    const html = '<h2>Was kostet es für alle?</h2><p>Nichts.</p><h2>Known?</h2><p>New answer.</p>'
    return response.end(Buffer.from(html, 'latin1'))
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
})
afterAll(async () => {
  await h.stop()
  await new Promise((resolve) => site.close(resolve))
})

const newId = () => crypto.randomUUID() as ImportId

async function send(
  who: TestClient,
  text: string | Buffer,
  name = 'faqs.csv',
): Promise<ImportView & { error?: { message: string; fields: Record<string, string> } }> {
  const form = new FormData()
  form.append('file', new Blob([text as string]), name)
  return (await who.raw(uploadImport.path, { method: 'POST', body: form })).json()
}

/** Polls an import until it matches. */
async function until(who: TestClient, importId: ImportId, fits: (view: ImportView) => boolean): Promise<ImportView> {
  for (let n = 0; n < 1000; n += 1) {
    const view = await who.call(getImport, { params: { importId } })
    if (fits(view)) return view
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('the import did not reach the expected state')
}

const faqsOf = async (who: TestClient, query: object = {}) => (await who.call(listFaqs, { query } as never)).items
const exported = async (who: TestClient, format: string) =>
  (await who.raw(`${exportFaqs.path}?format=${format}`)).text()

async function withAdmin(): Promise<{ made: TestTenant; admin: Awaited<ReturnType<Harness['member']>> }> {
  const made = await h.tenant()
  return { made, admin: await h.member(made, 'admin') }
}

describe('import of FAQs', () => {
  it('[K6] a CSV file gives a preview with faults and known questions; the import adds, updates and can be undone', async () => {
    const { made, admin } = await withAdmin()
    const known = await makeFaq(made.tenant, { question: 'Known?', answer: 'Old.', phrasings: ['one'] })
    const view = await send(
      admin,
      'question,answer,phrasings,status\nNew?,Yes.,,\n,wrong,,\nKNOWN,Newer.,two,\nLater?,Maybe.,,draft',
    )
    expect(view).toMatchObject({ status: 'ready', total: 3, faultCount: 1, knownCount: 1, name: 'faqs.csv' })
    expect(view.faults).toEqual([{ line: 3, message: 'The question is missing.', text: 'wrong' }])
    const inGerman = clientOf(h.url, { ...admin.headers, 'accept-language': 'de' })
    const { faults } = await inGerman.call(getImport, { params: { importId: view.id } })
    expect(faults).toEqual([{ line: 3, message: 'Die Frage fehlt.', text: 'wrong' }])
    expect(view.preview.map(({ question, isKnown }) => [question, isKnown])).toEqual([
      ['New?', false],
      ['KNOWN', true],
      ['Later?', false],
    ])
    expect(await faqsOf(admin)).toHaveLength(1)
    const body = { isPublished: true, onDuplicate: 'update' as const }
    await admin.call(startImport, { params: { importId: view.id }, body })
    const done = await until(admin, view.id, ({ status }) => status === 'done')
    expect(done).toMatchObject({ done: 3, added: 2, updated: 1, skipped: 0, preview: [] })
    const rows = await faqsOf(admin)
    expect(rows.find(({ id }) => id === known.id)).toMatchObject({
      answer: 'Newer.',
      phrasings: ['one', 'two'],
      version: 2,
    })
    expect(rows.find(({ question }) => question === 'New?')).toMatchObject({ isPublished: true })
    expect(rows.find(({ question }) => question === 'Later?')).toMatchObject({ isPublished: false })
    // Starting again changes nothing; undoing keeps earlier rows, and rows that a member changed since.
    expect(await admin.call(startImport, { params: { importId: view.id }, body })).toMatchObject({
      status: 'done',
      added: 2,
    })
    expect(await admin.call(undoImport, { params: { importId: view.id } })).toEqual({ deleted: 2 })
    expect((await faqsOf(admin)).map(({ id }) => id)).toEqual([known.id])
  })

  it('[K6] by default known questions are skipped; single rows can be left out', async () => {
    const { made, admin } = await withAdmin()
    await makeFaq(made.tenant, { question: 'Known?', answer: 'Old.' })
    const { id } = await send(admin, 'question,answer\nKnown?,Newer.\nA?,a\nB?,b')
    await admin.call(startImport, { params: { importId: id }, body: { leaveOut: [3] } })
    expect(await until(admin, id, ({ status }) => status === 'done')).toMatchObject({
      added: 1,
      skipped: 1,
      updated: 0,
    })
    const rows = await faqsOf(admin)
    expect(rows.map(({ question, answer, isPublished }) => [question, answer, isPublished]).sort()).toEqual([
      ['B?', 'b', false],
      ['Known?', 'Old.', true],
    ])
  })

  it('[K6] 5,000 rows are imported within 15 s, each once, and open desks get a live event', async () => {
    const { made, admin } = await withAdmin()
    const stream = await admin.stream('/api/stream')
    const text = `question,answer\n${Array.from({ length: 5000 }, (_, n) => `Question number ${n}?,Answer ${n}`).join('\n')}`
    const { id, total } = await send(admin, text)
    expect(total).toBe(5000)
    const began = performance.now()
    await admin.call(startImport, { params: { importId: id }, body: { isPublished: true } })
    await stream.waitFor('knowledge.changed', (event) => event.part === 'imports' && event.id === id)
    const seen = new Set<number>()
    const done = await until(admin, id, (view) => {
      seen.add(view.done)
      return view.status === 'done'
    })
    expect(done).toMatchObject({ added: 5000, skipped: 0 })
    expect(performance.now() - began).toBeLessThan(timeBound(15_000))
    const counted = await made.tenant.read((t) =>
      t.sql<{ n: number; p: number }>(
        'SELECT count(*)::int AS n, (count(*) FILTER (WHERE is_published))::int AS p FROM faq',
      ),
    )
    expect(counted).toEqual([{ n: 5000, p: 5000 }])
    stream.close()
  }, 120_000)

  it('[K6] an exported CSV is imported without loss; no cell is a formula', async () => {
    const { made, admin } = await withAdmin()
    const other = await h.tenant()
    const words = {
      question: '=HYPERLINK("https://evil.example";"A, b")?',
      answer: '+49 30 1; "quoted"\nsecond line\n\n- list',
      phrasings: ['@one', 'two | three'],
      category: 'AI',
      priority: 'low',
      language: 'de',
      isPublished: false,
    } as const
    await makeFaq(made.tenant, { ...words, phrasings: [...words.phrasings] })
    await makeFaq(made.tenant, { question: 'Plain?', answer: '-5 is a number', phrasings: ['x|y'] })
    const text = await exported(admin, 'csv')
    expect(text).toContain("'=HYPERLINK")
    for (const cell of (parse(text, { bom: true }) as string[][]).flat()) expect(cell).not.toMatch(/^\s*[=+\-@]/)
    const receiver = await h.member(other, 'owner')
    const view = await send(receiver, text)
    expect(view).toMatchObject({ total: 2, faultCount: 0 })
    await receiver.call(startImport, { params: { importId: view.id }, body: { isPublished: true } })
    await until(receiver, view.id, ({ status }) => status === 'done')
    expect(JSON.parse(await exported(receiver, 'json'))).toEqual(JSON.parse(await exported(admin, 'json')))
    expect((await faqsOf(receiver)).find(({ category }) => category === 'AI')).toMatchObject(words)
  })

  it('[K6] FAQs imported from a help page are drafts, whatever the request says', async () => {
    const { made, admin } = await withAdmin()
    await makeFaq(made.tenant, { question: 'Known?' })
    const body = { id: newId(), url: `${address}/help` }
    expect(await admin.call(importPage, { body })).toMatchObject({ kind: 'page', name: body.url })
    await admin.call(importPage, { body })
    const ready = await until(admin, body.id, ({ status }) => status !== 'reading')
    expect(ready).toMatchObject({ status: 'ready', total: 2, knownCount: 1 })
    expect(ready.preview).toMatchObject([{ question: 'Was kostet es für alle?', answer: 'Nichts.' }, { isKnown: true }])
    await admin.call(startImport, { params: { importId: body.id }, body: { isPublished: true } })
    await until(admin, body.id, ({ status }) => status === 'done')
    expect((await faqsOf(admin, { status: 'draft' })).map(({ question }) => question)).toEqual([
      'Was kostet es für alle?',
    ])
  })

  it.each([
    ['/gone', 'no page at this address'],
    ['/secret', 'not public'],
    ['/file', 'leads to a file'],
    ['/empty', 'No questions with answers'],
  ])('[K6] the import of a page without questions fails with the reason: %s', async (path, words) => {
    const { admin } = await withAdmin()
    const id = newId()
    await admin.call(importPage, { body: { id, url: address + path } })
    const failed = await until(admin, id, ({ status }) => status !== 'reading')
    expect(failed.status).toBe('failed')
    expect(failed.reason).toContain(words)
    expect((await admin.fail(startImport, { params: { importId: id }, body: {} })).status).toBe(409)
  })

  it('[K6] imports refuse private addresses, other schemes, agents, other tenants and files that are no CSV or too large', async () => {
    const { made, admin } = await withAdmin()
    const other = await withAdmin()
    const agent = await h.member(other.made, 'agent')
    const id = newId()
    await admin.call(importPage, { body: { id, url: 'http://10.0.0.1/help' } })
    expect((await until(admin, id, ({ status }) => status !== 'reading')).reason).toContain('private network')
    for (const url of ['file:///etc/passwd', 'javascript:alert(1)', 'help', '']) {
      expect((await admin.fail(importPage, { body: { id: newId(), url } })).error.fields).toHaveProperty(['body.url'])
    }
    const own = await h.member(made, 'agent')
    for (const who of [other.admin, agent, own]) {
      const status = who === own ? 403 : 404
      expect((await who.fail(getImport, { params: { importId: id } })).status).toBe(status)
      expect((await who.fail(undoImport, { params: { importId: id } })).status).toBe(status)
    }
    expect(await send(agent, 'question,answer\na?,b')).toMatchObject({ error: { code: 'forbidden' } })
    expect((await send(admin, 'one column')).error?.fields).toMatchObject({
      'body.file': expect.stringContaining('one column only'),
    })
    expect(await send(admin, Buffer.alloc(5 * 1024 * 1024 + 1, 97))).toMatchObject({ error: { code: 'too_large' } })
  })
})
