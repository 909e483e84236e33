import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DocumentId } from '#contracts/ids.ts'
import type { DocumentView } from '#contracts/knowledge/document.ts'
import * as contract from '#contracts/knowledge/document.ts'
import { makeDocx, makePdf } from '#server/knowledge/parsing/fixture.ts'
import { searchKnowledge } from '#server/knowledge/service.ts'
import { outgoing } from '#server/platform/http/outgoing.ts'
import { createLog } from '#server/platform/log.ts'
import { pathOf, type TestClient } from '#test/client.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'

let h: Harness
let pages: { url: string; stop(): void }
beforeAll(async () => {
  pages = await servePages()
  h = await startHarness({ overrides: { http: outgoing({ log: createLog('silent'), allowLoopback: true }) } })
})
afterAll(async () => {
  await h.stop()
  pages.stop()
})

const PAGE = `<html><head><title>Returns at Hollow</title></head><body><article><h1>Returns</h1>
  <p>Send unworn saddles back within forty-four days and we refund the whole price to your card.</p></article></body></html>`

async function servePages() {
  const server = createServer((request, response) => {
    if (request.url === '/returns') return response.setHeader('content-type', 'text/html; charset=utf-8').end(PAGE)
    if (request.url === '/private') return response.writeHead(302, { location: 'http://10.0.0.1/x' }).end()
    response.writeHead(request.url === '/shut' ? 403 : 404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.close() }
}

const newId = () => crypto.randomUUID() as DocumentId
const KIND = { type: 'Guide', category: 'General' } as const

async function untilProcessed(who: TestClient, id: DocumentId): Promise<DocumentView> {
  for (let turn = 0; turn < 500; turn++) {
    const { document } = await who.call(contract.getDocument, { params: { documentId: id } })
    if (document.status !== 'processing') return document
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('the document is still being processed')
}

async function upload(who: TestClient, bytes: Buffer | string, name: string): Promise<DocumentView> {
  const form = new FormData()
  form.append('file', new Blob([bytes as never]), name)
  const path = pathOf(contract.uploadDocument, { query: KIND } as never)
  const response = await who.raw(path, { method: 'POST', body: form })
  if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`)
  const document = (await response.json()) as DocumentView
  expect(document).toMatchObject({ status: 'processing', source: 'file', origin: name })
  return untilProcessed(who, document.id)
}

async function business(): Promise<TestTenant & { admin: TestClient; agent: TestClient }> {
  const made = await h.tenant()
  return { ...made, admin: await h.member(made, 'admin'), agent: await h.member(made, 'agent') }
}

describe('[K3] training documents', () => {
  it('a text is processed in the background and is then found with its heading; a repeated request gives the same document', async () => {
    const { admin, tenant } = await business()
    const id = newId()
    const content =
      '# Care\n\n## Saddles\n\nRub leather saddles with beeswax twice a year, never with oil, and let them dry for one night away from any heater or the sun.'
    const body = { id, name: 'Care', ...KIND, content }
    const added = await admin.call(contract.addTextDocument, { body })
    expect(added).toMatchObject({ status: 'processing', progress: 0, size: content.length, failure: null })
    expect(await untilProcessed(admin, id)).toMatchObject({
      status: 'active',
      processedAt: expect.any(String),
      pages: null,
    })
    const { found } = await searchKnowledge(tenant, 'what do I rub a leather saddle with')
    expect(found[0]?.source).toMatchObject({ kind: 'document', id, title: 'Care', heading: 'Saddles' })
    // The same request again gives the same document; another body under its id is refused.
    expect((await admin.call(contract.addTextDocument, { body })).id).toBe(id)
    await expect(admin.call(contract.addTextDocument, { body: { ...body, name: 'Other' } })).rejects.toMatchObject({
      status: 409,
    })
  })

  it('PDF, DOCX, HTML, Markdown and text files become active; a passage of a PDF has its page', async () => {
    const { admin, tenant } = await business()
    const filler = (page: number) =>
      Array.from(
        { length: 30 },
        (_, line) => `Chapter ${page}, part ${line}: tighten everything once more and write it down.`,
      )
    const pdf = await upload(
      admin,
      makePdf([filler(1), filler(2), ['The crank bolts take 42 newton metres of torque.'], filler(4)]),
      'Manual.pdf',
    )
    expect(pdf).toMatchObject({ status: 'active', pages: 4, name: 'Manual' })
    const { found } = await searchKnowledge(tenant, 'torque of the crank bolts')
    expect(found[0]?.source).toMatchObject({ title: 'Manual', page: 3, passage: expect.stringContaining('42 newton') })
    const files = {
      'a.docx': makeDocx(['# Heading', 'Words of a document.']),
      'b.html': PAGE,
      'c.md': '# Words\n\nof Markdown.',
      'd.txt': 'Words of a text.',
    }
    const uploaded = await Promise.all(Object.entries(files).map(([name, bytes]) => upload(admin, bytes, name)))
    expect(uploaded.map(({ origin, status }) => [origin, status])).toEqual(
      Object.keys(files).map((name) => [name, 'active']),
    )
  })

  it('a file that cannot be parsed gets status failed with the reason, is not found, and can be retried', async () => {
    const { admin, tenant } = await business()
    const uploaded = await Promise.all([
      upload(admin, makePdf([['secret']], { isLocked: true }), 'locked.pdf'),
      upload(admin, makePdf([[]], { isScanned: true }), 'scan.pdf'),
      upload(admin, '  \n ', 'empty.txt'),
      upload(admin, Buffer.from([0, 1, 2, 3]), 'x.txt'),
    ])
    expect(uploaded.map(({ status, failure }) => `${status} ${failure}`)).toEqual([
      'failed encrypted',
      'failed scanned',
      'failed empty',
      'failed binary',
    ])
    const [failed] = uploaded
    expect((await searchKnowledge(tenant, 'secret')).found).toEqual([])
    const again = await admin.call(contract.retryDocument, { params: { documentId: failed.id } })
    expect(again).toMatchObject({ status: 'processing', failure: null })
    expect(await untilProcessed(admin, failed.id)).toMatchObject({ status: 'failed', failure: 'encrypted' })
    const { items } = await admin.call(contract.listDocuments, { query: { status: 'failed' } })
    expect(items).toHaveLength(4)
  })

  it('a public page is fetched and named by its title; a private, missing or forbidden one fails with the reason', async () => {
    const { admin, tenant } = await business()
    const add = async (url: string, name = '') => {
      const id = newId()
      await admin.call(contract.addPageDocument, { body: { id, name, ...KIND, url } })
      return untilProcessed(admin, id)
    }
    expect(await add(`${pages.url}/returns`)).toMatchObject({
      status: 'active',
      name: 'Returns at Hollow',
      source: 'url',
    })
    expect((await searchKnowledge(tenant, 'refund for unworn saddles')).found[0]?.answer).toContain('forty-four days')
    expect(await add(`${pages.url}/gone`, 'Gone')).toMatchObject({
      status: 'failed',
      failure: 'not_found',
      name: 'Gone',
    })
    const refused = await Promise.all([
      add(`${pages.url}/shut`),
      add('http://192.168.1.1/admin'),
      add('http://169.254.169.254/latest/meta-data'),
      add(`${pages.url}/private`),
      add('http://127.0.0.1:1/'),
    ])
    expect(refused.map(({ failure }) => failure)).toEqual([
      'not_allowed',
      'refused_address',
      'refused_address',
      'refused_address',
      'unreachable',
    ])
    await expect(
      admin.call(contract.addPageDocument, { body: { id: newId(), ...KIND, url: 'javascript:alert(1)' } }),
    ).rejects.toMatchObject({ error: { fields: { 'body.url': expect.stringContaining('https://') } } })
  })

  it('the first list has three samples, which are labelled and not found; a changed one is no sample any more; the others are removed at once', async () => {
    const { admin, tenant } = await business()
    const first = await admin.call(contract.listDocuments)
    expect(first.items.map(({ name }) => name).toSorted()).toEqual([
      'Customer Support Best Practices',
      'Product Features Overview',
      'Troubleshooting Guide',
    ])
    expect(first).toMatchObject({ total: 3, samples: 3 })
    expect(first.items.every(({ isDemo, status }) => isDemo && status === 'active')).toBe(true)
    expect((await searchKnowledge(tenant, 'a page does not load')).found).toEqual([])
    const guide = first.items.find(({ name }) => name.startsWith('Trouble'))
    const params = { documentId: guide?.id as DocumentId }
    expect(await admin.call(contract.changeDocument, { params, body: { version: 1, name: 'Ours' } })).toMatchObject({
      isDemo: false,
    })
    expect((await searchKnowledge(tenant, 'a page does not load')).found[0]?.source.title).toBe('Ours')
    expect(await admin.call(contract.deleteSampleDocuments)).toEqual({ deleted: 2 })
    expect(await admin.call(contract.listDocuments)).toMatchObject({ total: 1, samples: 0 })
  })

  it('of two members who change one document the second gets 409 with the current one, and nothing is overwritten', async () => {
    const { admin, agent, tenant } = await business()
    const { id, version } = await upload(admin, 'Bells ring.', 'bells.txt')
    const params = { documentId: id }
    const change = (name: string) => admin.call(contract.changeDocument, { params, body: { version, name } })
    const replies = await Promise.allSettled([change('Bells'), change('Horns')])
    const won = replies.find((one) => one.status === 'fulfilled')?.value
    const lost = replies.find((one) => one.status === 'rejected')?.reason
    expect(won).toMatchObject({ id, version: version + 1 })
    expect(lost).toMatchObject({ status: 409, error: { code: 'conflict', current: { id, name: won?.name } } })
    expect((await agent.call(contract.getDocument, { params })).document).toMatchObject({
      name: won?.name,
      version: version + 1,
    })
    // Processing it again is no change of a member.
    await tenant.tx((t) => t.sql("UPDATE training_document SET status = 'failed' WHERE id = $1", [id]))
    expect(await admin.call(contract.retryDocument, { params })).toMatchObject({ version: version + 1 })
  })

  it('a deleted document is not found any more; agents read and cannot write; other tenants get 404', async () => {
    const a = await business()
    const b = await business()
    const added = await upload(a.admin, 'Bells ring.', 'bells.txt')
    const params = { documentId: added.id }
    expect((await a.agent.call(contract.getDocument, { params })).passages).toEqual([
      { heading: null, page: null, text: 'Bells ring.' },
    ])
    for (const attempt of [
      () => a.agent.call(contract.deleteDocument, { params }),
      () => a.agent.call(contract.changeDocument, { params, body: { version: 1, name: 'x' } }),
      () => a.agent.call(contract.addTextDocument, { body: { id: newId(), name: 'x', ...KIND, content: 'x' } }),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ error: { code: 'forbidden' } })
    }
    await expect(b.admin.call(contract.getDocument, { params })).rejects.toMatchObject({ status: 404 })
    await expect(b.admin.call(contract.deleteDocument, { params })).rejects.toMatchObject({ status: 404 })
    await a.admin.call(contract.deleteDocument, { params })
    expect((await searchKnowledge(a.tenant, 'bells ring')).found).toEqual([])
    await expect(a.admin.call(contract.getDocument, { params })).rejects.toMatchObject({ status: 404 })
  })

  it('a text document without name or content is refused with a message for each field', async () => {
    const { admin } = await business()
    await expect(
      admin.call(contract.addTextDocument, { body: { id: newId(), name: ' ', type: 'Guide', content: ' ' } }),
    ).rejects.toMatchObject({
      error: {
        fields: {
          'body.name': 'Give the document a name.',
          'body.content': 'Paste or write the text of the document.',
        },
      },
    })
  })

  it('a list that shows a document in processing also counts one, however soon the job ends', async () => {
    const { admin } = await business()
    const listed = () => admin.call(contract.listDocuments, { query: {} })
    let shown = 0
    for (let round = 0; round < 25; round++) {
      const body = { id: newId(), name: '', ...KIND, url: 'http://10.1.2.3/handbook' }
      await admin.call(contract.addPageDocument, { body })
      for (let isOver = false; !isOver; ) {
        const lists = await Promise.all([listed(), listed(), listed(), listed()])
        const open = lists.filter(({ items }) => items.some(({ status }) => status === 'processing'))
        for (const { processing } of open) expect(processing).toBe(1)
        shown += open.length
        isOver = open.length === 0
      }
    }
    expect(shown).toBeGreaterThan(0)
  })
})
